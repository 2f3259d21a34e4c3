import { answerContextOf } from './answer-context.ts';
import { LIST_LIMITS, type ListedPerson, type SavePersonRequest } from './lists.ts';

/* What saving does to somebody's entry in a list: the same in a browser, on the service, and on the page that has not heard from it. */

/** Somebody who comes into a list. @param at the timestamp of the save */
export function beginEntry(
  saved: SavePersonRequest,
  { at, addedAt }: { at: string; addedAt: string },
): ListedPerson {
  const { profile, origins, note = '', status = '', rating } = saved;
  return {
    profile,
    ...answerContextOf(saved),
    note,
    status,
    ...(rating !== undefined && { rating }),
    origins: mergeOrigins(origins, []),
    addedAt,
    updatedAt: at,
  };
}

/** Somebody who is saved again: what was written of them stays. @param at the timestamp of the save */
export function mergeEntry(known: ListedPerson, saved: SavePersonRequest, at: string): ListedPerson {
  const rating = known.rating ?? saved.rating;
  return {
    profile: saved.profile,
    ...answerContextOf(saved),
    note: known.note || (saved.note ?? ''),
    status: known.status || (saved.status ?? ''),
    ...(rating !== undefined && { rating }),
    origins: mergeOrigins(saved.origins, known.origins),
    addedAt: known.addedAt,
    updatedAt: at,
  };
}

type Origins = ListedPerson['origins'];

/** Newest first, one for each answer. */
function mergeOrigins(saved: Origins, known: Origins): Origins {
  const newest = new Map<string, Origins[number]>();
  const newestFirst = [...saved, ...known].sort((a, b) => Date.parse(b.savedAt) - Date.parse(a.savedAt));
  for (const origin of newestFirst) {
    const answer = `${origin.chatId} ${origin.messageId}`;
    if (!newest.has(answer)) newest.set(answer, origin);
  }
  return [...newest.values()].slice(0, LIST_LIMITS.origins);
}

/** Why not all who are saved fit into a list, and what to do. @param room how many more it takes */
export function listFullText(room: number): string {
  const todo = 'Take somebody out, or save to another list.';
  if (room === 0) return `This list is full. ${todo}`;
  return `This list has room for ${room} more ${room === 1 ? 'person' : 'people'} only. ${todo}`;
}
