import { type FoundPages, showingOnly, toFoundPages } from '#functions/providers/ports.ts';
import { nextTurn } from '#functions/timing.ts';
import type { Criterion } from '#shared/criteria.ts';
import { SEARCH_RESULTS_REQUESTED } from '#shared/limits.ts';
import type { FoundProfile, SearchQuery } from '#shared/results.ts';
import { notMetOf } from '#shared/score-ceiling.ts';
import type { Basis } from '#shared/search-request.ts';
import type { SearchDeps } from '../context.ts';
import { findingsOf, sourcesOf } from '../evidence/evidence.ts';
import type { Meant } from './mentioned-people.ts';

/*
 * The people found earlier who still fit when a request changes the criteria: they are shown at once, come first in the new results, and
 * the search step says how many stay. docs/behaviour.md#refining
 */

/** The people of an answer, checked against changed criteria. */
export interface HeldPeople {
  /** Those who still fit, in the same order. */
  fitting: FoundProfile[];
  /** How many were checked. */
  of: number;
}

/**
 * Keeps the people of an answer who do not fail a new or changed criterion, as far as code can tell from title and snippet. Nobody is
 * dropped over an unclear verdict. They are checked one at a time, so that nothing else has to wait for many criteria and long texts.
 * @param leftOut people that the request itself rejects; they are not checked, and the changes to the query name them already
 * @throws the signal's reason when the search is stopped or out of time
 */
export async function holdPeople(
  { people, criteria: before }: Basis,
  { criteria = [] }: SearchQuery,
  { signal }: Pick<SearchDeps, 'signal'>,
  leftOut: Meant['leftOut'] = [],
): Promise<HeldPeople> {
  const rejected = new Set(leftOut.map(({ url }) => url));
  const isUnchanged = (each: Criterion) =>
    before.some(({ id, text, need }) => id === each.id && text === each.text && need === each.need);
  const changed = criteria.filter((each) => !isUnchanged(each));
  const checked = people.filter(({ url }) => !rejected.has(url));
  const fitting: FoundProfile[] = [];
  for (const { relevanceScore: _, rank: __, ...person } of checked) {
    const { verdicts } = findingsOf(changed, sourcesOf(person));
    if (notMetOf(changed, verdicts).length === 0) fitting.push(person);
    await nextTurn();
    signal.throwIfAborted();
  }
  return { fitting, of: checked.length };
}

/** Earlier people, as the results of a search that has not started yet. */
export const earlierResults = (earlier: readonly FoundProfile[]): FoundPages =>
  joinResults(earlier, toFoundPages(earlier, []));

/** Results reserved for new people, if the search finds that many. */
const MIN_NEW_PEOPLE = 5;

/**
 * Results that begin with the earlier people who still fit, filled up with new ones. A page counts as read only if everybody on it is among
 * them: the others can then be found by a search for more people.
 */
export function joinResults(earlier: readonly FoundProfile[], found: FoundPages): FoundPages {
  const known = new Map(earlier.map((person) => [person.url, person]));
  const newPeople = found.linkedinProfiles.filter(({ url }) => !known.has(url));
  const room = SEARCH_RESULTS_REQUESTED - Math.min(newPeople.length, MIN_NEW_PEOPLE);
  const people = [...earlier.slice(0, room), ...newPeople].slice(0, SEARCH_RESULTS_REQUESTED);
  return showingOnly(
    found,
    people.map((person, index) => withPosition(person, index + 1)),
  );
}

/** Returns the same object if its position is right, since what is derived from it is cached by identity. */
const withPosition = (person: FoundProfile, position: number): FoundProfile =>
  person.position === position ? person : { ...person, position };

/** '8 of 20 people found earlier no longer match', and how many stay if not all the others do. */
export function describeHeld({ fitting, of }: HeldPeople, { linkedinProfiles }: FoundPages): string[] {
  if (of === 0) return [];
  const droppedCount = of - fitting.length;
  const isFitting = new Set(fitting.map(({ url }) => url));
  const kept = linkedinProfiles.filter(({ url }) => isFitting.has(url)).length;
  const stay = kept === 1 ? 'stays' : 'stay';
  if (droppedCount === 0 && kept < of) return [`${kept} of ${of} people found earlier ${stay}`];
  if (droppedCount === 0)
    return [of === 1 ? 'The 1 person found earlier stays' : `All ${of} people found earlier stay`];
  const away = `${droppedCount} of ${of} people found earlier no longer ${droppedCount === 1 ? 'matches' : 'match'}`;
  return [kept < fitting.length ? `${away}, ${kept} ${stay}` : away];
}
