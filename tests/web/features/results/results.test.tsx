import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import type { DisplayProfile } from '#shared/results.ts';
import { directory, ODD, OTHER, person, TOP } from '#tests/web/gallery/people.ts';
import { textOf } from '#tests/web/text-of.ts';
import { Results } from '#web/features/results/index.ts';
import { ProfileCard } from '#web/features/results/profile-card.tsx';

const card = (overrides: Partial<DisplayProfile> = {}) =>
  renderToStaticMarkup(
    <ProfileCard profile={person({ id: 'one', fullName: 'Marisol Etcheverry', ...overrides })} rank={1} />,
  );

describe('the directory', () => {
  it('says so when nobody was found', () => {
    const html = renderToStaticMarkup(<Results data={directory([], false)} />);
    expect(textOf(html)).toContain('No profiles found matching your criteria.');
  });

  it('says nothing yet while the search still runs', () => {
    expect(renderToStaticMarkup(<Results data={directory([], false)} provisional />)).toBe('');
  });

  it('shows top matches with their badge and count, and the others folded', () => {
    const html = renderToStaticMarkup(<Results data={directory([...TOP, ...OTHER], false)} />);
    const text = textOf(html);
    expect(text).toContain('Top Matches 70%+ relevance 4');
    expect(text).toContain('Other Relevant Profiles 3');
    expect(html).toContain('aria-expanded="false"');
    expect(text).toContain('Showing 7 profile(s)');
    expect(text).not.toContain('verified via');
  });

  it('counts the verified ones in deep mode, naming the provider', () => {
    const html = renderToStaticMarkup(<Results data={directory([...TOP, ...OTHER], true)} />);
    expect(textOf(html)).toContain('Showing 7 profile(s) • 2 verified via Enrich Layer');
  });
});

describe('a profile card', () => {
  it('shows everything the specification asks for', () => {
    const text = textOf(
      card({
        relevanceScore: 84,
        isVerified: true,
        verificationReasoning: 'Degree confirmed.',
        tags: ['a', 'b', 'c', 'd', 'e', 'f'],
      }),
    );
    for (const part of [
      'Marisol Etcheverry',
      'Verified',
      'Counsel for food and beverage companies',
      'Washington, D.C., United States',
      '84%',
      'Senior Associate · Harbor & Vine LLP',
      'Juris Doctor · Georgetown University Law Center',
      'Verification: Degree confirmed.',
      '+2 more',
      'Match: 84%',
      'View Profile',
    ]) {
      expect(text).toContain(part);
    }
  });

  it.each([
    [80, 'good'],
    [79, 'fair'],
    [59, 'poor'],
  ])('marks a score of %s as %s', (relevanceScore, band) => {
    expect(card({ relevanceScore })).toContain(`data-score="${band}"`);
  });

  it('shows no verification of someone who was not verified', () => {
    expect(textOf(card({ verificationReasoning: 'Left over' }))).not.toContain('Verification:');
  });

  it('opens the canonical address in a new tab that cannot reach back', () => {
    const html = card({ profileUrl: 'https://pe.linkedin.com/in/Marisol?utm=1' });
    expect(html).toContain('href="https://www.linkedin.com/in/marisol"');
    expect(html).toContain('target="_blank"');
    expect(html).toContain('rel="noopener noreferrer"');
  });

  it.each(['javascript:alert(1)', 'https://linkedin.com.evil.example/in/x', 'https://example.com/in/x', ''])(
    'links nothing for "%s"',
    (profileUrl) => {
      expect(card({ profileUrl })).not.toContain('<a ');
    },
  );

  it('shows what the web sent as text', () => {
    const html = renderToStaticMarkup(<Results data={directory(ODD, true)} />);
    expect(html).not.toContain('<b>');
    expect(html).toContain('&lt;b&gt;Food&lt;/b&gt;');
  });
});
