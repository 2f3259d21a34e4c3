import { answerContextOf } from './answer-context.ts';
import { HIDDEN_LIST_ID, LIST_LIMITS, type ListedPerson, type SavePersonRequest } from './lists.ts';

/* How saving changes a person's entry in a list. Shared by the service, local storage in the browser, and the page's optimistic updates. */

/** The entry of a person who is added to a list. @param at the timestamp of the save */
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

/**
 * The entry of a person who is saved again: with the later profile of the two. Note, status and rating are kept if they are set.
 * @param at the timestamp of the save
 */
export function mergeEntry(known: ListedPerson, saved: SavePersonRequest, at: string): ListedPerson {
  const rating = known.rating ?? saved.rating;
  const latest = isOlder(saved, known) ? known : saved;
  return {
    profile: latest.profile,
    ...answerContextOf(latest),
    note: known.note || (saved.note ?? ''),
    status: known.status || (saved.status ?? ''),
    ...(rating !== undefined && { rating }),
    origins: mergeOrigins(saved.origins, known.origins),
    addedAt: known.addedAt,
    updatedAt: at,
  };
}

type Origins = ListedPerson['origins'];

/** Hidden people have no origins: then the profile that is saved counts as the later one. */
const isOlder = ({ origins: [saved] }: SavePersonRequest, { origins: [known] }: ListedPerson): boolean =>
  saved !== undefined && known !== undefined && Date.parse(saved.savedAt) < Date.parse(known.savedAt);

/** Newest first, one per answer. */
function mergeOrigins(saved: Origins, known: Origins): Origins {
  const newest = new Map<string, Origins[number]>();
  const newestFirst = [...saved, ...known].sort((a, b) => Date.parse(b.savedAt) - Date.parse(a.savedAt));
  for (const origin of newestFirst) {
    const answer = `${origin.chatId} ${origin.messageId}`;
    if (!newest.has(answer)) newest.set(answer, origin);
  }
  return [...newest.values()].slice(0, LIST_LIMITS.origins);
}

export const TOO_MANY_LISTS = `You have ${LIST_LIMITS.lists} lists, the maximum. Delete one first.`;

/** Why so many more people do not fit into a list of this size, and what to do; undefined if they fit. */
export function overflowText(listId: string, { size, added }: { size: number; added: number }) {
  const room = Math.max(0, LIST_LIMITS.people - size);
  return added > room ? listFullText(listId, room) : undefined;
}

/** Explains that a list, or that of hidden people, does not have enough room, and what to do. @param room how many more people fit */
export function listFullText(listId: string, room: number): string {
  if (listId === HIDDEN_LIST_ID)
    return `${LIST_LIMITS.people.toLocaleString('en')} people are hidden, the maximum. Show somebody again first.`;
  const todo = 'Take somebody out, or save to another list.';
  if (room === 0) return `This list is full. ${todo}`;
  return `This list has room for ${room} more ${room === 1 ? 'person' : 'people'} only. ${todo}`;
}
