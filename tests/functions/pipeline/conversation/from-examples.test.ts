import { describe, expect, it } from 'vitest';
import { criteriaFromExamples } from '#functions/pipeline/conversation/from-examples.ts';
import type { Criterion } from '#shared/criteria.ts';
import type { Basis } from '#shared/search-request.ts';
import { ATTACK_KINDS } from '#tests/support/attacks.ts';
import { foundProfile } from '#tests/support/fake-providers.ts';

type Rating = 'good' | 'bad';

/** A basis of rated people, given by rating, page title and snippet. */
function marked(...people: readonly (readonly [Rating, string, string?])[]): Basis {
  const found = people.map(([, title, snippet = ''], index) =>
    foundProfile(index + 1, { title: `Person ${index + 1} - ${title} | LinkedIn`, snippet }),
  );
  return {
    request: 'people in fintech',
    googleSearchQuery: 'site:linkedin.com/in fintech',
    criteria: [],
    people: found,
    examples: people.map(([rating], index) => ({ url: found[index]?.url ?? '', rating })),
  };
}

const textsFrom = (basis: Basis, asked: readonly Criterion[] = []) =>
  criteriaFromExamples(basis, asked).map(({ subject, text }) => `${subject}: ${text}`);

describe('criteria from good examples', () => {
  it('are the professions, firms and schools that at least two of them share', () => {
    const basis = marked(
      ['good', 'Senior Product Manager at Nubank', 'Education: Larkmoor Institute · Location: Lima, Peru'],
      [
        'good',
        'Product Managers, Payments at Nubank',
        'Education: Quipu School · Location: Bogotá, Colombia',
      ],
      ['good', 'Designer at Plaza Verde', 'Education: Larkmoor Institute · Location: Lima, Peru'],
    );
    expect(criteriaFromExamples(basis, [])).toEqual([
      { id: 'e1', subject: 'profession', text: 'Product Manager', need: 'preferred' },
      { id: 'e2', subject: 'experience', text: 'Nubank', need: 'preferred' },
      { id: 'e3', subject: 'education', text: 'Larkmoor Institute', need: 'preferred' },
    ]);
  });

  it('include headline words that several of them share', () => {
    expect(
      textsFrom(
        marked(
          ['good', 'Product Manager at Nubank | open banking'],
          ['good', 'Product Manager at Plaza Verde | Open Banking and chess'],
        ),
      ),
    ).toEqual(['profession: Product Manager', 'interest: open banking']);
  });

  it('are the three that most of them share, a phrase by each of its words', () => {
    const cook = (firm: string, more = '') =>
      ['good', `Cook at ${firm} | chess`, `${more}Location: Lima`] as const;
    const school = 'Education: Larkmoor Institute · ';
    expect(textsFrom(marked(cook('Nubank', school), cook('Nubank', school), cook('Plaza Verde')))).toEqual([
      'profession: Cook',
      'interest: chess',
      'location: Lima',
    ]);
    const roles = ['Product Manager', 'Product Manager', 'Sales Manager'];
    expect(textsFrom(marked(...roles.map((role) => ['good', role] as const)))).toEqual([
      'profession: Product Manager',
    ]);
  });

  it('have at most five words', () => {
    const texts = (role: string) => textsFrom(marked(['good', role]));
    expect(texts('Head of Global Product Design')).toEqual(['profession: Head of Global Product Design']);
    expect(texts('Head of Our Global Product Design')).toEqual([]);
  });

  it('include no headline words about the past', () => {
    const cook = ['good', 'Cook | ex-Nubank'] as const;
    expect(textsFrom(marked(cook, cook))).toEqual(['profession: Cook']);
  });

  it('include the most specific place they share, unless a place is asked for, or that one excluded', () => {
    const basis = marked(
      ['good', 'Cook', 'Location: Lima, Peru'],
      ['good', 'Designer', 'Location: Lima, Peru'],
      ['good', 'Beekeeper', 'Location: Lima'],
    );
    expect(textsFrom(basis)).toEqual(['location: Lima']);
    for (const [text, need] of [
      ['Callao or Lima', 'required'],
      ['South America', 'preferred'],
      ['Peru', 'excluded'],
    ] as const) {
      const asked: Criterion = { id: 'c1', subject: 'location', text, need };
      expect(textsFrom(basis, [asked])).toEqual([]);
    }
  });

  it('are profession and firm if there is only one example', () => {
    expect(
      textsFrom(
        marked(['good', 'Product Manager, Payments at Nubank', 'Education: Larkmoor · Location: Lima']),
      ),
    ).toEqual(['profession: Product Manager', 'experience: Nubank']);
  });

  it('include nothing that a bad example shares', () => {
    const good = ['good', 'Product Manager at Nubank'] as const;
    expect(textsFrom(marked(good, good, ['bad', 'Product Manager at Plaza Verde']))).toEqual([
      'experience: Nubank',
    ]);
    expect(textsFrom(marked(['bad', 'Recruiter at Nubank'], ['bad', 'Recruiter at Nubank']))).toEqual([]);
  });

  it('include nothing that is already required or excluded', () => {
    const basis = marked(['good', 'Product Manager at Nubank'], ['good', 'Product Manager at Nubank']);
    const asked = (subject: Criterion['subject'], text: string, need: Criterion['need']): Criterion[] => [
      { id: 'c1', subject, text, need },
    ];
    expect(textsFrom(basis, asked('profession', 'product managers', 'required'))).toEqual([
      'experience: Nubank',
    ]);
    expect(textsFrom(basis, asked('experience', 'Nubank', 'excluded'))).toEqual([
      'profession: Product Manager',
    ]);
    expect(textsFrom(basis, asked('profession', 'manager', 'required'))).toContain(
      'profession: Product Manager',
    );
  });

  it.each(['Peruvian Engineers', 'Latina Founder', 'Catholic', 'Mother', 'Black Founder'])(
    'include nothing sensitive: %s',
    (headline) => {
      const texts = textsFrom(marked(['good', `${headline} | Chess`], ['good', `${headline} | Chess`]));
      expect(texts.join()).not.toMatch(/Peruvian|Latina|Catholic|Mother|Black/);
      expect(textsFrom(marked(['good', `${headline} at ${headline}`]))).toEqual([]);
    },
  );

  it('ignore examples that are not among the people sent', () => {
    const basis = marked(['good', 'Product Manager at Nubank']);
    expect(textsFrom({ ...basis, people: [] })).toEqual([]);
  });
});

describe('a hostile example', () => {
  it.each(ATTACK_KINDS)('adds only plain words of its own profession and firm: $kind', ({ text }) => {
    for (const title of [`Cook ${text} at Vant`, `Cook at Vant ${text}`, `${text} at ${text}`]) {
      const texts = criteriaFromExamples(marked(['good', title]), []);
      for (const one of texts) {
        expect(one).toMatchObject({ need: 'preferred' });
        expect(one.text).toMatch(/^[\p{L}\p{N}][\p{L}\p{N}\p{M} &+.'’/#-]{0,59}$/u);
        expect(one.text.split(' ').length).toBeLessThanOrEqual(5);
        expect(['profession', 'experience']).toContain(one.subject);
      }
      const honest = marked(['good', title], ['good', 'Cook at Vant'], ['good', 'Cook at Vant']);
      for (const each of criteriaFromExamples(honest, [])) expect(['Cook', 'Vant']).toContain(each.text);
    }
  });
});
