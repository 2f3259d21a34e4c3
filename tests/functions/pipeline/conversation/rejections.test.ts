import { describe, expect, it } from 'vitest';
import { LIMITS } from '#shared/limits.ts';
import { foundProfile, queryReply } from '#tests/support/fake-providers.ts';
import { cardsOf, lastStep, messageOf } from '#tests/support/run-pipeline.ts';
import { BASIS, refine } from './refining.ts';

describe('a person the request rejects', () => {
  const people = [foundProfile(1), foundProfile(2), foundProfile(3)];

  it('is dropped, is not found again and adds no criteria', async () => {
    const run = await refine(
      { content: 'remove number 1', plan: { basis: { ...BASIS, people } } },
      {
        replies: { query: () => ({ ...queryReply, targetCriteria: { experience: ['number 1'] } }) },
        profiles: people,
      },
    );
    expect(messageOf(run)?.metadata?.changes).toEqual(['Number 1 left out']);
    expect(lastStep(run, 'profile-search')?.details?.[0]).toBe('All 2 people found earlier stay');
    expect(cardsOf(run).map(({ profileUrl }) => profileUrl)).toEqual(people.slice(1).map(({ url }) => url));
    expect(messageOf(run)?.metadata?.searchQuery?.excludedUrls).toEqual([people[0]?.url]);
  });

  it.each([
    'Please remove https://www.linkedin.com/in/person-1',
    'Please exclude this profile: https://www.linkedin.com/in/person-1',
    'Exclude: linkedin.com/in/person-1',
    'everybody but linkedin.com/in/Person-1/',
    'remove number 1, remove linkedin.com/in/person-1',
  ])('may be named by an address, which is not looked up: %s', async (content) => {
    const run = await refine(
      { content, plan: { basis: { ...BASIS, people } } },
      { replies: { query: () => ({ ...queryReply, targetCriteria: {} }) }, profiles: people },
    );
    expect(run.providers.calls).not.toContain('lookup');
    expect(messageOf(run)?.metadata?.changes).toEqual(['Number 1 left out']);
    expect(cardsOf(run).map(({ profileUrl }) => profileUrl)).toEqual(people.slice(1).map(({ url }) => url));
    expect(messageOf(run)?.metadata?.searchQuery?.excludedUrls).toEqual([people[0]?.url]);
    expect(lastStep(run, 'query-generation')?.details?.at(-1)).toMatch(/^Left out .*person-1/i);
  });

  it('takes the place of the one rejected first if there are more than a request can name', async () => {
    const earlier = Array.from({ length: LIMITS.peopleOfBasis }, (_, index) => foundProfile(index + 101).url);
    const run = await refine({
      content: 'remove number 1',
      plan: { basis: { ...BASIS, people, excludedUrls: earlier } },
    });
    expect(messageOf(run)?.metadata?.searchQuery?.excludedUrls).toEqual([
      people[0]?.url,
      ...earlier.slice(0, -1),
    ]);
  });

  it('is not found again by a later follow-up, but may be by a new search', async () => {
    const excludedUrls = people.slice(0, 1).map(({ url }) => url);
    const basis = { ...BASIS, people: people.slice(1), excludedUrls };
    const found = async (content: string, isNewSearch: boolean) => {
      const query = () => ({ ...queryReply, targetCriteria: { interests: ['MBA'] }, isNewSearch });
      const run = await refine({ content, plan: { basis } }, { replies: { query }, profiles: people });
      return {
        excluded: messageOf(run)?.metadata?.searchQuery?.excludedUrls,
        urls: cardsOf(run).map(({ profileUrl }) => profileUrl),
      };
    };
    const later = await found('ideally with an MBA', false);
    expect(later.excluded).toEqual(excludedUrls);
    expect(later.urls).not.toContain(excludedUrls[0]);
    const anew = await found('Accountants and auditors who have an MBA and live in Peru', true);
    expect(anew.excluded).toBeUndefined();
    expect(anew.urls).toContain(excludedUrls[0]);
  });

  it.each([
    ['remove number 1, only in Lima', ['Location: Lima added', 'Number 1 left out']],
    ['remove Ana Lima', ['Number 1 left out']],
  ])('adds no criteria by name, but a place that the name contains: %s', async (content, changes) => {
    const named = [{ ...foundProfile(1), title: 'Ana Lima - Engineer' }, ...people.slice(1)];
    const run = await refine(
      { content, plan: { basis: { ...BASIS, people: named } } },
      {
        replies: {
          query: () => ({
            ...queryReply,
            targetCriteria: { location: 'Lima', interests: [], experience: [] },
          }),
        },
        profiles: named,
      },
    );
    expect(messageOf(run)?.metadata?.changes).toEqual(changes);
  });
});
