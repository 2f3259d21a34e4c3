import { describe, expect, it } from 'vitest';
import { applySensitivity } from '#functions/pipeline/sensitive.ts';
import type { Criterion } from '#shared/criteria.ts';
import { fakeProviders, queryReply } from '#tests/support/fake-providers.ts';
import { cardsOf, messageOf, runPipeline } from '#tests/support/run-pipeline.ts';

const criterion = (subject: Criterion['subject'], text: string): Criterion => ({
  id: 'c1',
  subject,
  text,
  need: 'required',
});

describe('what hiring must not turn on', () => {
  it.each([
    ['nationality', 'Peruvian'],
    ['experience', 'women'],
    ['experience', 'under 35'],
    ['experience', 'Catholic'],
    ['interest', 'trade unionist'],
    ['experience', 'wheelchair user'],
    ['experience', 'gay'],
    ['experience', 'married'],
    ['profession', 'young engineer'],
  ] as const)('is found in the %s %s', (subject, text) => {
    expect(applySensitivity([criterion(subject, text)], '', 'score').sensitive).toEqual([text]);
  });

  it.each([
    ['education', 'Catholic University of Peru'],
    ['education', 'gender studies'],
    ['interest', "women's health"],
    ['interest', 'disability law'],
    ['experience', 'over 10 years of experience'],
    ['profession', 'senior engineer'],
    ['location', 'Peru'],
    ['experience', 'management'],
  ] as const)('is not found in the %s %s', (subject, text) => {
    expect(applySensitivity([criterion(subject, text)], '', 'score').sensitive).toEqual([]);
  });

  it('is found in the request where it is no criterion', () => {
    expect(
      applySensitivity([criterion('profession', 'nurse')], 'young nurses, women', 'score').sensitive,
    ).toEqual(['women', 'young']);
  });
});

describe('a search with a sensitive criterion', () => {
  const search = (sensitiveCriteria: 'score' | 'show' | 'ignore' | undefined) => {
    const providers = fakeProviders({
      replies: {
        query: () => ({ ...queryReply, targetCriteria: { nationality: 'Chilean', interests: ['engineer'] } }),
      },
    });
    return runPipeline(providers, { deepResearch: false, ...(sensitiveCriteria && { sensitiveCriteria }) });
  };
  const dataOf = async (run: ReturnType<typeof search>) => messageOf(await run)?.metadata?.profileDisplayData;

  it('counts it and says so, unless the deployment says otherwise', async () => {
    const data = await dataOf(search(undefined));
    expect(data?.sensitive).toEqual(['Chilean']);
    expect(data?.criteria).toMatchObject([{ text: 'Chilean' }, { text: 'engineer' }]);
  });

  it('only shows it: it has verdicts and no part in the score', async () => {
    const data = await dataOf(search('show'));
    expect(data?.sensitive).toEqual(['Chilean']);
    expect(data?.criteria?.[0]).toMatchObject({ text: 'Chilean', isUnscored: true });
    expect(data?.otherProfiles[0]?.verdicts).toHaveLength(2);
    const { providers } = await search('show');
    const [request] = providers.completions.filter(({ task }) => task === 'formatting');
    expect(JSON.parse(request?.user ?? '').criteria.c1).toBe('unscored nationality: Chilean');
  });

  it('leaves it out: neither the criteria nor what the model is told has it', async () => {
    const run = await search('ignore');
    const data = messageOf(run)?.metadata?.profileDisplayData;
    expect(data?.sensitive).toEqual(['Chilean']);
    expect(data?.criteria).toMatchObject([{ text: 'engineer' }]);
    expect(messageOf(run)?.metadata?.searchQuery?.targetCriteria.nationality).toBeUndefined();
    for (const { task, user } of run.providers.completions)
      if (task !== 'query')
        expect(JSON.parse(user)).toMatchObject({ request: '', criteria: { c2: 'interest: engineer' } });
    expect(cardsOf(run)).toHaveLength(7);
  });
});
