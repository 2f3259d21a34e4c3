import { describe, expect, it, vi } from 'vitest';
import type { DisplayProfile } from '#shared/results.ts';
import { sampleMessage } from '#tests/web/features/search/sample-events.ts';
import { directory, person } from '#tests/web/gallery/people.ts';
import { createNameHider, storyWithoutNames, withoutNames } from '#web/features/results/without-names.ts';

/** The text as shown on the card of a person with that name. */
function hide(fullName: string, text: string, profileUrl = ''): string {
  const data = directory([person({ id: 'one', fullName, summary: text, profileUrl })], false);
  return withoutNames(data, false).otherProfiles[0]?.summary ?? '';
}

describe('a name in a text', () => {
  it.each([
    ['Ada Okonkwo', 'Ada Okonkwo maps reefs.', 'Person 1 maps reefs.'],
    ['Ada Okonkwo', 'Ada’s reefs, by Ms. Okonkwo.', 'Person 1’s reefs, by Person 1.'],
    ['Ada Okonkwo', 'OKONKWO, Ada – a reef', 'Person 1 – a reef'],
    ['Ada Okonkwo', 'Meet A. Okonkwo, or Ada B. Okonkwo', 'Meet Person 1, or Person 1'],
    ['Ada Okonkwo', 'ada okonkwo dives', 'Person 1 dives'],
    ['Okonkwo, Ada, PhD', 'A PhD, as Ada says', 'A PhD, as Person 1 says'],
    ['Inês Cardoso', 'Ines CARDOSO studied', 'Person 1 studied'],
    ['Ana de la Cruz', 'In la Paz Ana de la Cruz works de facto', 'In la Paz Person 1 works de facto'],
    ['Maria-Luisa García', 'Maria-Luisa García; Maria', 'Person 1; Person 1'],
    ['Grace Hopper', 'With grace. Grace compiles.', 'With grace. Person 1 compiles.'],
    ['Will Young', 'Will dives. Will Young does.', 'Will dives. Person 1 does.'],
    ['Ada Li', 'Ms. Li and Li-based teams', 'Person 1 and Person 1-based teams'],
    ['Ada B. Okonkwo', 'In phase B Ada led; adaokonkwo dives', 'In phase B Person 1 led; Person 1 dives'],
    ['Ada Okonkwo', 'They miss Ada, Madam Chair', 'They miss Person 1, Madam Chair'],
    ['Ana de la Cruz', 'A la Paz y La Cruz', 'A la Paz y La Person 1'],
    ['山田太郎', '山田太郎は弁護士です', 'Person 1は弁護士です'],
    ['太郎 山田', '山田太郎は弁護士です', 'Person 1は弁護士です'],
    ['王 伟', '王伟是律师; 王 伟是律师, says Mr. 王', 'Person 1是律师; Person 1是律师, says Person 1'],
    ['伟 王', '王伟住在王国', 'Person 1住在王国'],
    ['ليلى المنصوري', 'ليلى المنصوري محامية; ليلى', 'Person 1 محامية; Person 1'],
    [
      '王小明',
      '小明毕业于清华大学。王先生现居北京，王律师。',
      'Person 1毕业于清华大学。Person 1现居北京，Person 1律师。',
    ],
    ['王小明', '王小明先生，在王国', 'Person 1，在王国'],
    ['王 伟', '王女士是律师', 'Person 1是律师'],
    ['欧阳明月', '明月和欧阳', 'Person 1和Person 1'],
    ['山田太郎', '太郎さんは、山田さんは', 'Person 1は、Person 1は'],
    ['김민수', '민수는 변호사. 김씨, 김 교수', 'Person 1는 변호사. Person 1, Person 1 교수'],
    ['이민수', '학생이 교수를 만났다', '학생이 교수를 만났다'],
    ['דוד כהן', 'לדוד ניסיון. ודוד כהן, שלי', 'Person 1 ניסיון. Person 1, שלי'],
    ['לי כהן', 'לי, שלי', 'Person 1, שלי'],
    ['محمد العتيبي', 'ومحمد يعمل. للعتيبي خبرة', 'Person 1 يعمل. Person 1 خبرة'],
    ['علی\u200cرضا محمدی', 'علیرضا محمدی، علی رضا، علی\u200cرضا', 'Person 1، Person 1، Person 1'],
    ['علیرضا محمدی', 'علی\u200cرضا', 'Person 1'],
    ['علی رضا', 'علی\u200cرضا', 'Person 1'],
    ['👩🏽‍🍳 Zoë “Chef” Ñandú 🥑', 'Zoe Nandu cooks', 'Person 1 cooks'],
  ])('is replaced for %s: "%s"', (fullName, text, shown) => {
    expect(hide(fullName, text)).toBe(shown);
  });

  it.each([
    'Adamant about Okonkwork',
    'An HIS, SHE and M.D. at St. Mary’s',
    'At @Google since 2019, in B2B and e-commerce',
    '',
  ])('is not found inside other words: "%s"', (text) => {
    expect(hide('Ada Okonkwo', text)).toBe(text);
  });

  it.each(['人', '@', ')', '.', ' '])('is replaced after any number of %j', (character) => {
    const run = `x${character.repeat(500_000)}x`;
    expect(hide('Ada Okonkwo', `${run} Ada`)).toBe(`${run} Person 1`);
  });

  it('without letters hides nothing', () => {
    expect(hide('🥑', '❤️ Cooks in Lima.')).toBe('❤️ Cooks in Lima.');
  });
});

describe('a URL or handle in a text', () => {
  const url = 'https://www.linkedin.com/in/ada-reef-9';

  it.each([
    ['See https://ada.example/x, or www.okonkwo.example', 'See [link hidden] or [link hidden]'],
    ['Mail ada@reef.example.', 'Mail [link hidden].'],
    ['de.linkedin.com/in/ada-reef-9 is me', '[link hidden] is me'],
    ['I am ada-reef-9', 'I am Person 1'],
    ['Or (ADA-REEF-9), as ever', 'Or Person 1 as ever'],
    ['Writes as @adaokonkwo and okonkwo.dev', 'Writes as Person 1 and Person 1'],
    ['The team is Okonkwo-led.', 'The team is Person 1-led.'],
    ['(https://ada.example)ada@reef.example', '([link hidden])[link hidden]'],
    ['Ada,ada@reef.example(a@b.example),x', '[link hidden]),x'],
    ['请联系ada@reef.example', '[link hidden]'],
    ['介绍www.okonkwo.example', '介绍[link hidden]'],
  ])('is hidden: "%s"', (text, shown) => {
    expect(hide('Ada Okonkwo', text, url)).toBe(shown);
  });

  it.each(['a@(', '王www.,)'])('is hidden after any number of %j', (unit) => {
    // So many that matching from each to the end would take minutes.
    const text = `${unit.repeat(100_000)} ada@reef.example`;
    expect(hide('Ada Okonkwo', text)).toMatch(/ \[link hidden\]$/);
  });

  it('is hidden for containing a part of the name of four letters, but not a shorter one', () => {
    expect(hide('Ada Ruiz', 'Writes as @aruiz')).toBe('Writes as Person 1');
    const text = 'Builds public.dev in canada.example';
    expect(hide('Ada Li', text)).toBe(text);
  });
});

describe('pronouns in a text', () => {
  it.each([
    [
      'She maps reefs; he’s known for her maps.',
      'This person maps reefs; this person’s known for their maps.',
    ],
    ['His work made him: they asked her.', 'Their work made this person: they asked them.'],
    ['She taught herself; it is hers.', 'This person taught themself; it is theirs.'],
    ['Engineer (she/her) at Acme', 'Engineer at Acme'],
    ['Engineer | She/Her/Hers | Reefs', 'Engineer | Reefs'],
    ['he/him – diver', 'diver'],
    ['Abogada (ella/she)', 'Abogada'],
    ['What he/she does', 'What this person does'],
    ['The theory here: others cohere', 'The theory here: others cohere'],
    ['He trabajado diez años; he escrito y leído', 'He trabajado diez años; he escrito y leído'],
    ['Lo he hecho. He sido jueza. He does', 'Lo he hecho. He sido jueza. This person does'],
  ])('are neutralised: "%s"', (text, shown) => {
    expect(hide('Ada Okonkwo', text)).toBe(shown);
  });
});

describe('an answer without names', () => {
  const everywhere = (fullName: string): Partial<DisplayProfile> => ({
    fullName,
    headline: `${fullName}, lawyer`,
    currentPosition: { title: `${fullName}’s deputy`, company: `${fullName} & Partners` },
    education: { school: `${fullName} School`, degree: `${fullName} Prize` },
    summary: fullName,
    scoreReason: fullName,
    verificationReasoning: fullName,
    tags: [fullName],
    languages: [`Spanish, says ${fullName}`],
    certificates: [`${fullName} Certificate`],
    likeExamples: [`${fullName} & Partners`],
    scoreMove: { from: 72, to: 58, reason: fullName },
    verdicts: [
      { criterionId: 'c1', verdict: 'met', quote: `${fullName}, lawyer`, source: 'title' },
      { criterionId: 'c2', verdict: 'unclear' },
    ],
    profileUrl: `https://www.linkedin.com/in/${fullName.toLowerCase().replace(' ', '-')}`,
  });
  const data = directory(
    [
      person({
        id: 'one',
        ...everywhere('Tobias Lindqvist'),
        fullName: 'Tobias Lindqvist',
        relevanceScore: 50,
      }),
      person({ id: 'two', ...everywhere('Amara Okonjo'), fullName: 'Amara Okonjo', isVerified: true }),
      person({ id: 'three', ...everywhere('Jun Takemura'), fullName: 'Jun Takemura', relevanceScore: 20 }),
    ],
    true,
  );

  it('numbers people by rank, removes their names, and leaves other data unchanged', () => {
    const hidden = withoutNames(data, false);
    expect(hidden.verifiedProfiles.map(({ fullName }) => fullName)).toEqual(['Person 1']);
    expect(hidden.otherProfiles.map(({ fullName }) => fullName)).toEqual(['Person 2', 'Person 3']);
    const shown = JSON.stringify([hidden.verifiedProfiles, hidden.otherProfiles]);
    expect(shown).not.toMatch(/tobias|lindqvist|amara|okonjo|jun|takemura|linkedin/i);
    const [tobias] = hidden.otherProfiles;
    expect(tobias).toMatchObject({
      id: 'one',
      location: data.otherProfiles[0]?.location,
      currentPosition: { title: 'Person 2’s deputy', company: 'Person 2 & Partners' },
      scoreMove: { from: 72, to: 58, reason: 'Person 2' },
    });
  });

  it('does not mutate its input', () => {
    const before = structuredClone(data);
    withoutNames(data, false);
    expect(data).toEqual(before);
  });
});

it('names are hidden in the story of how the answer was found', () => {
  const people = [
    person({ id: 'one', fullName: 'Ada Okonkwo', relevanceScore: 90 }),
    person({ id: 'two', fullName: 'Will Young', relevanceScore: 80 }),
  ];
  const details = ['Ada Okonkwo: verified, 90%', 'Will Young: no record'];
  const startedAt = '2026-11-01T10:00:00.000Z';
  const message = sampleMessage({
    content: 'I found 2 profiles.\n\nAda Okonkwo could not be scored.',
    metadata: { steps: [{ id: 'deep-verification', status: 'completed', startedAt, details }] },
  });
  const story = storyWithoutNames(message, directory(people, false), false);
  expect(story.metadata?.steps?.[0]?.details).toEqual(['Person 1: verified, 90%', 'Person 2: no record']);
  expect(story.content).toContain('Person 1 could not be scored.');
});

it('names are hidden in the queries on the cards and in the story', () => {
  const query = 'site:linkedin.com/in "Ada Okonkwo" OR "reef mapping"';
  const alternative = 'site:linkedin.com/in Okonkwo reefs';
  const people = [
    person({ id: 'one', fullName: 'Ada Okonkwo', foundBy: { query: alternative, page: 2 } }),
    person({ id: 'two', fullName: 'Will Young', foundBy: { query, page: 3 } }),
  ];
  const data = { ...directory(people, false), searchQuery: query };
  const hidden = withoutNames(data, false);
  expect(hidden.otherProfiles.map(({ foundBy }) => foundBy)).toEqual([
    { query: 'site:linkedin.com/in Person 1 reefs', page: 2 },
    { query: hidden.searchQuery, page: 3 },
  ]);
  expect(hidden.searchQuery).toBe('site:linkedin.com/in "Person 1" OR "reef mapping"');
  const searchQuery = {
    googleSearchQuery: query,
    targetCriteria: { interests: [], experience: [] },
    alternativeSearchTerms: ['Okonkwo reefs'],
  };
  const excludedUrls = ['https://www.linkedin.com/in/ada-okonkwo'];
  const metadata = { searchQuery: { ...searchQuery, excludedUrls } };
  const story = storyWithoutNames(sampleMessage({ metadata }), data, false);
  expect(story.metadata?.searchQuery).toEqual({
    ...searchQuery,
    googleSearchQuery: hidden.searchQuery,
    alternativeSearchTerms: ['Person 1 reefs'],
  });
});

it('names are hidden in a request that mentions people of its answer', () => {
  const data = directory(
    [person({ id: 'one', fullName: 'Ada Okonkwo' }), person({ id: 'two', fullName: 'Inês Cardoso' })],
    false,
  );
  expect(createNameHider(data, false)('People like Ada Okonkwo or Ines Cardoso')).toBe(
    'People like Person 1 or Person 2',
  );
});

it('each word of a text is folded once, however many people it may name', () => {
  const foldsWith = (count: number) => {
    const people = Array.from({ length: count }, (_, index) =>
      person({ id: `person-${index}`, fullName: index === 0 ? 'Inês Sá' : 'Illari Quispe' }),
    );
    const hide = createNameHider(directory(people, false), false);
    const normalised = vi.spyOn(String.prototype, 'normalize');
    expect(hide('Não é Inês Sá, são corais')).toBe('Não é Person 1, são corais');
    const folds = normalised.mock.calls.length;
    normalised.mockRestore();
    return folds;
  };
  expect(foldsWith(50)).toBe(foldsWith(1));
});

it('shared names are attributed to the person whose name matches most fully', () => {
  const data = directory(
    [
      person({ id: 'one', fullName: 'Valeria Chumpitaz Rojas', relevanceScore: 90 }),
      person({ id: 'two', fullName: 'Rosa Ticona', relevanceScore: 80 }),
      person({ id: 'three', fullName: 'Valeria Ticona Chumpitaz', relevanceScore: 70 }),
      person({ id: 'four', fullName: '山田', relevanceScore: 60 }),
      person({ id: 'five', fullName: '山田太郎', relevanceScore: 50 }),
      person({ id: 'six', fullName: 'Rosa Ticona Quispe Mamani', relevanceScore: 40 }),
      person({ id: 'seven', fullName: 'Illari Quispe', relevanceScore: 30 }),
    ],
    false,
  );
  const hide = createNameHider(data, false);
  expect(hide('Valeria Ticona Chumpitaz was looked up, Rosa Ticona and Valeria Chumpitaz were not.')).toBe(
    'Person 3 was looked up, Person 2 and Person 1 were not.',
  );
  expect(hide('Quispe and Rosa Ticona Quispe were looked up')).toBe('Person 7 and Person 6 were looked up');
  expect(hide('山田太郎 was looked up')).toBe('Person 5 was looked up');
});

it('words of the criteria are not hidden, since a gap would give the name away', () => {
  const common = { id: 'c1', subject: 'location', need: 'required' } as const;
  const criteria = [{ ...common, text: 'Madrid' }];
  const people = [person({ id: 'one', fullName: 'Antonia Madrid Garrido' })];
  const hide = createNameHider({ ...directory(people, false), criteria }, false);
  expect(hide('Marketing directors in Madrid like Antonia Madrid')).toBe(
    'Marketing directors in Madrid like Person 1',
  );
});
