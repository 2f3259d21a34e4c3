import { chatKey, chatOrder } from '../keys.ts';
import type { ChatAddress } from '../ports/chats.ts';
import type { LiveChat } from './chat-item.ts';
import { decodeChat } from './chat-item.ts';
import { getItem, updateItem } from './requests.ts';
import type { Item, Table } from './table.ts';
import { UpdateExpression } from './update-expression.ts';

/** A change's values stand still, so that each round loses at most to one newer value per attribute. */
const ROUNDS = 10;

export interface ChatChange {
  title?: string;
  isArchived?: boolean;
  /** When it was changed; as with `lastMessageAt`, the chat's own is kept when it is later. */
  updatedAt: string;
  lastMessageAt?: string;
  /** Added to the message count together with taking these markers away: both or neither. */
  settled?: { count: number; markers: readonly string[] };
}

interface ChangeOptions {
  address: ChatAddress;
  /** The chat as last seen; read when absent. */
  known?: LiveChat | undefined;
  /** What to do given the chat as it is; undefined for nothing (any more). */
  plan: (live: LiveChat) => ChatChange | undefined;
}

/**
 * Changes the chat as it is at that moment: the plan is made again when another writer came between. `updatedAt` and
 * `lastMessageAt` only ever grow, and `order` always follows `isArchived` and `lastMessageAt`.
 * @returns the chat afterwards; undefined when there is none any more.
 */
export async function changeChat(table: Table, options: ChangeOptions): Promise<LiveChat | undefined> {
  const { address, plan } = options;
  const key = chatKey(address);
  let live = options.known ?? toLive(await getItem(table, key, address.signal));
  for (let round = 0; round < ROUNDS; round += 1) {
    if (live === undefined) return undefined;
    const change = plan(live);
    if (change === undefined) return live;
    const update = toExpression({ live, change }).build();
    const changed = await updateItem(table, { Key: key, ...update }, address.signal);
    if (changed !== undefined) return toLive(changed);
    live = toLive(await getItem(table, key, address.signal));
  }
  throw new Error('The chat kept changing under its update');
}

export function toLive(item: Item | undefined): LiveChat | undefined {
  const stored = item && decodeChat(item);
  return stored?.state === 'live' ? stored : undefined;
}

interface Step {
  live: LiveChat;
  change: ChatChange;
}

function toExpression({ live: { chat }, change }: Step): UpdateExpression {
  const update = new UpdateExpression();
  update.require('attribute_exists(pk)').require('attribute_not_exists(deletedAt)');
  if (change.title !== undefined) update.set('title', change.title);
  const { updatedAt } = change;
  if (updatedAt > chat.updatedAt)
    update.set('updatedAt', updatedAt).require(`updatedAt <= ${update.value(updatedAt)}`);
  moveInOrder(update, { chat, change });
  if (change.settled !== undefined) {
    const { count, markers } = change.settled;
    for (const marker of markers) update.require(`contains(pending, ${update.value(marker)})`);
    update.add('messageCount', count).delete('pending', new Set(markers));
  }
  return update;
}

function moveInOrder(
  update: UpdateExpression,
  { chat, change }: Pick<Step, 'change'> & Pick<LiveChat, 'chat'>,
) {
  const lastMessageAt = later(chat.lastMessageAt, change.lastMessageAt);
  const isArchived = change.isArchived ?? chat.isArchived;
  if (lastMessageAt === chat.lastMessageAt && isArchived === chat.isArchived) return;
  update
    .set('lastMessageAt', lastMessageAt)
    .set('isArchived', isArchived)
    .set('order', chatOrder({ id: chat.id, isArchived, lastMessageAt }))
    .require(`isArchived = ${update.value(chat.isArchived)}`)
    .require(`lastMessageAt <= ${update.value(lastMessageAt)}`);
}

const later = (known: string, given = ''): string => (known >= given ? known : given);
