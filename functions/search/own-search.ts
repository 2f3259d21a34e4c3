import * as v from 'valibot';
import { HttpProblem } from '#functions/http/problem.ts';
import { ANONYMOUS_USER_ID } from '#shared/chat.ts';
import { SearchId } from '#shared/ids.ts';
import type { RunningSearches } from './running-searches.ts';
import type { SearchSettings } from './settings.ts';

/** A search its caller may follow and stop. */
export interface OwnSearch {
  searchId: string;
  status: 'running' | 'ended';
}

/**
 * The caller's own search; an anonymous one is anybody's who holds its unguessable id.
 * @throws HttpProblem 404, the same for a foreign search, a missing one and what is no id at all.
 */
export async function ownSearch(
  { searchId, headers }: { searchId: string | undefined; headers: Headers },
  { running }: RunningSearches,
  settings: SearchSettings,
): Promise<OwnSearch> {
  const identity = await settings.authenticate(headers);
  if (!v.is(SearchId, searchId)) throw new HttpProblem('not-found');
  const here = running.get(searchId);
  const state = here
    ? { search: here.search, status: 'running' as const }
    : await settings.searchLog.read({ searchId });
  const owners = [ANONYMOUS_USER_ID, identity?.userId];
  if (state === undefined || 'refusal' in state || !owners.includes(state.search.userId))
    throw new HttpProblem('not-found');
  return { searchId, status: state.status };
}
