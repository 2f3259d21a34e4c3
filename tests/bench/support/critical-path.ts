import type { Arrival, BenchSearch } from './bench-search.ts';
import { type Call, durationOf } from './call-times.ts';

/** A search with its provider calls. */
export interface Round extends BenchSearch {
  calls: readonly Call[];
}

const ofKind = ({ calls }: Round, kind: Call['kind']) => calls.filter((call) => call.kind === kind);

export const slowestOf = (round: Round, kind: Call['kind']): number =>
  Math.max(0, ...ofKind(round, kind).map(durationOf));

/** Milliseconds from the request to the last event. */
export const durationOfRound = ({ begun, arrivals }: Round): number => (arrivals.at(-1)?.at ?? begun) - begun;

/**
 * The providers’ share of the critical path, in milliseconds: query + search + slowest scoring + slowest lookup with its assessment,
 * or in standard mode query + search + formatting.
 */
export function boundOf(round: Round, deepResearch: boolean): number {
  const before = slowestOf(round, 'query') + slowestOf(round, 'search page');
  if (!deepResearch) return before + slowestOf(round, 'formatting');
  const verifications = ofKind(round, 'lookup').map((lookup) => {
    const assessment = ofKind(round, 'assessment').find(({ profileUrl }) => profileUrl === lookup.profileUrl);
    return durationOf(lookup) + (assessment ? durationOf(assessment) : 0);
  });
  return before + slowestOf(round, 'scoring') + Math.max(0, ...verifications);
}

/** Milliseconds from the response to the last awaited results page until the first cards reach the client. */
export function cardsAfterSearch(round: Round): number {
  const cards = round.arrivals.find(({ type }) => type === 'profiles')?.at ?? Number.POSITIVE_INFINITY;
  const answers = ofKind(round, 'search page').flatMap(({ answered = cards }) => answered);
  return cards - Math.max(...answers.filter((at) => at <= cards));
}

/** Milliseconds from each scoring and assessment response until the next cards reach the client. */
export const cardsAfterResults = (round: Round): number[] =>
  [...ofKind(round, 'scoring'), ...ofKind(round, 'assessment')].flatMap(({ answered }) => {
    const next = round.arrivals.find(
      ({ type, at }) => answered !== undefined && isCards(type) && at >= answered,
    );
    return next && answered !== undefined ? [next.at - answered] : [];
  });

const isCards = (type: Arrival['type']): boolean => type === 'profiles';
