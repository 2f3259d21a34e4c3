import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import type { ProfileRecord } from '#shared/profile-record.ts';
import { SentProfile } from '#shared/sent-people.ts';
import { fakeProviders, foundProfile, promptedProfiles, recordOf } from '#tests/support/fake-providers.ts';
import { cardsOf, runPipeline } from '#tests/support/run-pipeline.ts';

const SNIPPET = 'Builds engines for boats. · Experience: Firm 1 · Education: School 1 · Location: Lima';
const profiles = [foundProfile(1, { snippet: SNIPPET })];

const scoringWith = (part: object) => ({
  replies: {
    scoring: () => [
      { index: 0, relevanceScore: 80, reasoning: 'Names the field.', shouldVerify: false, ...part },
    ],
  },
});
const formattingWith = (summary: string) => ({
  formatting: (request: Parameters<typeof promptedProfiles>[0]) =>
    promptedProfiles(request).map(({ index }) => ({ index, relevanceScore: 50, summary })),
});

describe('the name on a card', () => {
  it.each([
    ['Ximena Huarcaya', 'Ximena Huarcaya'],
    ['XIMENA Q. HUARCAYA-TOLEDO', 'XIMENA Q. HUARCAYA-TOLEDO'],
    ['X', 'Ximena Q. Huarcaya-Toledo'],
    ['Mena Toledo', 'Ximena Q. Huarcaya-Toledo'],
    ['Ximena Poma', 'Ximena Q. Huarcaya-Toledo'],
    ['–', 'Ximena Q. Huarcaya-Toledo'],
    ['Unknown', 'Ximena Q. Huarcaya-Toledo'],
  ])('is the model’s only if all its words are on the page: %s', async (fullName, shown) => {
    const named = [foundProfile(1, { title: 'Ximena Q. Huarcaya-Toledo - Engineer | LinkedIn' })];
    const replies = { formatting: () => [{ index: 0, relevanceScore: 50, fullName }] };
    const run = await runPipeline(fakeProviders({ profiles: named, replies }), { deepResearch: false });
    expect(cardsOf(run)[0]?.fullName).toBe(shown);
  });
});

describe('the texts on a card', () => {
  it('are the person’s summary and the reason for the score in deep mode', async () => {
    const [card] = cardsOf(await runPipeline(fakeProviders({ profiles, ...scoringWith({}) })));
    expect(card?.summary).toMatch(/^Builds engines for boats\./);
    expect(card?.scoreReason).toBe('Names the field.');
  });

  it('are the person’s summary and the model’s reason for the fit in standard mode', async () => {
    const replies = formattingWith('Fits the request well.');
    const run = await runPipeline(fakeProviders({ profiles, replies }), { deepResearch: false });
    const [card] = cardsOf(run);
    expect(card?.summary).toMatch(/^Builds engines for boats\./);
    expect(card?.scoreReason).toBe('Fits the request well.');
  });

  const reasonShown = async (reason: string) => {
    const replies = formattingWith(reason);
    const run = await runPipeline(fakeProviders({ profiles, replies }), { deepResearch: false });
    return cardsOf(run)[0]?.scoreReason;
  };

  it.each([
    'builds  engines for boats.',
    'Location: Lima · Builds engines for boats.',
    'Location: Lima.',
    'Experience: Engineer at Firm 1',
  ])('do not repeat each other, or a fact: %s', async (reason) => {
    expect(await reasonShown(reason)).toBeUndefined();
  });

  it.each([
    'Experience: 12 years as a marine engineer, exactly the field asked for.',
    'Location: outside the requested region, hence the low score.',
  ])('keep what a reason says of a fact that the card does not show: %s', async (reason) => {
    expect(await reasonShown(reason)).toBe(reason);
  });

  it('leave out facts the card shows elsewhere', async () => {
    const [card] = cardsOf(await runPipeline(fakeProviders({ profiles, ...scoringWith({}) })));
    expect(card).toMatchObject({
      location: 'Lima',
      currentPosition: { title: 'Engineer', company: 'Firm 1' },
      summary: 'Builds engines for boats. · Education: School 1',
    });
  });

  it('leave these facts out however often the page repeats them', async () => {
    const twice = [foundProfile(1, { snippet: `Location: Lima, Peru · ${SNIPPET} · Experience: Firm 1` })];
    const [card] = cardsOf(await runPipeline(fakeProviders({ profiles: twice, ...scoringWith({}) })));
    expect(card).toMatchObject({
      location: 'Lima, Peru',
      summary: 'Builds engines for boats. · Education: School 1',
    });
  });

  it('leave out page labels without a real value', async () => {
    const snippet =
      'Experience: Unknown · Education: Not specified · Builds engines for boats. · Location: n/a';
    const unsaid = [foundProfile(1, { title: 'Ana Poma - Engineer | LinkedIn', snippet })];
    const [card] = cardsOf(await runPipeline(fakeProviders({ profiles: unsaid, ...scoringWith({}) })));
    expect(card).toMatchObject({
      location: '',
      currentPosition: { title: 'Engineer', company: '' },
      education: { school: '', degree: '' },
      summary: 'Builds engines for boats.',
    });
  });

  it('have no reason if the model gave none', async () => {
    const [card] = cardsOf(await runPipeline(fakeProviders({ profiles, ...scoringWith({ reasoning: '' }) })));
    expect(card).not.toHaveProperty('scoreReason');
  });

  it('omit the part of a reason that contradicts the verdicts', async () => {
    const location = 'Lima';
    const query = () => ({
      googleSearchQuery: 'x',
      targetCriteria: { location, interests: [], experience: [] },
    });
    const reasoning = 'Names the field, but not in Lima.';
    const scored = scoringWith({ reasoning, verdicts: [{ id: 'c1', verdict: 'met', quote: 'Lima' }] });
    const deep = fakeProviders({ profiles, replies: { query, ...scored.replies } });
    const [card] = cardsOf(await runPipeline(deep, { content: 'people in Lima' }));
    expect(card?.verdicts).toMatchObject([{ verdict: 'met' }]);
    expect(card?.scoreReason).toBe('Names the field.');
    const standard = fakeProviders({ profiles, replies: { query, ...formattingWith(reasoning) } });
    const [other] = cardsOf(await runPipeline(standard, { content: 'people in Lima', deepResearch: false }));
    expect(other?.verdicts).toMatchObject([{ verdict: 'met' }]);
    expect(other?.scoreReason).toBe('Names the field.');
  });

  it('are the record’s summary and the verification’s reasoning for a verified person', async () => {
    const lookUp = async (url: string) => recordOf(url, { summary: 'Summary of the record' });
    const options = { profiles, lookUp, ...scoringWith({ shouldVerify: true }) };
    const [card] = cardsOf(await runPipeline(fakeProviders(options)));
    expect(card).toMatchObject({
      summary: 'Summary of the record',
      verificationReasoning: 'The record confirms it.',
    });
    expect(card).not.toHaveProperty('scoreReason');
  });
});

describe('the place of a verified person', () => {
  const placed = async (found: string, recorded: Partial<ProfileRecord>) => {
    const place = { city: null, state: null, country: null, ...recorded };
    const options = {
      profiles: [foundProfile(1, { snippet: `Peruvian engineer. · Location: ${found}` })],
      lookUp: async (url: string) => recordOf(url, place),
      ...scoringWith({ shouldVerify: true }),
    };
    const [card] = cardsOf(await runPipeline(fakeProviders(options)));
    return card?.location;
  };

  it.each<[found: string, Partial<ProfileRecord>, shown: string]>([
    ['Berlin', { city: 'Berlin', state: 'Berlin', country: 'DE' }, 'Berlin, Germany'],
    ['Lima, Peru', { country: 'PE' }, 'Lima, Peru'],
    ['Boston', { country: 'US' }, 'Boston'],
    ['Lima, Peru', { city: 'Lima' }, 'Lima, Peru'],
    ['London, England, United Kingdom', { country: 'SK' }, 'Slovakia'],
    ['Lima, Peru', { city: 'Cusco', country: 'PE' }, 'Cusco, Peru'],
    ['Lima, Peru', {}, 'Lima, Peru'],
    ['Boston', { state: 'Texas', country: 'US' }, 'Texas, United States'],
    ['Munich', { city: 'Munich, Bavaria', state: 'Bavaria', country: 'DE' }, 'Munich, Bavaria, Germany'],
    ['Lima', { city: 'Lima, Peru', state: 'Lima', country: 'PE' }, 'Lima, Peru'],
  ])('found as %j, with %j in the record, is %j', async (found, recorded, shown) => {
    expect(await placed(found, recorded)).toBe(shown);
  });
});

describe('position and education of a verified person', () => {
  const cardFor = async (recorded: Partial<ProfileRecord>) => {
    const options = {
      profiles: [
        foundProfile(1, { title: 'Person One - Nurse at Quipu Clinic | LinkedIn', snippet: 'Peruvian.' }),
      ],
      lookUp: async (url: string) => recordOf(url, { headline: null, ...recorded }),
      ...scoringWith({ shouldVerify: true }),
    };
    const [card] = cardsOf(await runPipeline(fakeProviders(options)));
    return card;
  };
  const ended = { day: null, month: null, year: 2020 };
  const mentor = { title: 'Mentor', company: 'Tala Ventures', ends_at: null };

  it('show the present job named by occupation or search result, or else the first one', async () => {
    const nurse = { title: 'Head Nurse', company: 'Quipu Clinic', ends_at: null };
    const chemist = { title: 'Chemist', company: 'Luma Labs', ends_at: null };
    const experiences = [mentor, chemist, nurse];
    expect((await cardFor({ experiences }))?.currentPosition.company).toBe('Quipu Clinic');
    const occupation = 'Chemist at Luma Labs';
    expect((await cardFor({ experiences, occupation }))?.currentPosition.company).toBe('Luma Labs');
    expect((await cardFor({ experiences: [mentor, chemist] }))?.currentPosition.company).toBe(
      'Tala Ventures',
    );
  });

  it('show no job without a company, which leaves those of the search result', async () => {
    const adviser = { title: 'Adviser', company: null, ends_at: null };
    expect((await cardFor({ experiences: [adviser, mentor] }))?.currentPosition.company).toBe(
      'Tala Ventures',
    );
    const nurse = { title: 'Nurse', company: 'Quipu Clinic', ends_at: ended };
    expect((await cardFor({ experiences: [adviser, nurse] }))?.currentPosition.company).toBe('Quipu Clinic');
  });

  it('show no job that has ended', async () => {
    const nurse = { title: 'Nurse', company: 'Quipu Clinic', ends_at: ended };
    expect((await cardFor({ experiences: [nurse] }))?.currentPosition).toEqual({ title: '', company: '' });
    const untitled = { title: null, company: 'Tala Ventures', ends_at: null };
    expect((await cardFor({ experiences: [untitled, nurse] }))?.currentPosition.company).toBe('');
    const again = { title: null, company: 'Quipu Clinic', ends_at: null };
    expect((await cardFor({ experiences: [again, nurse] }))?.currentPosition.company).toBe('Quipu Clinic');
    expect((await cardFor({ experiences: [] }))?.currentPosition.company).toBe('Quipu Clinic');
  });

  it('come with the record’s languages and its unexpired certificates', async () => {
    const card = await cardFor({
      languages: ['Quechua', 'Spanish'],
      languages_and_proficiencies: [{ name: 'Spanish', proficiency: 'NATIVE_OR_BILINGUAL' }],
      certifications: [
        { name: 'Advanced Life Support', ends_at: null },
        { name: 'Advanced Life Support', ends_at: null },
        { name: 'Forklift licence', ends_at: ended },
        { name: null, ends_at: null },
      ],
    });
    expect(card?.languages).toEqual(['Quechua', 'Spanish (native or bilingual)']);
    expect(card?.certificates).toEqual(['Advanced Life Support']);
    const without = await cardFor({});
    expect(without).not.toHaveProperty('languages');
    expect(without).not.toHaveProperty('certificates');
  });

  it('come with at most ten languages and certificates, each shortened', async () => {
    const languages = Array.from({ length: 50 }, (_, index) => `${index} ${'語'.repeat(300)}`);
    const card = await cardFor({ languages, certifications: languages.map((name) => ({ name })) });
    for (const texts of [card?.languages, card?.certificates]) {
      expect(texts).toHaveLength(10);
      expect(texts?.every((text) => text.length === 100)).toBe(true);
    }
    expect(v.safeParse(SentProfile, card).success).toBe(true);
  });

  it('show the first school with a degree, even after one without', async () => {
    const education = [
      { school: 'Ashdown School', degree_name: null, field_of_study: null, description: 'Chess club' },
      { school: 'Lund University', degree_name: 'BSc', field_of_study: 'Law' },
    ];
    expect((await cardFor({ education }))?.education).toEqual({
      school: 'Lund University',
      degree: 'BSc, Law',
    });
  });
});
