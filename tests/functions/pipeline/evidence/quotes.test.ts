import { describe, expect, it } from 'vitest';
import { findingsOf, sourcesOf, weighClaims } from '#functions/pipeline/evidence/evidence.ts';
import type { Criterion, Verdict } from '#shared/criteria.ts';
import { type PROFILE, type Row, weigh } from '../judging.ts';

describe('a quote', () => {
  const snippet = 'Master’s degree in “deep” learning, 2019–2023 · machine‑learning engineer';
  it.each([
    "Master's degree",
    'Master‘s degree in "deep" learning',
    'Master’s degree in «deep» learning, 2019-2023',
  ])('may use other punctuation marks than the page: %s', (quote) => {
    const criteria: Criterion[] = [
      { id: 'c1', subject: 'education', text: 'master’s degree', need: 'required' },
    ];
    const sources = sourcesOf({ title: 'Ana Poma | LinkedIn', snippet });
    expect(weighClaims([{ id: 'c1', verdict: 'met', quote }], criteria, sources)).toMatchObject({ held: 1 });
  });

  it.each(['Masters degree', 'Master"s degree', 'Master s degree'])(
    'is struck if a mark is missing or of another kind: %s',
    (quote) => {
      const criteria: Criterion[] = [
        { id: 'c1', subject: 'education', text: 'master’s degree', need: 'required' },
      ];
      const sources = sourcesOf({ title: 'Ana Poma | LinkedIn', snippet });
      expect(weighClaims([{ id: 'c1', verdict: 'met', quote }], criteria, sources)).toMatchObject({
        struck: [{}],
      });
    },
  );
});

it('is found in a text with endless combining marks', () => {
  const criteria: Criterion[] = [{ id: 'c1', subject: 'profession', text: 'nurse', need: 'required' }];
  const snippet = `Lima${'\u0301'.repeat(500_000)}${'\u0316'.repeat(500_000)} · Nurse at a clinic`;
  const claims = [{ id: 'c1', verdict: 'met', quote: 'Nurse at a clinic' }] as const;
  const sources = sourcesOf({ title: 'Ana Poma | LinkedIn', snippet });
  expect(weighClaims(claims, criteria, sources)).toMatchObject({ held: 1 });
});

it('needs no spaces around it in a script without them', () => {
  const sources = sourcesOf({ title: 'Ana Poma', snippet: '元トヨタ社員' });
  expect(weigh(['experience', 'トヨタ', 'トヨタ'], 'met', 'required', sources).held).toBe(1);
});

describe('a claim about a place', () => {
  it.each<[...Row, texts: Partial<typeof PROFILE>, isHeld: boolean]>([
    [
      'location',
      'California',
      'Student at California',
      { title: 'Ana Poma - Student at California Institute of Technology' },
      false,
    ],
    ['location', 'California', 'California', { title: 'Ana Poma - University of California' }, false],
    ['location', 'Mexico', 'Mexico', { snippet: 'Nurse. · Location: Santa Fe, New Mexico' }, false],
    ['location', 'Colorado', 'Boulder, UT', { snippet: 'Nurse. · Location: Boulder, UT' }, false],
    ['location', 'California', 'Baja California', { snippet: 'Lives in Baja California.' }, false],
    ['nationality', 'German', 'Lecturer, German', { snippet: 'Lecturer, German University in Cairo' }, false],
    ['location', 'California', 'Student, California', { title: 'Ana Poma - Student, California' }, true],
    ['location', 'San Francisco', 'San Francisco', { snippet: 'Location: San Francisco Bay Area' }, true],
    ['location', 'Peru', 'Lives in Lima', { snippet: 'Lives in Lima Peru. College teacher.' }, true],
    ['location', 'Lima', 'lives in Lima', { snippet: 'She lives in Lima. Harvard University alumna.' }, true],
    [
      'location',
      'Germany',
      'Germany',
      { snippet: 'Location: Berlin, Germany · Education: Lund University' },
      true,
    ],
    ['location', 'Turkey', 'Turkey', { snippet: 'İİİİİİİİ. Location: Ankara, Turkey · Nurse' }, true],
    ['nationality', 'Peruvian', 'Peruvian', { snippet: 'İzmir, Peruvian nurse' }, true],
    // One of the texts has it as a place of its own.
    [
      'location',
      'Boston',
      'Boston',
      { title: 'Ana Poma - Boston University', snippet: 'Location: Boston, Massachusetts' },
      true,
    ],
    // For anything but a place, part of the name is enough.
    ['experience', 'McKinsey', 'McKinsey', { snippet: 'Experience: McKinsey & Company' }, true],
  ])('reads a name as a whole: %s %s by %j in %j', (subject, text, quote, texts, isHeld) => {
    const sources = sourcesOf({ title: 'Ana Poma', snippet: '', ...texts });
    expect(weigh([subject, text, quote], 'met', 'required', sources).held).toBe(isHeld ? 1 : 0);
  });
});

describe('a quote that includes the snippet’s label', () => {
  const judged = ([subject, text, quote]: Row, snippet: string, verdict: 'met' | 'notMet') =>
    weigh([subject, text, quote], verdict, 'required', sourcesOf({ title: 'Ana Poma', snippet })).held;

  it.each<[...Row, label: string, verdict: 'met' | 'notMet', held: number]>([
    ['profession', 'consultant', 'Larkmoor Consulting Group', 'Experience: ', 'met', 0],
    ['education', 'University of Oxford', 'University of Oxford', 'Experience: ', 'met', 0],
    ['experience', 'European Commission', 'Quito, EC', 'Location: ', 'met', 0],
    ['experience', 'IT', 'Milan, IT', 'Location: ', 'met', 0],
    ['experience', 'German', 'German University of Cairo', 'Education: ', 'met', 0],
    ['location', 'Cambridge', 'Cambridge', 'Education: ', 'met', 0],
    ['location', 'California', 'California', 'Experience: University of ', 'met', 0],
    ['location', 'Germany', 'Rosenheim', 'Location: ', 'met', 1],
    ['location', 'Bavaria', 'Munich', 'Location: ', 'met', 1],
    ['location', 'Bavaria', 'Munich', 'Ort: ', 'met', 1],
    ['location', 'Bavaria', 'Munich', '所在地：', 'met', 1],
    ['location', 'Peru', 'Lima, Peru', 'Location: ', 'met', 1],
    ['experience', 'Deloitte', 'Deloitte', 'Experience: ', 'met', 1],
    ['education', 'University of Oxford', 'University of Oxford', 'Education: ', 'met', 1],
    ['location', 'London', 'London, Ontario, Canada', 'Location: ', 'notMet', 1],
    ['location', 'Spain', 'Lima, Peru', 'Location: ', 'notMet', 1],
    ['experience', 'Deloitte', 'Quipu Robotics', 'Experience: ', 'notMet', 1],
    ['education', 'University of Oxford', 'Larkmoor University', 'Education: ', 'notMet', 1],
  ])(
    'is judged like one without it: %s %s by %j after %j, %s',
    (subject, text, quote, label, verdict, held) => {
      for (const before of ['', 'Nurse · ', 'Likes İzmir · ']) {
        const snippet = `${before}${label}${quote} · 500+ connections`;
        expect(judged([subject, text, quote], snippet, verdict)).toBe(held);
        expect(judged([subject, text, label + quote], snippet, verdict)).toBe(held);
      }
    },
  );

  it.each<[...Row, snippet: string]>([
    ['profession', 'teacher', 'education: I teach maths', 'Passionate about education: I teach maths'],
    ['profession', 'nurse', 'experience: Registered nurse', 'Work experience: Registered nurse in Lima'],
    ['experience', 'Garanti', 'Konum: İstanbul · Deneyim: Garanti', 'Konum: İstanbul · Deneyim: Garanti'],
    [
      'location',
      'Lima',
      'Experience: Quipu Works · Location: Lima',
      'Experience: Quipu Works · Location: Lima',
    ],
  ])('may have such words in a sentence, or several labels: %s %s by %j', (subject, text, quote, snippet) => {
    expect(judged([subject, text, quote], snippet, 'met')).toBe(1);
  });

  it('says nothing if it is only the label', () => {
    for (const verdict of ['met', 'notMet'] as const)
      expect(judged(['location', 'Spain', 'Location:'], 'Location: Lima, Peru', verdict)).toBe(0);
  });
});

describe('a verdict', () => {
  it.each<[...Row, texts: Partial<typeof PROFILE>, verdict: Verdict['verdict']]>([
    [
      'location',
      'California',
      'Student at California',
      { title: 'Ana Poma - Student at California ...' },
      'unclear',
    ],
    [
      'location',
      'California',
      'Student at California',
      { title: 'Ana Poma - Student at California …' },
      'unclear',
    ],
    [
      'location',
      'New York',
      'Analyst, New York',
      { title: 'Ana Poma - Analyst, New York ... | LinkedIn' },
      'unclear',
    ],
    [
      'nationality',
      'American',
      'Pilot at American',
      { snippet: 'Pilot at American ... · 500+ connections' },
      'unclear',
    ],
    [
      'location',
      'California',
      'Student in California',
      { title: 'Ana Poma - Student in California | bees ...' },
      'met',
    ],
    [
      'location',
      'New York',
      'Living in New York, United States',
      { snippet: 'Living in New York, United States ...' },
      'met',
    ],
    ['location', 'New York', 'New York', { snippet: 'Nurse. · Location: New York ...' }, 'met'],
    ['profession', 'Student', 'Student', { title: 'Ana Poma - Student ...' }, 'met'],
  ])(
    'rests on no place name that may be cut off, and neither does a claim: %s %s by %j in %j',
    (subject, text, quote, texts, verdict) => {
      const criteria = [{ id: 'c1', subject, text, need: 'required' }] as const;
      const sources = sourcesOf({ title: 'Ana Poma', snippet: '', ...texts });
      const claim = { id: 'c1', verdict: 'met', quote } as const;
      for (const { verdicts } of [findingsOf(criteria, sources), weighClaims([claim], criteria, sources)])
        expect(verdicts[0]?.verdict).toBe(verdict);
    },
  );
});
