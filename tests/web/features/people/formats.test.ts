import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Criterion, Verdict } from '#shared/criteria.ts';
import type { DisplayProfile } from '#shared/results.ts';
import { CRITERIA, directory, JUDGED, person } from '#tests/web/gallery/people.ts';
import { toCell, toCsv } from '#web/features/people/formats/csv.ts';
import { fileNameOf, toFile, toJson } from '#web/features/people/formats/file.ts';
import { toMarkdown, toMarkdownText } from '#web/features/people/formats/markdown.ts';
import { type Person, peopleOf } from '#web/features/people/person.ts';
import { withoutNames } from '#web/features/results/without-names.ts';

const ADA = {
  id: 'ada',
  fullName: 'Ada Okonkwo',
  headline: 'Maps reefs',
  location: 'Perú',
  relevanceScore: 69.6,
} as const;

const peopleWith = (...overrides: Partial<DisplayProfile>[]): readonly Person[] =>
  peopleOf(
    directory(
      overrides.map((one, index) => person({ ...ADA, id: `ada-${index}`, ...one })),
      false,
    ),
    false,
  );
const judged = peopleOf({ ...directory(JUDGED, true), criteria: [...CRITERIA] }, false);

describe('people from simulated providers', () => {
  const found = (providers?: 'simulated') =>
    peopleOf({ ...directory([person({ ...ADA })], false), ...(providers && { providers }) }, false);

  it('are marked as such in every format, and others are not', () => {
    const [header, row] = readCells(toCsv(found('simulated')), ',');
    expect(row?.[header?.indexOf('Providers') ?? -1]).toBe('simulated');
    expect(toMarkdown(found('simulated'), { title: 'Reefs' })).toContain('- **Providers:** simulated');
    const told = toJson(found('simulated'), { title: 'Reefs', at: '2026-11-22T00:00:00.000Z' });
    expect(JSON.parse(told)).toMatchObject({ people: [{ providers: 'simulated' }] });
    for (const text of [toCsv(found()), toMarkdown(found(), { title: 'Reefs' })])
      expect(text).not.toMatch(/providers|simulated/i);
  });
});

describe('a displayed person who no longer matches', () => {
  const [matches, fallen] = [person({ ...ADA }), person({ ...ADA, id: 'illari', fullName: 'Illari Quispe' })];
  const people = peopleOf(directory([matches], false), false, [fallen]);

  it('comes after the others, marked, in every format', () => {
    const [header = [], first, second] = readCells(toCsv(people), ',');
    const column = header.indexOf('No longer a match');
    expect([first?.[column], second?.[column]]).toEqual(['', 'yes']);
    expect(second?.slice(0, 2)).toEqual(['2', 'Illari Quispe']);
    const [, one, other] = toMarkdown(people, { title: 'Reefs' }).split('\n## ');
    expect(one).not.toContain('No longer');
    expect(other).toMatch(/^2\\\. Illari Quispe.*- \*\*No longer a match:\*\* yes/s);
    const told = JSON.parse(toJson(people, { title: 'Reefs', at: '2026-11-22T00:00:00.000Z' }));
    expect(told.people[0]).not.toHaveProperty('noLongerAMatch');
    expect(told.people[1]).toMatchObject({ name: 'Illari Quispe', noLongerAMatch: true });
  });

  it('adds no column when there is none', () => {
    expect(toCsv(peopleOf(directory([matches], false), false))).not.toContain('No longer');
  });
});

it('a person has the verification and the warnings of their card in every format', () => {
  const people = peopleWith(
    { verificationReasoning: 'Left over' },
    { isOtherPerson: true, verificationReasoning: 'Verification failed: another. Using initial assessment.' },
    { verificationReasoning: 'Verification failed: no. Using initial assessment.', hasHiddenText: true },
  ).map((one) => ({ ...one, profileProvider: 'Enrich Layer' }));
  const otherPerson = 'A different person was returned by Enrich Layer; their record was not used.';
  const failed = 'Verification failed: no. Using initial assessment.';
  const hiddenText = 'This page hides text from its readers. It was left out.';
  const told = JSON.parse(toJson(people, { title: 'Reefs', at: '2026-11-22T00:00:00.000Z' }));
  expect(told.people[0]).not.toHaveProperty('verification');
  expect(told.people[0]).not.toHaveProperty('warnings');
  expect(told.people[1]).not.toHaveProperty('verification');
  expect(told.people[1]).toMatchObject({ warnings: [otherPerson] });
  expect(told.people[2]).toMatchObject({ verification: failed, warnings: [hiddenText] });
  const [header = [], ...rows] = readCells(toCsv(people), ',');
  const columnOf = (name: string) => rows.map((row) => row[header.indexOf(name)]);
  expect(columnOf('Verification')).toEqual(['', '', failed]);
  expect(columnOf('Warnings')).toEqual(['', otherPerson, hiddenText]);
  const [, first, second, third] = toMarkdown(people, { title: 'Reefs' }).split('\n## ');
  expect(first).not.toMatch(/Verification|Warnings/);
  expect(second).toContain(`- **Warnings:** ${otherPerson}`);
  expect(third).toContain(`- **Verification:** ${failed}\n- **Warnings:** ${hiddenText}`);
});

const ORIGIN = {
  chatId: 'chat_1',
  messageId: 'msg_1',
  savedAt: '2026-05-03T08:14:00.000Z',
  relevanceScore: 69.6,
};
/** A person with every field known, both from a search and from a list. */
const KNOWN: readonly Person[] = peopleWith({
  summary: 'Maps reefs for a living',
  currentPosition: { title: 'Hydrographer', company: 'Reef Office' },
  education: { school: 'Universidad de Piura', degree: 'BSc' },
  languages: ['Quechua', 'Spanish (native or bilingual)'],
  certificates: ['Diving Master'],
  isVerified: true,
  recordDate: '2026-05-03',
  scoreReason: 'Twenty years of reefs',
  verificationReasoning: 'The record says so',
  scoreMove: { from: 58.2, to: 69.6, reason: 'the record names the office' },
  struck: 2,
  foundBy: { query: 'reef people', page: 3 },
  likeExamples: ['hydrographer', 'Navy'],
  tags: ['Reefs', 'Maps', 'Tides', 'Charts', 'Sonar'],
  profileUrl: 'https://pe.linkedin.com/in/Ada-Invented/',
  verdicts: [
    { criterionId: 'c1', verdict: 'met', source: 'record', quote: 'Hydrographer' },
    { criterionId: 'c2', verdict: 'notMet', source: 'snippet', quote: 'Lima' },
    { criterionId: 'c3', verdict: 'unclear' },
  ],
}).map((known) => ({
  ...known,
  criteria: [
    { id: 'c1', subject: 'profession', text: 'hydrographer', need: 'required' },
    { id: 'c2', subject: 'location', text: 'Piura', need: 'preferred' },
    { id: 'c3', subject: 'experience', text: 'Navy', need: 'excluded' },
  ],
  isImported: true,
  providers: 'simulated',
  status: 'contacted',
  note: 'Call\non Monday',
  rating: 'good',
  origins: [
    { ...ORIGIN, request: 'Reef people' },
    { ...ORIGIN, request: 'Peruvians at sea' },
  ],
}));

it('a file has of a person’s lists what their card shows, and says how they were found as the card does', () => {
  const shown = person({
    ...ADA,
    languages: ['Quechua', 'N/A'],
    certificates: ['Unknown'],
    tags: ['Reefs', 'Reefs', 'fintech and'],
    scoreMove: { from: 1, to: 2, reason: 'left over' },
    foundBy: { query: '', page: 3 },
  });
  const people = peopleOf(directory([shown], false), false);
  const told = JSON.parse(toJson(people, { title: 'Reefs', at: '2026-05-03' })).people[0];
  expect(told).toMatchObject({ languages: ['Quechua'], tags: ['Reefs'], howFound: 'Found on page 3' });
  for (const name of ['certificates', 'scoreMove', 'claimsLeftOut', 'likeExamples'])
    expect(told).not.toHaveProperty(name);
  const csv = toCsv(people);
  expect(csv).toContain(',Quechua,no,');
  expect(csv).toContain(',Reefs,Found on page 3,');
  const markdown = toMarkdown(people, { title: 'Reefs' });
  expect(markdown).toContain('- **Languages:** Quechua\n');
  expect(markdown).toContain('- **Tags:** Reefs\n- **How found:** Found on page 3\n');
});

describe('everything known about a person', () => {
  const PROFILE = 'https://www.linkedin.com/in/ada-invented';
  const LEFT_OUT = '2 AI claims were left out: no quote in this profile supports them.';

  it('is in the JSON export', () => {
    const { people } = JSON.parse(toJson(KNOWN, { title: 'Reefs', at: '2026-05-03' }));
    expect(people).toEqual([
      {
        rank: 1,
        name: 'Ada Okonkwo',
        score: 69,
        headline: 'Maps reefs',
        place: 'Perú',
        title: 'Hydrographer',
        company: 'Reef Office',
        degree: 'BSc',
        school: 'Universidad de Piura',
        languages: ['Quechua', 'Spanish (native or bilingual)'],
        certificates: ['Diving Master'],
        verified: true,
        verifiedByImport: true,
        recordDate: '2026-05-03',
        criteria: [
          {
            ...{ criterion: 'hydrographer', need: 'required', verdict: 'met' },
            ...{ quote: 'Hydrographer', source: 'full profile' },
          },
          {
            ...{ criterion: 'Piura', need: 'preferred', verdict: 'not met' },
            ...{ quote: 'Lima', source: 'search result' },
          },
          { criterion: 'Not Navy', need: 'excluded', verdict: 'unclear' },
        ],
        summary: 'Maps reefs for a living',
        whyThisScore: 'Twenty years of reefs',
        scoreMove: { from: 58, to: 69, reason: 'the record names the office' },
        verification: 'The record says so',
        claimsLeftOut: LEFT_OUT,
        tags: ['Reefs', 'Maps', 'Tides', 'Charts', 'Sonar'],
        profileUrl: PROFILE,
        status: 'contacted',
        note: 'Call on Monday',
        rating: 'good',
        providers: 'simulated',
        howFound: 'Found with ‘reef people’, page 3',
        likeExamples: ['hydrographer', 'Navy'],
        foundFor: ['Reef people', 'Peruvians at sea'],
      },
    ]);
  });

  it('is in the CSV export', () => {
    const [head = [], row = []] = readCells(toCsv(KNOWN), ',');
    expect(head.map((name, index) => [name, row[index]])).toEqual([
      ['Rank', '1'],
      ['Name', 'Ada Okonkwo'],
      ['Score', '69'],
      ['Headline', 'Maps reefs'],
      ['Place', 'Perú'],
      ['Position', 'Hydrographer'],
      ['Company', 'Reef Office'],
      ['Degree', 'BSc'],
      ['School', 'Universidad de Piura'],
      ['Languages', 'Quechua, Spanish (native or bilingual)'],
      ['Certificates', 'Diving Master'],
      ['Verified', 'yes, according to an imported file'],
      ['Record of', '2026-05-03'],
      ['hydrographer', 'met'],
      ['hydrographer: evidence', '“Hydrographer” (full profile)'],
      ['Piura', 'not met'],
      ['Piura: evidence', '“Lima” (search result)'],
      ['Not Navy', 'unclear'],
      ['Summary', 'Maps reefs for a living'],
      ['Why this score', 'Twenty years of reefs'],
      ['Score change', '58 → 69: the record names the office'],
      ['Verification', 'The record says so'],
      ['Claims left out', LEFT_OUT],
      ['Tags', 'Reefs, Maps, Tides, Charts, Sonar'],
      ['Status', 'contacted'],
      ['Note', 'Call on Monday'],
      ['Rating', 'good'],
      ['How found', 'Found with ‘reef people’, page 3'],
      ['Like your good examples', 'hydrographer, Navy'],
      ['Found for', 'Reef people | Peruvians at sea'],
      ['Providers', 'simulated'],
      ['Profile', PROFILE],
    ]);
  });

  it('is in the Markdown export', () => {
    expect(toMarkdown(KNOWN, { title: 'Reefs' })).toBe(`# Reefs

1 person

## 1\\. Ada Okonkwo – 69%

- **Headline:** Maps reefs
- **Place:** Perú
- **Current:** Hydrographer · Reef Office
- **Education:** BSc · Universidad de Piura
- **Languages:** Quechua, Spanish (native or bilingual)
- **Certificates:** Diving Master
- **Verified:** yes, according to an imported file, record of 2026-05-03
- **Summary:** Maps reefs for a living
- **Why this score:** Twenty years of reefs
- **Score change:** 58 → 69: the record names the office
- **Verification:** The record says so
- **Claims left out:** ${LEFT_OUT}
- **Tags:** Reefs, Maps, Tides, Charts, Sonar
- **Status:** contacted
- **Note:** Call on Monday
- **Rating:** good
- **How found:** Found with ‘reef people’, page 3
- **Like your good examples:** hydrographer, Navy
- **Found for:** Reef people \\| Peruvians at sea
- **Providers:** simulated
- **Criteria:**
  - ✓ **hydrographer**, met: “Hydrographer” (full profile)
  - ✗ **Piura** (nice to have), not met: “Lima” (search result)
  - ? **Not Navy**, unclear
- **Profile:** <${PROFILE}>
`);
  });
});

/** Cells as read by a spreadsheet that splits at `separator`, whatever separator the file uses. */
function readCells(csv: string, separator: ',' | ';'): string[][] {
  const rows: string[][] = [[]];
  let cell = '';
  let isQuoted = false;
  const text = csv.replace(/^\uFEFF/, '');
  for (let at = 0; at < text.length; at += 1) {
    const char = text.charAt(at);
    if (isQuoted) {
      if (char !== '"') cell += char;
      else if (text.charAt(at + 1) === '"') {
        cell += '"';
        at += 1;
      } else isQuoted = false;
    } else if (char === '"' && cell === '') isQuoted = true;
    else if (char === separator) {
      rows.at(-1)?.push(cell);
      cell = '';
    } else if (char === '\n') {
      rows.at(-1)?.push(cell.replace(/\r$/, ''));
      rows.push([]);
      cell = '';
    } else cell += char;
  }
  return rows.slice(0, -1);
}

const FORMULA = /^[\s"]*[=+\-@\t\r＝＋－＠﹦﹢﹣﹫−]/u;
const HOSTILE = [
  '=HYPERLINK("https://evil.example","Click")',
  '+1+1',
  '-2+3',
  '@SUM(1)',
  '\t=1+1',
  '\r=1+1',
  '  =1+1',
  '\u200B=1+1',
  '＝1+1',
  '＋1',
  '－1',
  '＠SUM(1)',
  '﹦1',
  '"=1+1',
  'a\r\n=1+1',
  'a;=1+1',
  'a;"=1+1',
  'a","=1+1',
  `=cmd|' /C calc'!A0`,
];

describe('the CSV export', () => {
  it('is UTF-8 with a byte order mark, commas and CRLF, preserving every character', () => {
    const csv = toCsv(peopleWith({ fullName: 'Inês "Nê" Cardoso, 弁護士' }));
    expect(csv).toMatch(/^\uFEFFRank,Name,Score,Headline,Place,[^\n]*\r\n1,[^\n]*\r\n$/);
    expect(csv).toContain('"Inês ""Nê"" Cardoso, 弁護士",69,Maps reefs,Perú,');
    expect(new TextEncoder().encode(csv).slice(0, 3)).toEqual(new Uint8Array([0xef, 0xbb, 0xbf]));
  });

  it('has one row per person, with a verdict and an evidence column per criterion', () => {
    const [head = [], ...rows] = readCells(toCsv(judged), ',');
    expect(rows).toHaveLength(judged.length);
    for (const row of rows) expect(row).toHaveLength(head.length);
    const marisol = Object.fromEntries(head.map((name, index) => [name, rows[0]?.[index]]));
    expect(marisol).toMatchObject({
      Rank: '1',
      Name: 'Marisol Etcheverry',
      Score: '94',
      Company: 'Calloway Reed',
      Verified: 'yes',
      lawyer: 'met',
      'lawyer: evidence': '“Partner, food and beverage regulatory group” (full profile)',
      'Not Northgate Spirits': 'unclear',
      'Not Northgate Spirits: evidence': '',
      Profile: 'https://www.linkedin.com/in/marisol-etcheverry-invented',
    });
  });

  it.each([
    ['need', ['Not reefs', 'Not reefs (nice to have)'], {}, { need: 'preferred' }],
    ['need', ['Not reefs', 'Not reefs (excluded)'], {}, { need: 'excluded', text: 'reefs' }],
    ['subject', ['Not reefs (profession)', 'Not reefs (interest)'], {}, { subject: 'interest' }],
    [
      'subject',
      ['Not reefs (profession)', 'Not reefs (interest)'],
      { need: 'excluded', text: 'reefs' },
      { subject: 'interest' },
    ],
  ] as const)('names the columns of two criteria that differ in their %s only apart', (...row) => {
    const [, names, both, change] = row;
    const one: Criterion = {
      ...{ id: 'c1', subject: 'profession', text: 'Not reefs', need: 'required' },
      ...both,
    };
    const verdicts: Verdict[] = [{ criterionId: 'c1', verdict: 'met', source: 'record', quote: 'Reefs' }];
    const people = [one, { ...one, ...change }].flatMap((criterion) =>
      peopleWith({ verdicts }).map((known) => ({ ...known, criteria: [criterion] })),
    );
    const [head = [], ...rows] = readCells(toCsv(people), ',');
    expect(head.filter((name) => name.startsWith('Not reefs'))).toEqual(
      names.flatMap((name) => [name, `${name}: evidence`]),
    );
    expect(rows.map((row) => names.map((name) => row[head.indexOf(name)]))).toEqual([
      ['met', ''],
      ['', 'met'],
    ]);
  });

  it('omits empty columns and scores that were never given', () => {
    const [one] = peopleWith({ profileUrl: 'javascript:alert(1)' });
    const [head, row] = readCells(toCsv(one === undefined ? [] : [{ ...one, isScored: false }]), ',');
    for (const name of ['Score', 'Profile', 'Note', 'Status', 'Found for']) expect(head).not.toContain(name);
    expect(row?.slice(0, 3)).toEqual(['1', 'Ada Okonkwo', 'Maps reefs']);
  });

  it('includes a score of zero', () => {
    const [head = [], row = []] = readCells(toCsv(peopleWith({ relevanceScore: 0.4 })), ',');
    expect(row[head.indexOf('Score')]).toBe('0');
  });

  it('says who is verified, and when only an imported file says so', () => {
    const found = peopleWith({}, { isVerified: true });
    const people = [...found, ...found.map((known) => ({ ...known, isImported: true }))];
    const [head = [], ...rows] = readCells(toCsv(people), ',');
    const said = rows.map((row) => row[head.indexOf('Verified')]);
    expect(said.sort()).toEqual(['no', 'no', 'yes', 'yes, according to an imported file']);
  });

  it('includes status, note and rating from a list', () => {
    const [one] = peopleWith({});
    const listed = { ...one, status: 'contacted', note: 'Call\non Monday', rating: 'good' } as Person;
    const [head = [], row = []] = readCells(toCsv([listed]), ',');
    const cellOf = (name: string) => row[head.indexOf(name)];
    expect([cellOf('Status'), cellOf('Note'), cellOf('Rating')]).toEqual([
      'contacted',
      'Call on Monday',
      'good',
    ]);
  });

  it.each(HOSTILE)('never starts a formula with %j, in any cell and with any separator', (text) => {
    const csv = toCsv(
      peopleWith({
        fullName: text,
        headline: text,
        location: text,
        summary: text,
        tags: [text],
        scoreReason: text,
      }),
    );
    for (const separator of [',', ';'] as const)
      for (const cell of readCells(csv, separator).flat()) expect(cell).not.toMatch(FORMULA);
    expect(readCells(csv, ',')).toHaveLength(2);
  });

  it('never starts a formula, for arbitrary text', () => {
    const part = fc.constantFrom(
      '=',
      '+',
      '-',
      '@',
      '\t',
      '\r',
      '\n',
      ';',
      ',',
      '"',
      "'",
      ' ',
      'a',
      '＝',
      '\u200B',
    );
    fc.assert(
      fc.property(fc.array(fc.array(part, { maxLength: 8 }), { minLength: 1, maxLength: 3 }), (texts) => {
        const csv = `${texts.map((text) => toCell(text.join(''))).join(',')}\r\n`;
        expect(readCells(csv, ',')).toHaveLength(1);
        for (const separator of [',', ';'] as const)
          for (const cell of readCells(csv, separator).flat()) expect(cell).not.toMatch(FORMULA);
      }),
    );
  });

  it('limits cells to the length spreadsheets accept', () => {
    const csv = toCsv(peopleWith({ summary: `=${'x'.repeat(40_000)}` }));
    const longest = Math.max(
      ...readCells(csv, ',')
        .flat()
        .map(({ length }) => length),
    );
    expect(longest).toBeGreaterThanOrEqual(32_000);
    expect(longest).toBeLessThanOrEqual(32_767);
  });

  it('quotes a text with a semicolon, at which some programs split', () => {
    expect(toCell('Maps; reefs')).toBe('"Maps; reefs"');
  });

  it('reads the verdicts of each person as often in a list from many answers as by themselves', () => {
    let reads = 0;
    const counted = Array.from({ length: 50 }, (_, index) => ({
      criteria: [{ id: 'c1', subject: 'experience', text: `Reef ${index}`, need: 'required' } as const],
      ...person({ id: `ada-${index}`, fullName: 'Ada' }),
      get verdicts(): Verdict[] {
        reads += 1;
        return [{ criterionId: 'c1', verdict: 'met', quote: 'reefs', source: 'title' }];
      },
    }));
    const people = peopleOf(directory(counted, false), false).map((one, index) => ({
      ...one,
      criteria: counted[index]?.criteria,
    }));
    const readsFor = (some: readonly Person[]) => {
      reads = 0;
      const [head = [], ...rows] = readCells(toCsv(some), ',');
      for (const [index, row] of rows.entries()) expect(row[head.indexOf(`Reef ${index}`)]).toBe('met');
      return reads / some.length;
    };
    expect(readsFor(people)).toBe(readsFor(people.slice(0, 1)));
  });

  it('has a heading even without people', () => {
    expect(toCsv([])).toBe('\uFEFFName\r\n');
  });

  it('keeps each text on one line', () => {
    expect(toCell('Maps\u2028reefs  and\ttides')).toBe('Maps reefs and tides');
  });

  it('leaves other text unchanged', () => {
    for (const text of ['Ada', 'C++ and C#', '70% + more', "O'Hara", 'a=b', 'x@example.com', '3 - 4'])
      expect(toCell(text)).toBe(text);
    expect(toCell(-5)).toBe('-5');
  });
});

describe('the JSON export', () => {
  it('contains what the cards show, as named fields', () => {
    const { title, exportedAt, people } = JSON.parse(toJson(judged, { title: 'Lawyers', at: '2026-05-03' }));
    expect({ title, exportedAt }).toEqual({ title: 'Lawyers', exportedAt: '2026-05-03' });
    expect(people[0]).toMatchObject({ rank: 1, name: 'Marisol Etcheverry', score: 94, verified: true });
    expect(people[0].criteria[4]).toEqual({
      criterion: 'Not Northgate Spirits',
      need: 'excluded',
      verdict: 'unclear',
    });
    expect(people[0].criteria[1]).toMatchObject({ quote: expect.any(String), source: 'search result' });
  });

  it('says of verified people only that an imported file says so', () => {
    const people = peopleWith({ isVerified: true }, {}).map((known) => ({ ...known, isImported: true }));
    const told = JSON.parse(toJson(people, { title: '', at: '' }));
    expect(told.people).toMatchObject([{ verified: true, verifiedByImport: true }, { verified: false }]);
    expect(told.people[1]).not.toHaveProperty('verifiedByImport');
  });

  it('omits placeholder values, links that are not profiles, and invisible characters', () => {
    const [one] = JSON.parse(
      toJson(
        peopleWith({
          fullName: 'Ada\u202E\u0000Okonkwo',
          profileUrl: 'https://evil.example/in/ada',
          currentPosition: { title: 'N/A', company: 'Unknown' },
          education: { school: 'Not specified', degree: 'N/A' },
        }),
        { title: '', at: '' },
      ),
    ).people;
    expect(one).toMatchObject({ name: 'Ada Okonkwo', title: '', company: '', degree: '', school: '' });
    expect(one).not.toHaveProperty('profileUrl');
    const [tagged] = JSON.parse(
      toJson(peopleWith({ tags: ['\u200B', 'Reefs'] }), { title: '', at: '' }),
    ).people;
    expect(tagged.tags).toEqual(['Reefs']);
  });
});

it('no text in an export has invisible characters, whatever it says about the person', () => {
  const text = 'Re\u200Befs';
  const people = peopleWith({
    fullName: text,
    headline: text,
    location: text,
    currentPosition: { title: text, company: text },
    education: { school: text, degree: text },
    languages: [text],
    certificates: [text],
    summary: text,
    tags: [text],
    isVerified: true,
    recordDate: text,
    scoreReason: text,
    verificationReasoning: text,
    scoreMove: { from: 50, to: 60, reason: text },
    foundBy: { query: text, page: 1 },
    likeExamples: [text],
    verdicts: [{ criterionId: 'c1', verdict: 'met', source: 'record', quote: text }],
  }).map(
    (known): Person => ({
      ...known,
      criteria: [{ id: 'c1', subject: 'interest', text, need: 'required' }],
      status: text,
      note: text,
      origins: [{ ...ORIGIN, request: text }],
    }),
  );
  const json = toJson(people, { title: text, at: '2026-05-03' });
  expect(json).not.toContain('\u200B');
  expect(json.match(/Reefs/g)).toHaveLength(23);
  for (const file of [toCsv(people), toMarkdown(people, { title: text })])
    expect(file).not.toContain('\u200B');
});

/** Markdown without its escapes: any special character left is active. */
const unescaped = (markdown: string): string => markdown.replace(/\\[!-/:-@[-`{-~]/g, '');

describe('the Markdown export', () => {
  it('has a section per person with verdicts, evidence and link', () => {
    const markdown = toMarkdown(judged, { title: 'Lawyers' });
    expect(markdown).toMatch(
      /^# Lawyers\n\n7 people\n\n## 1\\\. Marisol Etcheverry – 94%\n\n- \*\*Headline:\*\* /,
    );
    expect(markdown).toContain(
      '  - ✓ **lawyer**, met: “Partner, food and beverage regulatory group” (full profile)\n',
    );
    expect(markdown).toContain(
      '  - ✗ **Washington, D.C.** (nice to have), not met: “New York, United States”',
    );
    expect(markdown).toContain('- **Profile:** <https://www.linkedin.com/in/marisol-etcheverry-invented>\n');
    expect(markdown.match(/^## /gm)).toHaveLength(7);
  });

  it('has no score that was never given, and the date of a record only if it is known', () => {
    const [one] = peopleWith({ isVerified: true });
    const markdown = toMarkdown(one === undefined ? [] : [{ ...one, isScored: false }], { title: 'Reefs' });
    expect(markdown).toContain('## 1\\. Ada Okonkwo\n');
    expect(markdown).toContain('- **Verified:** yes\n');
  });

  it.each([
    '[click](https://evil.example)',
    '![pixel](//evil.example/x.png)',
    '<script>alert(1)</script>',
    '<https://evil.example>',
    '# Heading {#id}',
    '**bold** _it_ ~~gone~~ ==mark== ^up^ `code`',
    '| a | b |',
    '&lt;b&gt;',
    'a\n\n# Heading\n- item\n1. one\n> quote\n```\n---',
    '\\[click](x)',
    '$x$',
  ])('escapes text from the web: %j', (text) => {
    const written = toMarkdownText(text);
    expect(unescaped(written)).not.toMatch(/[`*_[\]<>#&|~^=${}\\\n]/);
  });

  it.each([
    ['https://evil.example', /:\/\//],
    ['www.evil.example', /www\./],
    ['ada@evil.example', /@\w|\w\.\w\w/],
    ['@somebody', /@\w/],
    ['evil.com', /\w\.\w\w/],
    ['mailto:a@b.co', /@\w/],
  ])('prevents autolinks: %s', (text, link) => {
    expect(text).toMatch(link);
    expect(toMarkdownText(text)).not.toMatch(link);
    expect(toMarkdownText(text).replaceAll('\u2060', '')).toBe(text);
  });

  it('keeps each text on one line', () => {
    expect(toMarkdownText('Maps\u2028reefs  and\ttides')).toBe('Maps reefs and tides');
  });

  it('adds no lines or headings from a person’s text', () => {
    const markdown = toMarkdown(
      peopleWith({ headline: 'Maps reefs\n## 2. Somebody else\n- **Score:** 100' }),
      {
        title: 'x\n# y',
      },
    );
    expect(markdown.match(/^#+ .*/gm)).toEqual(['# x \\# y', '## 1\\. Ada Okonkwo – 69%']);
    expect(markdown).not.toMatch(/^- \*\*Score/m);
  });
});

it('every export keeps hidden names hidden', () => {
  const hidden = peopleOf(
    withoutNames(
      directory([person({ ...ADA, summary: 'Ada Okonkwo maps. See linkedin.com/in/ada' })], false),
      false,
    ),
    false,
  );
  for (const file of [
    toCsv(hidden),
    toJson(hidden, { title: '', at: '' }),
    toMarkdown(hidden, { title: '' }),
  ]) {
    expect(file).toContain('Person 1');
    expect(file).not.toMatch(/Okonkwo|linkedin/i);
  }
});

it.each([
  ['csv', 'text/csv', /^\uFEFFRank,Name,/],
  ['json', 'application/json', /^\{\n {2}"title": "Reefs",\n {2}"exportedAt": "2026-05-03",/],
  ['md', 'text/markdown', /^# Reefs\n\n1 person\n/],
] as const)(
  'a file is called, typed and written according to its extension: %s',
  (extension, type, beginning) => {
    const file = toFile(KNOWN, extension, { title: 'Reefs', at: '2026-05-03' });
    expect(file).toEqual({ name: `Reefs.${extension}`, type, text: expect.stringMatching(beginning) });
  },
);

describe('a file name', () => {
  it.each([
    ['Peruvian lawyers in Berlin', 'Peruvian lawyers in Berlin.csv'],
    ['Ingénieurs à Łódź (弁護士)', 'Ingénieurs à Łódź (弁護士).csv'],
    ['../../etc/passwd', 'etc passwd.csv'],
    ['C:\\Windows\\"x"|<y>?*', 'C Windows x y.csv'],
    ['.hidden', 'hidden.csv'],
    ['report\u202Efdp.exe', 'reportfdp exe.csv'],
    ['CON', 'CON people.csv'],
    ['con.', 'con people.csv'],
    [' \n\0', 'People.csv'],
    ['🧪', 'People.csv'],
    ['Inge\u0301nieurs', 'Ing\u00e9nieurs.csv'],
    ['x'.repeat(300), `${'x'.repeat(60)}.csv`],
    ['𠮷'.repeat(61), `${'𠮷'.repeat(60)}.csv`],
    [
      'Peruvian management consultants who studied at Dartmouth College',
      'Peruvian management consultants who studied at Dartmouth.csv',
    ],
    [`${'x'.repeat(29)} ${'y'.repeat(30)} z`, `${'x'.repeat(29)} ${'y'.repeat(30)}.csv`],
    [`${'x'.repeat(30)} ${'y'.repeat(30)}`, `${'x'.repeat(30)}.csv`],
    [`${'x'.repeat(29)} ${'y'.repeat(31)}`, `${'x'.repeat(29)} ${'y'.repeat(30)}.csv`],
  ])('for %j is %s', (title, name) => {
    expect(fileNameOf(title, 'csv')).toBe(name);
  });
});
