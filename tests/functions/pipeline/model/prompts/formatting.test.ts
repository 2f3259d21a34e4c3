import { expect, it } from 'vitest';
import { fakeProviders, promptedProfiles } from '#tests/support/fake-providers.ts';
import { cardsOf, runPipeline } from '#tests/support/run-pipeline.ts';

it('a card shows eight keywords at most, however many the model gives', async () => {
  const tags = Array.from({ length: 20 }, (_, index) => `Keyword ${String.fromCharCode(65 + index)}`);
  const providers = fakeProviders({
    replies: { formatting: (request) => promptedProfiles(request).map(({ index }) => ({ index, tags })) },
  });
  const [card] = cardsOf(await runPipeline(providers, { deepResearch: false }));
  expect(card?.tags).toEqual(tags.slice(0, 8));
});
