import { type AnswerContext, answerContextOf } from '#shared/answer-context.ts';
import { beginEntry, mergeEntry, overflowText, TOO_MANY_LISTS } from '#shared/list-entry.ts';
import {
  HIDDEN_LIST_ID,
  type KnownTexts,
  LIST_LIMITS,
  type ListedPerson,
  type PersonEdit,
  type PersonList,
  type SavePersonRequest,
} from '#shared/lists.ts';
import type { DisplayProfile } from '#shared/results.ts';
import { toTimestamp } from '#shared/time.ts';
import { countOfPeople } from '#web/lib/format.ts';
import { statusLabel, statusOf } from './people.ts';

/* The changes that lists support, and their effect: on this browser's lists, and on the page as optimistic updates before the service has
   confirmed them. */

/**
 * One change. Idempotent. `at` is a Timestamp. Of the people saved, those whose entry is restored have a note, status, rating and time of
 * addition. An edit that is partly made already has been made for people whom it does not name any more. A save that is an undo restores
 * people whom this page has removed, and such a removal takes out those whom it has saved (undo.ts). What an edit replaces is known by
 * profile URL, as far as the page has shown it: of these people, the service overwrites nothing else.
 */
export type ListChange =
  | { type: 'make'; listId: string; name: string; at: string }
  | { type: 'rename'; listId: string; name: string; at: string }
  | { type: 'delete'; listId: string; at: string }
  | { type: 'save'; listId: string; people: readonly SavePersonRequest[]; at: string; isUndo?: true }
  | {
      type: 'edit';
      listId: string;
      urls: readonly string[];
      change: PersonEdit;
      known?: Readonly<Record<string, KnownTexts>>;
      at: string;
      isPartlyMade?: boolean;
    }
  | { type: 'remove'; listId: string; urls: readonly string[]; at: string; isUndo?: true };

export type Edit = Extract<ListChange, { type: 'edit' }>;

/** What the user writes about a person. The fields are independent: the last write to one of them says nothing about the others. */
export const EDITABLE_FIELDS = ['note', 'status', 'rating'] as const;
export type EditableField = (typeof EDITABLE_FIELDS)[number];

export const differingFields = (one: ListedPerson, other: ListedPerson): EditableField[] =>
  EDITABLE_FIELDS.filter((field) => one[field] !== other[field]);

/** The edit by which another entry becomes like this one in some fields. */
export function editTo(entry: ListedPerson, fields: readonly EditableField[]): PersonEdit {
  const { note, status, rating = null } = entry;
  const all = { note, status, rating };
  return Object.fromEntries(fields.map((field) => [field, all[field]]));
}

/** People by canonical profile URL. */
export type People = ReadonlyMap<string, ListedPerson>;
export type Lists = ReadonlyMap<string, PersonList>;

export const GONE_LIST = 'This list is gone: it was removed on another page or device.';

/** A change that cannot be made; `message` says why, and what to do. */
export class ListError extends Error {
  override readonly name = 'ListError';
}

/** The people of the change's list after the change; the same map if it does not affect them. */
export function changePeople(people: People, change: ListChange): People {
  switch (change.type) {
    case 'save':
      return new Map([...people, ...change.people.map((saved) => entryOf(people, saved, change.at))]);
    case 'edit':
      return editPeople(people, change);
    case 'remove':
      if (!change.urls.some((url) => people.has(url))) return people;
      return new Map([...people].filter(([url]) => !change.urls.includes(url)));
    case 'delete':
      return new Map();
    default:
      return people;
  }
}

function editPeople(people: People, { urls, change, at }: Edit): People {
  const edited = urls.flatMap((url): [string, ListedPerson][] => {
    const known = people.get(url);
    if (known === undefined) return [];
    const { rating: before, ...kept } = known;
    const { rating = before, ...texts } = change;
    return [[url, { ...kept, ...texts, ...(rating && { rating }), updatedAt: at }]];
  });
  return edited.length === 0 ? people : new Map([...people, ...edited]);
}

/** What an edit replaces in the entries that the user has seen. */
export function knownTexts(seen: readonly ListedPerson[], edit: PersonEdit): Record<string, KnownTexts> {
  const textsOf = ({ note, status }: ListedPerson) => ({
    ...(edit.note !== undefined && { note }),
    ...(edit.status !== undefined && { status }),
  });
  return Object.fromEntries(seen.map((entry) => [entry.profile.profileUrl, textsOf(entry)]));
}

/** Whether an entry has kept a text that this page had not shown, in place of the edit's. */
export const isOtherKept = (edit: Edit, entry: ListedPerson): boolean =>
  edit.known?.[entry.profile.profileUrl] !== undefined && differingField(edit, entry) !== undefined;

const differingField = ({ change }: Edit, entry: ListedPerson) =>
  (['note', 'status'] as const).find((one) => (change[one] ?? entry[one]) !== entry[one]);

/** What to tell the user about people who have kept other texts, if anybody has. It shows in the chats too, where names may be hidden. */
export function keptText(edit: Edit, kept: readonly ListedPerson[]): string | undefined {
  const [first] = kept;
  if (first === undefined) return undefined;
  const field = differingField(edit, first) ?? 'note';
  const { note = '', status = '' } = edit.change;
  const text = field === 'note' ? note : statusLabel(statusOf({ status }));
  const who = kept.length === 1 ? 'Somebody has' : `${countOfPeople(kept.length)} have`;
  const yours = text === '' ? 'empty' : `“${text}”`;
  return `${who} another ${field} by now, from another page or device, which was kept. Yours was ${yours}.`;
}

/** What to add to the refusal of a change: the note or name it should have given, which is stored nowhere. */
export function refusedText(change: ListChange): string {
  if (change.type === 'make' || change.type === 'rename') return ` The name was “${change.name}”.`;
  return change.type === 'edit' && change.change.note ? ` Your note was “${change.change.note}”.` : '';
}

function entryOf(people: People, saved: SavePersonRequest, at: string): [string, ListedPerson] {
  const url = saved.profile.profileUrl;
  const known = people.get(url);
  return [
    url,
    known ? mergeEntry(known, saved, at) : beginEntry(saved, { at, addedAt: saved.addedAt ?? at }),
  ];
}

/** The lists after the change. Their sizes do not reflect people it adds or removes. */
export function changeLists(lists: Lists, change: ListChange): Lists {
  const { listId, at } = change;
  const known = lists.get(listId);
  if (change.type === 'make') {
    if (known !== undefined) return lists;
    return new Map(lists).set(listId, {
      id: listId,
      name: change.name,
      createdAt: at,
      updatedAt: at,
      size: 0,
    });
  }
  if (known === undefined) return lists;
  if (change.type === 'delete') return new Map([...lists].filter(([id]) => id !== listId));
  if (change.type === 'rename')
    return new Map(lists).set(listId, { ...known, name: change.name, updatedAt: at });
  return change.type === 'edit' ? lists : new Map(lists).set(listId, { ...known, updatedAt: at });
}

/** @throws ListError if the change exceeds a limit, or its list is gone. */
export function assertPossible(
  change: ListChange,
  { lists, people }: { lists: Lists; people: People },
): void {
  const { listId } = change;
  if (change.type === 'make') {
    if (lists.has(listId) || lists.size < LIST_LIMITS.lists) return;
    throw new ListError(TOO_MANY_LISTS + refusedText(change));
  }
  if (change.type === 'delete' || change.type === 'remove') return;
  if (listId !== HIDDEN_LIST_ID && !lists.has(listId)) throw new ListError(GONE_LIST + refusedText(change));
  if (change.type !== 'save') return;
  const added = change.people.filter(({ profile }) => !people.has(profile.profileUrl)).length;
  const overflow = overflowText(listId, { size: people.size, added });
  if (overflow !== undefined) throw new ListError(overflow);
}

/**
 * Whether a change must not be stored before an earlier one. Changes to one list keep their order. A removal, which makes room, has to follow
 * only saves of the same people, to any list: moving people saves them to another list first.
 */
export const mustFollow = (change: ListChange, earlier: ListChange): boolean =>
  change.type === 'remove'
    ? earlier.type === 'save' &&
      earlier.people.some(({ profile }) => change.urls.includes(profile.profileUrl))
    : change.listId === earlier.listId;

/** A change without removing, from another list, the people that a refused change should have saved: they may have been moved. */
export function withoutRefused(change: ListChange, refused: ListChange): ListChange {
  if (change.type !== 'remove' || refused.type !== 'save' || change.listId === refused.listId) return change;
  return restOf(change, new Set(refused.people.map(({ profile }) => profile.profileUrl)));
}

/** Whether a change removes, from another list, only people that a refused change should have saved. */
export function removesUnsaved(change: ListChange, refused: ListChange): boolean {
  const rest = withoutRefused(change, refused);
  return rest !== change && rest.type === 'remove' && rest.urls.length === 0;
}

/** A change as it is without the given person: the same one if it does not concern them. It may then concern nobody. */
export function changeWithout(change: ListChange, profileUrl: string): ListChange {
  if (change.type === 'save') {
    const people = change.people.filter(({ profile }) => profile.profileUrl !== profileUrl);
    return people.length === change.people.length ? change : { ...change, people };
  }
  if (change.type !== 'edit' && change.type !== 'remove') return change;
  if (!change.urls.includes(profileUrl)) return change;
  return { ...change, urls: change.urls.filter((url) => url !== profileUrl) };
}

/** What is left of a change once it has been made for the given people. */
export function restOf(change: ListChange, made: ReadonlySet<string>): ListChange {
  if (made.size === 0 || (change.type !== 'edit' && change.type !== 'remove')) return change;
  const rest = { ...change, urls: change.urls.filter((url) => !made.has(url)) };
  return rest.type === 'edit' ? { ...rest, isPartlyMade: true } : rest;
}

/** An entry in the form in which it is restored after its removal, or saved to another list. */
export const asSaved = ({ updatedAt: _, rating, ...entry }: ListedPerson): SavePersonRequest => ({
  ...entry,
  ...(rating && { rating }),
});

/** The answer from which a person is saved. */
export interface SourceAnswer
  extends AnswerContext,
    Pick<ListedPerson['origins'][number], 'chatId' | 'messageId' | 'request'> {
  /** Whether a person was scored in it. */
  isScored: (profile: DisplayProfile) => boolean;
}

/** A person as a card shows them, to be saved from an answer. */
export function savedFrom(
  profile: DisplayProfile,
  { chatId, messageId, request, isScored, ...context }: SourceAnswer,
  now: number = Date.now(),
): SavePersonRequest {
  const { relevanceScore } = profile;
  const origin = {
    ...{ chatId, messageId, request, savedAt: toTimestamp(now), relevanceScore },
    ...(!isScored(profile) && { isUnscored: true }),
  };
  return { profile, ...answerContextOf(context), origins: [origin] };
}
