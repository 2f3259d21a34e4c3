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

describe('a field of the query reply for which the request says nothing', () => {
  it.each([
    'N/A',
    'none',
    'None',
    'null',
    'Unknown',
    'not specified',
    'Not applicable',
    'No preference',
    'Any',
    '-',
    '',
  ])('is no criterion, exclusion or other query: %j', async (nothing) => {
    const targetCriteria = {
      nationality: nothing,
      location: nothing,
      education: [nothing],
      profession: 'nurse',
      interests: [nothing],
      experience: ['speaks Urdu', nothing],
    };
    const excluded = [{ subject: 'location', text: nothing }];
    const reply = { ...queryReply, targetCriteria, excluded, alternativeSearchTerms: [nothing] };
    const run = await runPipeline(fakeProviders({ replies: { query: () => reply } }), {
      content: 'nurses who speak Urdu',
    });
    const query = messageOf(run)?.metadata?.searchQuery;
    expect(query?.criteria?.map(({ need, text }) => [need, text])).toEqual([
      ['required', 'nurse'],
      ['required', 'speaks Urdu'],
    ]);
    expect(query?.alternativeSearchTerms).toEqual([]);
  });
});
