import { describe, expect, it } from 'vitest';
import { answerCarefully, type ModelBehaviour } from '#infra/simulated/model/answer.ts';
import type { DisplayProfile } from '#shared/results.ts';
import { neighbour, searchHostileWeb } from '#tests/support/hostile-web.ts';
import { answerWithInventions } from '#tests/support/models/hallucinating.ts';
import { answerSloppily } from '#tests/support/models/sloppy.ts';

const searchWith = (model: ModelBehaviour, deepResearch: boolean) =>
  searchHostileWeb({
    pages: Array.from({ length: 7 }, (_, number) => neighbour(number, number < 5)),
    model,
    deepResearch,
  });

/** The cards of a search with this model among five people who fit and two who do not. */
async function cardsWith(model: ModelBehaviour, deepResearch: boolean): Promise<DisplayProfile[]> {
  const { events } = await searchWith(model, deepResearch);
  const data = events.flatMap((event) => (event.type === 'message' ? [event.data] : []))[0]?.metadata;
  const { verifiedProfiles = [], otherProfiles = [] } = data?.profileDisplayData ?? {};
  return [...verifiedProfiles, ...otherProfiles];
}

const isFit = ({ headline }: DisplayProfile): boolean => headline.includes('Data Scientist');
const struckOf = (cards: readonly DisplayProfile[]): number =>
  cards.reduce((sum, { struck = 0 }) => sum + struck, 0);
const quotesOf = (cards: readonly DisplayProfile[]): string[] =>
  cards.flatMap(({ verdicts = [] }) => verdicts.flatMap((each) => ('quote' in each ? [each.quote] : [])));

describe('a search with a hallucinating model', () => {
  it('matches nobody in deep mode, because every claim is struck', async () => {
    const cards = await cardsWith(answerWithInventions, true);
    expect(struckOf(cards)).toBe(7 * 3);
    expect(quotesOf(cards)).toEqual([]);
    expect(Math.max(...cards.map(({ relevanceScore }) => relevanceScore))).toBe(59);
    expect(cards.some(({ isVerified }) => isVerified)).toBe(false);
  });

  it('shows none of its inventions in standard mode', async () => {
    const cards = await cardsWith(answerWithInventions, false);
    expect(cards).toHaveLength(7);
    expect(JSON.stringify(cards)).not.toMatch(/Northmoor|Larkmoor|Zurich/);
    expect(Math.max(...cards.filter((card) => !isFit(card)).map((card) => card.relevanceScore))).toBe(59);
  });
});

/** The most claims that a directory of a deep search leaves out, before or after its records have been read. */
async function mostStruckWith(model: ModelBehaviour): Promise<number> {
  const { events } = await searchWith(model, true);
  const directories = events.flatMap((event) => (event.type === 'profiles' ? [event.data] : []));
  return Math.max(
    ...directories.map(({ verifiedProfiles, otherProfiles }) =>
      struckOf([...verifiedProfiles, ...otherProfiles]),
    ),
  );
}

describe('a search with a sloppy model', () => {
  it('still ranks fitting people first, and leaves out no claim that the records bear out', async () => {
    const [sloppy, careful] = [await cardsWith(answerSloppily, true), await cardsWith(answerCarefully, true)];
    expect(sloppy).toHaveLength(7);
    expect(quotesOf(sloppy)).toEqual(quotesOf(careful));
    expect([struckOf(sloppy), struckOf(careful)]).toEqual([0, 0]);
    expect(await mostStruckWith(answerSloppily)).toBeGreaterThan(0);
    expect(await mostStruckWith(answerCarefully)).toBe(0);
    const [fit, unfit] = [sloppy.filter(isFit), sloppy.filter((card) => !isFit(card))];
    expect(Math.min(...fit.map((card) => card.relevanceScore))).toBeGreaterThan(
      Math.max(...unfit.map((card) => card.relevanceScore)),
    );
  });
});
