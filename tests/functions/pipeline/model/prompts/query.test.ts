import { describe, expect, it } from 'vitest';
import { fakeProviders, queryReply } from '#tests/support/fake-providers.ts';
import { messageOf, runPipeline } from '#tests/support/run-pipeline.ts';

/** What a search excludes because the model says so, and not the request. */
async function excludedBy(excluded: readonly { subject: string; text: string }[]) {
  const providers = fakeProviders({ replies: { query: () => ({ ...queryReply, excluded }) } });
  const query = messageOf(await runPipeline(providers))?.metadata?.searchQuery;
  return query?.criteria?.filter(({ need }) => need === 'excluded');
}

describe('what a search excludes, according to the model', () => {
  it('is ten things at most', async () => {
    const firms = Array.from({ length: 12 }, (_, index) => `Firm ${String.fromCharCode(65 + index)}`);
    const excluded = await excludedBy(firms.map((text) => ({ subject: 'experience', text })));
    expect(excluded?.map(({ text }) => text)).toEqual(firms.slice(0, 10));
  });

  it('is experience if the model gives it an unknown subject', async () => {
    const excluded = await excludedBy([{ subject: 'employer', text: 'Deloitte' }]);
    expect(excluded).toMatchObject([{ subject: 'experience', text: 'Deloitte' }]);
  });
});
