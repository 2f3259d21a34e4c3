import { LIMITS } from '#shared/limits.ts';
import { HIDDEN_LIST_ID } from '#shared/lists.ts';
import { truncate } from '#shared/truncate.ts';
import type { Api } from '#web/lib/api.ts';
import { asSaved } from './changes.ts';
import type { KnownList } from './list-store.ts';
import { isRefusal, sendChange } from './lists-api.ts';
import type { LocalLists } from './local-lists.ts';
import { announceLists, RemoteLists } from './remote-lists.ts';

/** How many lists, each of them whole, and how many people who are hidden. */
interface Moved {
  lists: number;
  hidden: number;
}

export interface BringListsReport {
  brought: Moved;
  /** Still in this browser. */
  left: Moved;
  /** What the account says of what it refuses. */
  refusals: readonly string[];
}

interface BringListsOptions {
  local: LocalLists;
  /** In the name of the person whose account takes them. */
  api: Api;
  userId: string;
}

/** Told from the account's own of the same name. */
const HERE = ' (from this browser)';
const LONGEST_NAME = LIMITS.titleLength - HERE.length;

/**
 * Moves this browser's lists into an account, those who are hidden too. A list leaves the browser only when all of it is in the account. Ids
 * stay the same and the account takes each person once, so that a repeat, after whatever failed, completes what is there. A list the account
 * refuses stays; when the account cannot be reached, so do all that follow. Never rejects.
 */
export async function bringLists({ local, api, userId }: BringListsOptions): Promise<BringListsReport> {
  const { lists, hidden } = await local.lists();
  const all = hidden.size > 0 ? [...lists, HIDDEN] : lists;
  const brought: Moved = { lists: 0, hidden: 0 };
  const refusals = new Set<string>();
  try {
    const account = new RemoteLists({ api, userId });
    const known = (await account.lists()).lists;
    for (const list of all) {
      try {
        await bringList(list, { local, api, known });
        // Those who are hidden are no list that anybody has made.
        if (list === HIDDEN) brought.hidden = hidden.size;
        else brought.lists += 1;
      } catch (error) {
        if (!isRefusal(error)) break;
        refusals.add(error.message);
      }
    }
  } catch {
    // The account could not be reached at all.
  }
  if (brought.lists + brought.hidden > 0) announceLists(userId);
  return {
    brought,
    left: { lists: lists.length - brought.lists, hidden: hidden.size - brought.hidden },
    refusals: [...refusals],
  };
}

type Named = Pick<KnownList, 'id' | 'name' | 'createdAt'>;

const HIDDEN: Named = { id: HIDDEN_LIST_ID, name: '', createdAt: '' };

interface BringListOptions extends Pick<BringListsOptions, 'local' | 'api'> {
  /** The account's own. */
  known: readonly KnownList[];
}

async function bringList(
  { id: listId, name, createdAt: at }: Named,
  { local, api, known }: BringListOptions,
) {
  const people = await local.people(listId);
  const isTaken = known.some((list) => list.name === name && list.id !== listId);
  if (listId !== HIDDEN_LIST_ID)
    await sendChange(api, {
      type: 'make',
      listId,
      name: isTaken ? truncate(name, LONGEST_NAME) + HERE : name,
      at,
    });
  await sendChange(api, { type: 'save', listId, people: people.map(asSaved), at });
  local.removeList(listId);
}
