import { describe, expect, it } from 'vitest';
import { interruptedAnswer } from '#functions/pipeline/answer.ts';
import type { Message } from '#shared/message.ts';
import { answerWithoutPerson, nameIn } from '#shared/without-person.ts';
import { basisOf } from '#tests/support/basis.ts';
import { fakeProviders, foundProfile, recordOf } from '#tests/support/fake-providers.ts';
import { messageOf, type PipelineRun, runPipeline } from '#tests/support/run-pipeline.ts';

/** The first name is a prefix of the second, and the third is a single word. */
const NAMES = ['Ana Quispe', 'Ana Quispe Lund', 'Ana', 'Zoe: Architect', 'Mo O’Neill'];
const PEOPLE = NAMES.map((name, index) =>
  foundProfile(index + 1, { title: `${name} - Engineer | LinkedIn`, snippet: 'Peruvian engineer' }),
);
const urlOf = (number: number) => PEOPLE[number]?.url ?? '';

const search = (overrides: Parameters<typeof runPipeline>[1] = {}) =>
  runPipeline(
    fakeProviders({
      profiles: PEOPLE,
      lookUp: async (url) =>
        recordOf(url, { full_name: NAMES[PEOPLE.findIndex((each) => each.url === url)] ?? '' }),
    }),
    overrides,
  );

const answerOf = (run: PipelineRun): Message => {
  const message = messageOf(run);
  if (message === undefined) throw new Error('There was no answer');
  return message;
};

const verifiedIn = ({ metadata }: Message) =>
  metadata?.steps
    ?.find(({ id }) => id === 'deep-verification')
    ?.details?.map((line) => line.replace(/: (?:verified|checking|lookup|the record|no record).*/, ''));

describe('a person removed from an answer', () => {
  it('is also removed from its steps, while everyone else stays', async () => {
    const answer = answerOf(await search());
    expect(verifiedIn(answer)).toEqual(NAMES);
    for (const [number, name] of NAMES.entries()) {
      const without = answerWithoutPerson(answer, urlOf(number));
      expect(verifiedIn(without)).toEqual(NAMES.filter((each) => each !== name));
      expect(without.content).toBe(`${answer.content}\n\nSince then, somebody was taken out of this answer.`);
      expect(nameIn(answer, urlOf(number))).toBe(name);
      expect(nameIn(without, urlOf(number))).toBeUndefined();
      expect(answerWithoutPerson(without, urlOf(number))).toBe(without);
      expect(JSON.stringify(without)).not.toContain(urlOf(number));
      expect(without.metadata?.profileDisplayData?.totalProfiles).toBe(NAMES.length - 1);
    }
  });

  it('is mentioned once, however many more are removed', async () => {
    const answer = answerOf(await search());
    const without = [0, 1, 2].map(urlOf).reduce(answerWithoutPerson, answer);
    expect(verifiedIn(without)).toEqual(NAMES.slice(3));
    expect(without.content).toBe(`${answer.content}\n\nSince then, somebody was taken out of this answer.`);
  });

  it('is removed from the people whom the requests have rejected, however their address is written', async () => {
    const answer = answerOf(await search({ deepResearch: false }));
    const { searchQuery } = answer.metadata ?? {};
    if (searchQuery === undefined) throw new Error('The answer has no query');
    const excludedUrls = [urlOf(0), urlOf(1), 'https://pe.linkedin.com/in/Person-1/?trk=x'];
    const metadata = { ...answer.metadata, searchQuery: { ...searchQuery, excludedUrls } };
    const without = answerWithoutPerson({ ...answer, metadata }, urlOf(0));
    expect(without.metadata?.searchQuery?.excludedUrls).toEqual([urlOf(1)]);
  });

  it('is removed from the line that says who was looked up to find similar people', () => {
    const url = 'https://www.linkedin.com/in/ana-poma';
    const lines = [`Looked up ${url} with Enrich Layer: Astronomer`, 'Google search: "astronomer"'];
    const step = {
      id: 'query-generation',
      status: 'completed',
      startedAt: '2026-01-01T00:00:00.000Z',
    } as const;
    const answer: Message = {
      ...{
        id: 'msg_1',
        chatId: 'chat_1',
        userId: 'anonymous',
        role: 'assistant',
        content: 'I found 7 profiles.',
      },
      timestamp: '2026-01-01T00:00:01.000Z',
      metadata: { steps: [{ ...step, details: lines }] },
    };
    const without = answerWithoutPerson(answer, url);
    expect(without.content).toBe(answer.content);
    expect(without.metadata?.steps).toEqual([{ ...step, details: lines.slice(1) }]);
    expect(answerWithoutPerson(answer, `${url}-2`)).toBe(answer);
  });

  it('is removed from the words of an apology for their profile, in which others stay', async () => {
    const content = 'find me people like linkedin.com/in/ana-poma';
    const apology = answerOf(
      await runPipeline(fakeProviders({ lookUp: async () => undefined }), { content }),
    );
    expect(apology.content).toContain('linkedin.com/in/ana-poma could not be read');
    const answer = {
      ...apology,
      content: `x.org/linkedin.com/in/ana-poma, linkedin.com/in/ana-poma-2, ${apology.content}`,
    };
    const url = 'https://www.linkedin.com/in/ana-poma';
    const without = answerWithoutPerson(answer, url);
    expect(without.content).toBe(answer.content.replace('linkedin.com/in/ana-poma could', 'a profile could'));
    expect(without.content).toContain('ana-poma-2, ');
    expect(JSON.stringify(answerWithoutPerson(apology, url))).not.toContain('ana-poma');
    expect(answerWithoutPerson(without, url)).toBe(without);
    const question: Message = { ...answer, role: 'user', content, metadata: { useDeepResearch: true } };
    expect(answerWithoutPerson(question, url)).toBe(question);
  });

  it('leaves no text in an answer that is only about them', async () => {
    const basis = basisOf({ people: PEOPLE, excludedUrls: [urlOf(1)] });
    const answer = answerOf(await search({ plan: { task: { kind: 'verify', url: urlOf(0) }, basis } }));
    const asked: Message = { ...answer, metadata: { ...answer.metadata, task: 'verify' } };
    expect(asked.content).toContain('Ana Quispe was looked up');
    expect(answerWithoutPerson(asked, urlOf(1))).toBe(asked);
    const { searchQuery } = asked.metadata ?? {};
    const excluding: Message = {
      ...asked,
      metadata: {
        ...asked.metadata,
        ...(searchQuery && { searchQuery: { ...searchQuery, excludedUrls: [urlOf(1)] } }),
      },
    };
    expect(answerWithoutPerson(excluding, urlOf(1)).content).toBe(asked.content);
    expect(JSON.stringify(answerWithoutPerson(excluding, urlOf(1)))).not.toContain(urlOf(1));
    const without = answerWithoutPerson(asked, urlOf(0));
    expect(without.content).toBe('The person who was verified here was taken out of your answers.');
    expect(JSON.stringify(without.metadata)).not.toContain('Quispe');
  });

  it('is matched by the name on their card after an interrupted search, even if spelt differently', async () => {
    const { events } = await search();
    const [begun] = events;
    if (begun?.type !== 'run') throw new Error('The search did not begin');
    const asked = { ...begun.data, userId: 'anonymous', assistantMessageId: 'msg_2', deepResearch: true };
    const broken = interruptedAnswer(asked, events.slice(0, -2), 0);
    expect(verifiedIn(broken)).toEqual(NAMES);
    const without = (number: number, fullName: string) => {
      const { profileDisplayData: data } = broken.metadata ?? {};
      const cards = data?.verifiedProfiles.map((card) =>
        card.profileUrl === urlOf(number) ? { ...card, fullName } : card,
      );
      const profileDisplayData = data && cards && { ...data, verifiedProfiles: cards };
      const metadata = { ...broken.metadata, ...(profileDisplayData && { profileDisplayData }) };
      return verifiedIn(answerWithoutPerson({ ...broken, metadata }, urlOf(number)));
    };
    const allBut = (name: string) => NAMES.filter((each) => each !== name);
    expect(without(0, 'Ana Quispe')).toEqual(allBut('Ana Quispe'));
    expect(without(2, 'Ana')).toEqual(allBut('Ana'));
    expect(without(4, 'Dr Mo James O’Neill')).toEqual(allBut('Mo O’Neill'));
    expect(without(4, 'Mó O’Neíll')).toEqual(allBut('Mo O’Neill'));
    expect(without(4, 'Mø O’Neill')).toEqual(allBut('Mo O’Neill'));
    expect(without(2, 'Somebody Else')).toEqual(NAMES);
    // A single word may be part of anybody's name.
    expect(without(2, 'Quispe')).toEqual(NAMES);
  });
});
