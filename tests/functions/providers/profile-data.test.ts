import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { json, text } from '#tests/support/provider-server.ts';
import sparse from '#tests/support/wire-samples/enrichlayer-person-sparse-200.json' with { type: 'json' };
import person from '#tests/support/wire-samples/proxycurl-person-200.json' with { type: 'json' };
import nobody from '#tests/support/wire-samples/proxycurl-person-404.json' with { type: 'json' };
import { calm, configFor, KEYS, PROFILE_URL, serverPerTest, testProviders } from './setup.ts';

const FLAGS = {
  extra: 'exclude',
  github_profile_id: 'exclude',
  facebook_profile_id: 'exclude',
  twitter_profile_id: 'exclude',
  personal_contact_number: 'exclude',
  personal_email: 'exclude',
  inferred_salary: 'exclude',
  skills: 'exclude',
  use_cache: 'if-recent',
  fallback_to_cache: 'on-error',
};

const server = serverPerTest(() => json(person.body));

const lookUp = (
  provider: 'enrichlayer' | 'proxycurl',
  path = '/api/v2',
  apiKey: string | undefined = KEYS.profile,
) =>
  testProviders(
    configFor(server.url, { profile: { provider, apiKey, baseUrl: `${server.url}${path}` } }),
  ).profileData.lookUp(PROFILE_URL, calm());

it.each(['N/A', 'n/a', '-', 'Unknown', 'None', 'Not specified'])(
  'a text that only says that there is none counts as missing, except as the name in an address: %s',
  async (nothing) => {
    const body = {
      public_identifier: 'unknown',
      full_name: 'Ana Poma',
      occupation: nothing,
      experiences: [{ title: 'Engineer', company: nothing }],
      education: [{ school: 'Lund University', degree_name: nothing }],
    };
    server.answer(json(body));
    expect(await lookUp('proxycurl')).toMatchObject({
      public_identifier: 'unknown',
      full_name: 'Ana Poma',
      occupation: '',
      experiences: [{ title: 'Engineer', company: '' }],
      education: [{ school: 'Lund University', degree_name: '' }],
    });
  },
);

describe.each([
  { provider: 'proxycurl', name: 'Proxycurl', path: '/api/v2/linkedin', field: 'url' },
  { provider: 'enrichlayer', name: 'Enrich Layer', path: '/api/v2/profile', field: 'profile_url' },
] as const)('the $name adapter', ({ provider, name, path, field }) => {
  it('requests one profile with the documented flags and a bearer key', async () => {
    await lookUp(provider);
    expect(server.requests).toMatchObject([
      { method: 'GET', path, query: { [field]: PROFILE_URL, ...FLAGS } },
    ]);
    expect(Object.keys(server.requests[0]?.query ?? {})).toHaveLength(11);
    expect(server.requests[0]?.headers).toMatchObject({
      authorization: `Bearer ${KEYS.profile}`,
      'content-type': 'application/json',
    });
  });

  it('returns the record without fields the product does not use', async () => {
    const record = await lookUp(provider);
    expect(record).toMatchObject({
      public_identifier: 'ximena-huarcaya-toledo',
      city: 'Boston',
      experiences: [{ company: 'Quipu Robotics', ends_at: null }, { company: null }],
      education: [{ school: 'Larkmoor Institute of Technology' }, { school: null }],
    });
    expect(record).not.toHaveProperty('connections');
  });

  it.each([
    [{ last_updated: '2026-10-02' }, '2026-10-02'],
    [{ meta: { last_updated: '2026-10-02T08:00:00Z' } }, '2026-10-02T08:00:00Z'],
    [{ last_updated: 'yesterday' }, undefined],
    [{ meta: null }, undefined],
  ])('returns the record’s date if it has a valid one: %j', async (dated, expected) => {
    server.answer(json({ ...person.body, ...dated }));
    expect((await lookUp(provider))?.last_updated).toBe(expected);
  });

  it('removes and reports invisible characters', async () => {
    server.answer(json({ ...person.body, headline: 'En\u200Bgineer' }));
    expect(await lookUp(provider)).toMatchObject({ headline: 'Engineer', hasHiddenText: true });
    server.answer(json(person.body));
    expect(await lookUp(provider)).not.toHaveProperty('hasHiddenText');
  });

  it.each([
    ['a joiner within it', '\u0634\u0647\u200C-\u0646\u0627'],
    ['a stray joiner', 'ximena-huarcaya\u200D'],
    ['what could be a number', '415-555-0132'],
    ['an encoding that makes it long', encodeURIComponent('\u0634\u0647-\u0646\u0627'.repeat(12))],
  ])('leaves an identifier as it is, since it is no text: %s', async (_, slug) => {
    const identifiers = { public_identifier: slug, former_public_identifiers: [slug] };
    server.answer(json({ ...person.body, ...identifiers }));
    const record = await lookUp(provider);
    expect(record).toMatchObject(identifiers);
    expect(record).not.toHaveProperty('hasHiddenText');
  });

  it.each(['ximena\u200B', '\u202Aximena\u202C', 'xi\u00ADmena', ' ximena&#8203; '])(
    'recognises a person by an identifier with a stray invisible character: %j',
    async (slug) => {
      server.answer(json({ ...person.body, public_identifier: slug }));
      expect(await lookUp(provider)).toMatchObject({ public_identifier: 'ximena' });
    },
  );

  const moved =
    (to: string, status = 301) =>
    (response: ServerResponse) => {
      response.writeHead(status, { location: to }).end();
    };
  const movedTo = (profileUrl: string, status?: number) =>
    moved(`${path}?${field}=${encodeURIComponent(profileUrl)}`, status);
  const NEW_NAME = 'https://www.linkedin.com/in/new-name';

  it('follows a redirect to the profile’s new name only, and keeps the former names', async () => {
    server.answer(movedTo(NEW_NAME), json({ ...person.body, former_public_identifiers: ['ximena'] }));
    expect(await lookUp(provider)).toMatchObject({
      former_public_identifiers: ['ximena', 'ximena-huarcaya-toledo'],
    });
    expect(server.requests.map(({ query }) => query[field])).toEqual([PROFILE_URL, NEW_NAME]);
    for (const elsewhere of [
      'https://example.com/',
      '/admin',
      `https://example.com${path}?${field}=${encodeURIComponent(NEW_NAME)}`,
      `/admin?${field}=${encodeURIComponent(NEW_NAME)}`,
      `${path}?${field}=https%3A%2F%2Fexample.com`,
    ]) {
      server.answer(moved(elsewhere), json(person.body));
      await expect(lookUp(provider)).rejects.toMatchObject({ status: 301 });
    }
  });

  it.each([302, 303, 307, 308])('follows a redirect of any kind: %i', async (status) => {
    server.answer(movedTo(NEW_NAME, status), json(person.body));
    expect(await lookUp(provider)).toMatchObject({ public_identifier: 'ximena-huarcaya-toledo' });
  });

  it.each([500, 503, 408, 409])(
    'asks once after a failure that may have been charged for: %i',
    async (status) => {
      server.answer(json({ message: 'Something went wrong' }, status));
      await expect(lookUp(provider)).rejects.toMatchObject({ status, retryable: false });
      expect(server.requests).toHaveLength(1);
    },
  );

  it('follows one redirect at most', async () => {
    server.answer(movedTo(NEW_NAME), movedTo('https://www.linkedin.com/in/newer-name'), json(person.body));
    await expect(lookUp(provider)).rejects.toMatchObject({ code: 'status', status: 301 });
    expect(server.requests.map(({ query }) => query[field])).toEqual([PROFILE_URL, NEW_NAME]);
  });

  it('accepts a sparse record', async () => {
    server.answer(json(sparse.body));
    expect(await lookUp(provider)).toMatchObject({ headline: null, experiences: [], education: [] });
  });

  it('accepts a record in which every field is null', async () => {
    server.answer(json(Object.fromEntries(Object.keys(person.body).map((field) => [field, null]))));
    expect(await lookUp(provider)).toMatchObject({ full_name: null, experiences: [], education: [] });
  });

  it('returns nothing if the provider does not know the person', async () => {
    server.answer(json(nobody.body, 404));
    expect(await lookUp(provider)).toBeUndefined();
    expect(server.requests).toHaveLength(1);
  });

  it('takes only a 404 to mean that the provider does not know the person', async () => {
    server.answer(json(nobody.body, 410));
    await expect(lookUp(provider)).rejects.toMatchObject({ code: 'status', status: 410 });
    server.answer(json({ message: 'Person not found' }, 404));
    expect(await lookUp(provider)).toBeUndefined();
  });

  it.each([
    [200, { error: 'Service is being upgraded' }],
    [202, { state: 'PENDING', summary: 'The profile is being fetched' }],
  ])('rejects a notice, so that it is not remembered as a record (%i)', async (status, notice) => {
    server.answer(json(notice, status));
    await expect(lookUp(provider)).rejects.toMatchObject({
      code: 'invalid-reply',
      message: `${name} sent no profile record`,
    });
  });

  it.each([
    ['', text('<html><body>404 Not Found</body></html>', 404)],
    ['', json({}, 404)],
    [' - Not Found', json({ message: 'Not Found' }, 404)],
    [
      ' - The requested URL was not found on the server',
      json(
        {
          code: 404,
          description: 'The requested URL was not found on the server. Check your spelling.',
          name: 'Not Found',
        },
        404,
      ),
    ],
  ])('treats a 404 that is not the provider’s own as a failure (%j)', async (said, answer) => {
    server.answer(answer);
    await expect(lookUp(provider)).rejects.toMatchObject({
      code: 'status',
      status: 404,
      message: `${name} API error: 404 Not Found${said}`,
    });
  });

  it('reports a failure with the provider’s reason, in one sentence', async () => {
    const description = `Not enough credits. Key ${KEYS.profile} at https://example.com/billing`;
    server.answer(json({ code: 403, description, name: 'Forbidden' }, 403));
    await expect(lookUp(provider)).rejects.toMatchObject({
      code: 'status',
      status: 403,
      message: `${name} API error: 403 Forbidden - Not enough credits`,
    });
  });

  it('reports a failure sent as a web page by its status alone', async () => {
    server.answer(text('<html><body>Bad gateway at 10.0.0.7</body></html>', 502));
    await expect(lookUp(provider)).rejects.toThrow(new RegExp(`^${name} API error: 502 Bad Gateway$`));
  });

  it('caps texts and lists, and removes control and bidirectional characters', async () => {
    server.answer(
      json({
        headline: '\u202Eevil\u0000text',
        summary: 'x'.repeat(100_000),
        experiences: Array(500).fill({ title: 'Intern' }),
      }),
    );
    const record = await lookUp(provider);
    expect(record?.headline).toBe('evil text');
    expect(record?.summary).toHaveLength(3_000);
    expect(record?.experiences).toHaveLength(50);
  });

  it('reads the first fifty entries of a list, whatever they are', async () => {
    const junk = (count: number) => Array(count).fill(7);
    server.answer(
      json({
        experiences: [...junk(49), { title: 'Intern' }],
        education: [...junk(50), { school: 'Ashdown' }],
      }),
    );
    expect(await lookUp(provider)).toMatchObject({ experiences: [{ title: 'Intern' }], education: [] });
  });

  it('keeps the names and the first descriptions of an oversized record', async () => {
    const job = { title: 't'.repeat(1_000), company: 'Marlowe', description: 'd'.repeat(5_000) };
    server.answer(
      json({ experiences: Array(50).fill(job), education: [{ school: 'Ashdown', description: 'e' }] }),
    );
    const record = await lookUp(provider);
    expect(record?.experiences.map(({ title, company }) => [title?.length, company])).toEqual(
      Array(50).fill([300, 'Marlowe']),
    );
    const described = record?.experiences.map(({ description }) => description?.length ?? 0) ?? [];
    expect(described).toEqual([...Array(20).fill(3_000), ...Array(30).fill(0)]);
    expect(record?.education).toEqual([{ school: 'Ashdown', description: '' }]);
  });

  it('keeps any record short enough for the page, which reads an answer with five of them twice', async () => {
    const long = '"'.repeat(300);
    const entry = { title: long, name: long, company: long, school: long };
    const honours = ['patents', 'publications', 'projects', 'honors_awards'].map(
      (of) => `accomplishment_${of}`,
    );
    const lists = ['experiences', 'education', 'languages_and_proficiencies', 'certifications', ...honours];
    const filled = [...lists, 'volunteer_work'].map((field) => [field, Array(50).fill(entry)]);
    const texts = ['languages', 'skills'].map((field) => [field, Array(50).fill(long)]);
    const former_public_identifiers = Array(50).fill(long.repeat(9));
    server.answer(json({ ...Object.fromEntries([...filled, ...texts]), former_public_identifiers }));
    const record = await lookUp(provider);
    expect(record?.experiences).toHaveLength(50);
    expect(record?.experiences[0]).toMatchObject({ title: long, company: long });
    expect(JSON.stringify(record).length).toBeLessThan(4_000_000 / 10 - 25_000);
  });

  it('treats a field or entry of the wrong type as missing, since the record was paid for', async () => {
    server.answer(
      json({ headline: 5, full_name: 'Ximena', experiences: [7, { title: 'Intern' }], education: 'none' }),
    );
    expect(await lookUp(provider)).toEqual({
      headline: null,
      full_name: 'Ximena',
      experiences: [{ title: 'Intern' }],
      education: [],
    });
  });

  it('returns languages, certificates and volunteering, but nothing private or about others', async () => {
    server.answer(
      json({
        ...person.body,
        languages_and_proficiencies: [{ name: 'Spanish', proficiency: 'NATIVE_OR_BILINGUAL' }],
        certifications: [
          {
            name: 'PMP',
            authority: 'PMI',
            license_number: '4711',
            url: 'https://example.com/4711',
            ends_at: null,
          },
        ],
        volunteer_work: [{ title: 'Mentor', company: 'Code Club', cause: 'Politics', description: null }],
        accomplishment_organisations: [{ org_name: 'Union of Bakers', title: 'Member' }],
        people_also_viewed: [{ name: 'Quill Marlowe', summary: 'Recruiter' }],
        recommendations: ['Quill is the best recruiter'],
        personal_emails: ['ximena@example.com'],
        personal_numbers: ['+51 999 888 777'],
        gender: 'female',
        birth_date: { day: 1, month: 2, year: 1990 },
        inferred_salary: { min: 1, max: 2 },
      }),
    );
    const record = await lookUp(provider);
    expect(record).toMatchObject({
      languages: ['Spanish', 'Quechua', 'English'],
      languages_and_proficiencies: [{ name: 'Spanish', proficiency: 'NATIVE_OR_BILINGUAL' }],
      certifications: [{ name: 'PMP', ends_at: null }],
      volunteer_work: [{ title: 'Mentor', company: 'Code Club', description: null }],
    });
    expect(JSON.stringify(record)).not.toMatch(
      /4711|Quill|Bakers|Politics|example\.com|999|female|1990|salary|recommend/i,
    );
  });

  it('removes email addresses and phone numbers from texts', async () => {
    server.answer(
      json({
        ...person.body,
        headline: 'Engineer, ximena.h@example.com.pe',
        experiences: [{ title: 'Engineer (+51 1 555 44 33)' }],
        summary: 'Call +51 999-888-777 or WhatsApp: (01) 555 44 33. In 2019-2021 +20% and 12 000 000 users.',
      }),
    );
    expect(await lookUp(provider)).toMatchObject({
      headline: 'Engineer, [contact left out]',
      experiences: [{ title: 'Engineer ([contact left out])' }],
      summary:
        'Call [contact left out] or WhatsApp: [contact left out]. In 2019-2021 +20% and 12 000 000 users.',
    });
  });

  it.each([
    'Reach me at (415) 555-0132.',
    'My number: 415-555-0132.',
    'Reach me at 1-415-555-0132.',
    'Reach me at (415)555-0132.',
    'Call me at 415 555 0132.',
    'Phone number: 98765 43210.',
    'Mobile No. 9876543210.',
    'Cel. 999 888 777.',
    'Mob: 98765 43210.',
    'Mobile: 06.12.34.56.78.',
    'Tel: 01-23-45-67-89.',
    'Mine is +33.6.12.34.56.78.',
    'Mine is +45-12-34-56-78.',
    'Mine is +55-11-9876-5432.',
    'Contact: 9876543210.',
    'https://wa.me/51999888777.',
    'https://api.whatsapp.com/send?phone=51999888777.',
  ])('removes the phone number from %j', async (summary) => {
    server.answer(json({ ...person.body, summary }));
    const record = await lookUp(provider);
    expect(record?.summary).toMatch(/^\D+\[contact left out\]\.$/);
  });

  it.each([
    'Verizon 2010-2014, T-Mobile (2015-2019)',
    'Head of Mobile 2019-2022',
    'Boost Mobile 03/2015 - 06/2016',
    'Cartera de +20.000.000 € y +12 500 000 clientes',
    'ISO 9001-2015, 400-500 people in 2019',
    'Led the earnings call on 10/24/2023',
    'T-Mobile US 01.06.2014 - 31.08.2018',
    'First contact: 2020-05-01',
    'Windows Phone 7 (2010-2012)',
    'Mobile: 1.500.000 usuarios',
    'Version 2.1+20231001123',
  ])('leaves years and amounts as they are: %j', async (summary) => {
    server.answer(json({ ...person.body, summary }));
    expect(await lookUp(provider)).toMatchObject({ summary });
  });

  it('leaves no part of a contact where a text is cut, and keeps texts within their limits', async () => {
    const title = `${'Engineer. '.repeat(29)}+51 999 888 777`;
    const summary = `${'Engineer. '.repeat(299)}ximena.h@example.com ${'a@b.co '.repeat(400)}`;
    server.answer(json({ ...person.body, experiences: [{ title }], summary }));
    const record = await lookUp(provider);
    expect(JSON.stringify(record)).not.toMatch(/51|ximena\.h/);
    expect(record?.experiences[0]?.title).toBe(`${'Engineer. '.repeat(29)}[contact l`);
    expect(record?.summary).toHaveLength(3_000);
  });

  it('decodes character references, but never into tags', async () => {
    const title =
      'R&amp;D Lead &#8211; Ben&#x27;s &quot;Lab&quot; &lt;b&gt; &#60;i&#62; AT&T &AMP; &unknown; &#9999999;';
    server.answer(json({ ...person.body, headline: 'En&#8203;gineer', experiences: [{ title }] }));
    expect(await lookUp(provider)).toMatchObject({
      headline: 'Engineer',
      hasHiddenText: true,
      experiences: [{ title: 'R&D Lead – Ben\'s "Lab" &lt;b&gt; &#60;i&#62; AT&T & &unknown; &#9999999;' }],
    });
  });

  it('reads dates in any format, and drops those without a year', async () => {
    const dates = [
      '2020-12-31',
      '2020',
      '2020-123',
      '20201231',
      { year: '2020', month: '12', day: null },
      { year: null },
      'Present',
      null,
    ];
    server.answer(
      json({ ...person.body, experiences: dates.map((ends_at, at) => ({ title: `Job ${at}`, ends_at })) }),
    );
    expect((await lookUp(provider))?.experiences.map(({ ends_at }) => ends_at)).toEqual([
      { year: 2020, month: 12, day: 31 },
      { year: 2020, month: null, day: null },
      { year: 2020, month: null, day: null },
      null,
      { year: 2020, month: 12, day: null },
      null,
      null,
      null,
    ]);
  });

  it.each([
    [{ country: null, country_full_name: 'Peru' }, 'Peru'],
    [{ country: 'pe', country_full_name: 'Peru' }, 'PE'],
    [{ country: null, country_full_name: null }, null],
  ])('accepts the country as a code or as a name: %j', async (sent, country) => {
    server.answer(json({ ...person.body, ...sent }));
    expect((await lookUp(provider))?.country).toBe(country);
  });

  it.each([
    ['a list', []],
    ['a text', 'Ximena'],
  ])('does not accept %s as a record', async (_, body) => {
    server.answer(json(body));
    await expect(lookUp(provider)).rejects.toMatchObject({ code: 'invalid-reply' });
  });

  it('sends nothing without a key', async () => {
    await expect(lookUp(provider, '/api/v2', '')).rejects.toMatchObject({
      code: 'missing-key',
      message: `${name} API key not initialized`,
    });
    expect(server.requests).toHaveLength(0);
  });
});

describe('the Enrich Layer adapter at a bare origin', () => {
  it.each(['', '/'])('uses the documented path (%j)', async (path) => {
    await lookUp('enrichlayer', path);
    expect(server.requests[0]?.path).toBe('/api/v2/profile');
  });
});
