import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  canonicalProfileUrl,
  profileAddress,
  profileSlug,
  profileUrlsIn,
  typedProfileUrl,
} from '#shared/linkedin-url.ts';

const CANONICAL = 'https://www.linkedin.com/in/ximena-huarcaya';

const slug = fc
  .string({
    unit: fc.constantFrom(...'abcdefghijklmnopqrstuvwxyz0123456789-ñé愛'),
    minLength: 1,
    maxLength: 40,
  })
  .map((text) => text.normalize('NFC'));
const subdomain = fc.constantFrom('', 'www.', 'pe.', 'de.', 'uk.', 'm.');
const tail = fc.constantFrom('', '/', '/es', '?trk=public_profile', '#about', '/details/experience/?x=1#y');

describe('a canonical profile URL', () => {
  it.each([
    'https://www.linkedin.com/in/ximena-huarcaya',
    'http://pe.linkedin.com/in/Ximena-Huarcaya/',
    'https://linkedin.com/in/ximena-huarcaya?trk=x',
    '  https://WWW.LINKEDIN.COM/in/ximena%2Dhuarcaya/es#top ',
    'https://www.linkedin.com./in/ximena-huarcaya',
    'https://www.linkedin.com/mwlite/in/Ximena-Huarcaya?x=1',
    'https://www.linkedin.com/comm/in/ximena-huarcaya/',
    'https://www.linkedin.com/in/ximena-huarcaya%E2%80%8D',
    'https://www.linkedin.com/in/ximena-huarcaya%E2%80%8C%E2%80%8D/',
    'https://www.linkedin.com/in/%20%E2%80%8Dximena-huarcaya%E2%80%8D%20',
  ])('is found for %j', (text) => {
    expect(canonicalProfileUrl(text)).toBe(CANONICAL);
  });

  it.each([
    ['another site with the path in its own', 'https://example.org/blog/linkedin.com/in/ximena'],
    ['a host that only ends alike', 'https://evil-linkedin.com/in/ximena'],
    ['a host that only starts alike', 'https://linkedin.com.evil.example/in/ximena'],
    ['a user part that looks like the host', 'https://linkedin.com@evil.example/in/ximena'],
    ['a user part before the host', 'https://evil@linkedin.com/in/ximena'],
    ['a port', 'https://linkedin.com:8443/in/ximena'],
    ['another scheme', 'javascript://linkedin.com/in/ximena'],
    ['a company', 'https://www.linkedin.com/company/quipu-robotics'],
    ['a directory', 'https://www.linkedin.com/pub/dir/Ximena/Huarcaya'],
    [
      'an old page, of which only LinkedIn knows the name',
      'https://www.linkedin.com/pub/ximena-huarcaya/1/2a/3b4',
    ],
    ['a post', 'https://www.linkedin.com/posts/ximena_activity-1'],
    ['no slug', 'https://www.linkedin.com/in/'],
    ['a dot segment', 'https://www.linkedin.com/in/%2e%2e/company'],
    ['an encoded slash', 'https://www.linkedin.com/in/a%2Fb'],
    ['an encoded line break', 'https://www.linkedin.com/in/a%0Ab'],
    ['a bidirectional control', 'https://www.linkedin.com/in/a%E2%80%AEb'],
    ['a zero-width space', 'https://www.linkedin.com/in/a%E2%80%8Bb'],
    ['a joiner between Latin letters', 'https://www.linkedin.com/in/xi%E2%80%8Dmena-huarcaya'],
    ['a non-joiner before a hyphen', 'https://www.linkedin.com/in/ximena%E2%80%8C-huarcaya'],
    [
      'a joiner after an emoji that it joins to none',
      'https://www.linkedin.com/in/%F0%9F%91%A8%E2%80%8D-ximena',
    ],
    ['nothing but a joiner', 'https://www.linkedin.com/in/%E2%80%8D'],
    ['dots and a joiner', 'https://www.linkedin.com/in/..%E2%80%8D'],
    ['several joiners in a row', 'https://www.linkedin.com/in/%D8%B4%D9%87%E2%80%8D%E2%80%8C-%D9%86%D8%A7'],
    ['endless marks', `https://www.linkedin.com/in/a${'\u0301\u0323'.repeat(500_000)}`],
    ['broken percent-encoding', 'https://www.linkedin.com/in/%E0%A4%A'],
    ['no URL', 'linkedin.com/in/ximena'],
    ['nothing', ''],
  ])('is undefined for %s', (_, text) => {
    expect(canonicalProfileUrl(text)).toBeUndefined();
  });

  it('is the same for every spelling of one person’s URL', () => {
    fc.assert(
      fc.property(slug, subdomain, tail, fc.boolean(), (name, prefix, rest, shouting) => {
        const path = encodeURIComponent(shouting ? name.toUpperCase() : name);
        const scheme = shouting ? 'HTTP' : 'https';
        const canonical = canonicalProfileUrl(`https://www.linkedin.com/in/${encodeURIComponent(name)}`);
        expect(canonical).toBeDefined();
        expect(canonicalProfileUrl(`${scheme}://${prefix}linkedin.com/in/${path}${rest}`)).toBe(canonical);
      }),
    );
  });

  it.each(['J\u030C-x', 'H\u0331', 'T\u0308', '\u0399\u0308\u0301'])('is idempotent, even for %j', (name) => {
    const canonical = canonicalProfileUrl(`https://linkedin.com/in/${encodeURIComponent(name)}`) ?? '';
    expect(canonicalProfileUrl(canonical)).toBe(canonical);
  });

  it('is idempotent and keeps its slug', () => {
    fc.assert(
      fc.property(slug, (name) => {
        const canonical = canonicalProfileUrl(`https://linkedin.com/in/${encodeURIComponent(name)}`) ?? '';
        expect(canonicalProfileUrl(canonical)).toBe(canonical);
        expect(profileSlug(canonical)).toBe(name.toLowerCase().normalize('NFC'));
      }),
    );
  });

  it.each([
    ['an emoji of several', '\u{1F468}\u200D\u{1F3EB}-some-invented-71847669'],
    ['a Persian name', '\u0645\u06CC\u200C\u062E\u0648\u0627\u0647\u0645-0b1234567'],
    ['a Persian name whose first word ends in one', '\u0634\u0647\u200C-\u0646\u0627'],
    ['a Malayalam name before digits', '\u0D05\u0D35\u0D28\u0D4D\u200D71847669'],
    ['an emoji with a colour and a variant', '\u{1F469}\u{1F3FD}\u200D\u2695\uFE0F-ximena'],
  ])('keeps the joiner in %s, typed in any form', (_, name) => {
    const canonical = `https://www.linkedin.com/in/${encodeURIComponent(name)}`;
    expect(canonicalProfileUrl(`${canonical}/`)).toBe(canonical);
    expect(profileSlug(canonical)).toBe(name);
    expect(typedProfileUrl(`linkedin.com/in/${name}`)).toBe(canonical);
    expect(profileUrlsIn(`like linkedin.com/in/${name}, please`).map(({ url }) => url)).toEqual([canonical]);
    // Somebody else's address.
    expect(canonicalProfileUrl(canonical.replaceAll(/%E2%80%8[CD]/g, ''))).not.toBe(canonical);
  });

  it('only ever leads to a profile, for any text', () => {
    const piece = fc.oneof(
      fc.webUrl(),
      fc.string({ unit: 'binary' }),
      fc.constantFrom(
        'https://',
        'linkedin.com',
        '/in/',
        '@',
        '//',
        '\\',
        '%2f',
        '..',
        ':443',
        '#',
        '?',
        '\u200C',
        '%E2%80%8D',
        'ximena',
      ),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
        const canonical = canonicalProfileUrl(pieces.join(''));
        if (canonical === undefined) return;
        const url = new URL(canonical);
        expect(url.origin).toBe('https://www.linkedin.com');
        expect(url.pathname).toMatch(/^\/in\/[^/]+$/);
        expect(url.href).toBe(canonical);
      }),
      { numRuns: 500 },
    );
  });

  it('is never found for arbitrary web addresses', () => {
    fc.assert(
      fc.property(fc.webUrl(), (address) => {
        expect(canonicalProfileUrl(address)).toBeUndefined();
      }),
    );
  });
});

describe('a typed profile URL', () => {
  it.each([
    'linkedin.com/in/ximena-huarcaya',
    ' www.linkedin.com/in/Ximena-Huarcaya/ ',
    'de.linkedin.com/in/ximena-huarcaya?trk=x',
    'https://pe.linkedin.com/in/ximena-huarcaya',
    'HTTP://LINKEDIN.COM/in/ximena-huarcaya',
    'linkedin.com/in/ximena-huarcaya\u200D',
  ])('is found in %j', (text) => {
    expect(typedProfileUrl(text)).toBe(CANONICAL);
  });

  it.each([
    'ximena-huarcaya',
    'example.org/blog/linkedin.com/in/ximena',
    'linkedin.com@evil.example/in/ximena',
    'evil@linkedin.com/in/ximena',
    'linkedin.com:8443/in/ximena',
    'javascript://linkedin.com/in/ximena',
    'ftp://linkedin.com/in/ximena',
    '',
  ])('is not found in %j', (text) => {
    expect(typedProfileUrl(text)).toBeUndefined();
  });
});

describe('a profile URL in a text', () => {
  it.each([
    'people like “linkedin.com/in/ximena-huarcaya”',
    'like ‘linkedin.com/in/ximena-huarcaya’, please',
    'wie „linkedin.com/in/ximena-huarcaya“',
    'comme «linkedin.com/in/ximena-huarcaya»',
    'linkedin.com/in/ximena-huarcaya’s background',
    '像linkedin.com/in/ximena-huarcaya，在利马',
    'like linkedin.com/in/ximena-huarcaya…',
    '「linkedin.com/in/ximena-huarcaya」のような人',
    '【linkedin.com/in/ximena-huarcaya】',
    'أشخاص مثل linkedin.com/in/ximena-huarcaya، في ليما',
    'من مثل linkedin.com/in/ximena-huarcaya؟',
    'मुझे linkedin.com/in/ximena-huarcaya।',
    'like **linkedin.com/in/ximena-huarcaya**, please',
    'like `linkedin.com/in/ximena-huarcaya`',
    'כמו \u200Elinkedin.com/in/ximena-huarcaya\u200E בלימה',
    'כמו \u2066linkedin.com/in/ximena-huarcaya\u2069.',
  ])('ends before the punctuation and marks that follow it: %s', (text) => {
    expect(profileUrlsIn(text)).toEqual([
      { match: 'linkedin.com/in/ximena-huarcaya', url: CANONICAL, address: CANONICAL },
    ]);
  });

  it.each(['\u200E', '\u2060'])('is not taken for a shorter one that a hidden character ends: %j', (mark) => {
    expect(profileUrlsIn(`like linkedin.com/in/ximena${mark}huarcaya`)).toEqual([]);
  });

  it.each(['m', 'www', 'pt-br', 'mobile'])('may be at any subdomain of LinkedIn: %s', (subdomain) => {
    const match = `https://${subdomain}.linkedin.com/in/ximena-huarcaya`;
    expect(profileUrlsIn(`people like ${match}, please`)).toEqual([
      { match, url: CANONICAL, address: CANONICAL },
    ]);
    expect(profileUrlsIn(match.replace('.linkedin', '-linkedin'))).toEqual([]);
  });

  it('may be of letters that are not Latin', () => {
    const [found] = profileUrlsIn('linkedin.com/in/佐々木-愛、東京');
    expect(profileSlug(found?.url ?? '')).toBe('佐々木-愛');
  });
});

describe('a profile’s address', () => {
  const ID = 'ACoAABxYz12Qw3ErTyUiOpAsDfGhJkLzXcVbNm4';

  it('keeps the case of a member id, even with a joiner copied along', () => {
    expect(profileAddress(`https://www.linkedin.com/in/${ID}\u200D`)).toBe(
      `https://www.linkedin.com/in/${ID}`,
    );
  });

  it('keeps the case of a member id, which the canonical URL lowercases', () => {
    const written = `https://de.linkedin.com/in/${ID}?trk=x`;
    expect(profileAddress(written)).toBe(`https://www.linkedin.com/in/${ID}`);
    expect(canonicalProfileUrl(written)).toBe(`https://www.linkedin.com/in/${ID.toLowerCase()}`);
    expect(profileUrlsIn(`like linkedin.com/in/${ID}, please`)).toEqual([
      {
        match: `linkedin.com/in/${ID}`,
        url: `https://www.linkedin.com/in/${ID.toLowerCase()}`,
        address: `https://www.linkedin.com/in/${ID}`,
      },
    ]);
  });

  it.each(['Ximena-Huarcaya', 'ACoAA-Consulting', 'x%2Fy', `${ID}%2F`])(
    'is the canonical URL for %s',
    (slug) => {
      const url = `https://www.linkedin.com/in/${slug}`;
      expect(profileAddress(url)).toBe(canonicalProfileUrl(url));
    },
  );
});
