import { LIMITS } from '#shared/limits.ts';
import { HIDDEN_LIST_ID } from '#shared/lists.ts';
import { truncate } from '#shared/truncate.ts';
import type { Api } from '#web/lib/api.ts';
import { isPermanent } from '#web/lib/refusals.ts';
import { asSaved } from './changes.ts';
import type { KnownList } from './known-lists.ts';
import { announceLists } from './list-tabs.ts';
import { sendChange } from './lists-api.ts';
import type { LocalLists } from './local-lists.ts';
import { RemoteLists } from './remote-lists.ts';

/** How many complete lists, and how many hidden people. */
interface MovedCounts {
  lists: number;
  hidden: number;
}

export interface BringListsReport {
  brought: MovedCounts;
  /** Still in this browser. */
  left: MovedCounts;
  /** The account's messages about what it refused. */
  refusals: readonly string[];
}

interface BringListsOptions {
  local: LocalLists;
  /** On behalf of the user whose account receives the lists. */
  api: Api;
  userId: string;
}

/** Distinguishes a list from the account's own of the same name. */
const NAME_SUFFIX = ' (from this browser)';
const MAX_NAME_LENGTH = LIMITS.titleLength - NAME_SUFFIX.length;

/**
 * Moves this browser's lists into an account, hidden people included. A list leaves the browser only once all of it is in the account. Ids
 * are kept and the account stores each person once, so that repeating this after a failure completes what is missing. A list that the
 * account refuses stays; if the account cannot be reached, so do all that follow. Never rejects.
 */
export async function bringLists({ local, api, userId }: BringListsOptions): Promise<BringListsReport> {
  const { lists, hidden } = await local.lists();
  // The account dates a list by when it is sent.
  const oldestFirst = lists.toReversed();
  const all = hidden.size > 0 ? [...oldestFirst, HIDDEN_LIST] : oldestFirst;
  const brought: MovedCounts = { lists: 0, hidden: 0 };
  const refusals = new Set<string>();
  try {
    const account = new RemoteLists({ api, userId });
    const known = (await account.lists()).lists;
    for (const list of all) {
      // Another page may have deleted it meanwhile.
      if (list !== HIDDEN_LIST && !(await idsOf(local)).includes(list.id)) continue;
      try {
        await bringList(list, { local, api, known });
        // The hidden people do not count as a list.
        if (list === HIDDEN_LIST) brought.hidden = hidden.size;
        else brought.lists += 1;
      } catch (error) {
        if (!isPermanent(error)) break;
        refusals.add(error.message);
      }
    }
  } catch {
    // The account could not be reached at all.
  }
  if (brought.lists + brought.hidden > 0) announceLists(userId);
  return {
    brought,
    left: { lists: (await idsOf(local)).length, hidden: hidden.size - brought.hidden },
    refusals: [...refusals],
  };
}

const idsOf = async (local: LocalLists): Promise<string[]> => (await local.lists()).lists.map(({ id }) => id);

type ListToMove = Pick<KnownList, 'id' | 'name' | 'createdAt'>;

const HIDDEN_LIST: ListToMove = { id: HIDDEN_LIST_ID, name: '', createdAt: '' };

interface BringListOptions extends Pick<BringListsOptions, 'local' | 'api'> {
  /** The account's own lists. */
  known: readonly KnownList[];
}

async function bringList(
  { id: listId, name, createdAt: at }: ListToMove,
  { local, api, known }: BringListOptions,
) {
  const isTaken = known.some((list) => list.name === name && list.id !== listId);
  if (listId !== HIDDEN_LIST_ID)
    await sendChange(api, {
      type: 'make',
      listId,
      name: isTaken ? truncate(name, MAX_NAME_LENGTH) + NAME_SUFFIX : name,
      at,
    });
  const sent = new Set<string>();
  const readUnsent = async () =>
    (await local.people(listId)).filter(({ profile }) => !sent.has(profile.profileUrl));
  // Another page may add to the list meanwhile.
  for (let people = await readUnsent(); people.length > 0; people = await readUnsent()) {
    await sendChange(api, { type: 'save', listId, people: people.map(asSaved), at });
    for (const { profile } of people) sent.add(profile.profileUrl);
  }
  local.removeList(listId);
}
