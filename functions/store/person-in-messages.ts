import type { Message } from '#shared/message.ts';
import { answerWithoutPerson, nameIn } from '#shared/without-person.ts';
import * as chatItem from './chat-item.ts';
import type { ChatOptions } from './chats.ts';
import * as keys from './keys.ts';
import * as messageItem from './message-item.ts';
import { repack } from './message-writes.ts';
import type { Table } from './table.ts';
import type { Cancellable, PersonInAccount } from './versioned-items.ts';

/* A person in the answers of a chat: finding them, and removing them. */

export interface FoundInChat {
  answers: { id: string; name?: string }[];
  unreadable: number;
}

/**
 * Finds the answers that contain the person, with the name each gives them, and counts the answers that could not be read in full, plus
 * one if the chat itself is damaged. Reads the whole chat.
 */
export async function findPerson(
  table: Table,
  { profileUrl, ...options }: PersonInAccount & keys.ChatAddress,
): Promise<FoundInChat> {
  const item = await table.get(keys.chatKey(options), options.signal);
  const found: FoundInChat = {
    answers: [],
    unreadable: item && isDamaged(chatItem.decodeLogged(item)) ? 1 : 0,
  };
  for await (const message of messagesWithPeople(table, options)) {
    const { id, role, lost } = message;
    if (lost !== undefined && role === 'assistant') found.unreadable += 1;
    if (answerWithoutPerson(message, profileUrl) === message) continue;
    const name = nameIn(message, profileUrl);
    found.answers.push({ id, ...(name !== undefined && { name }) });
  }
  return found;
}

/** The chat's messages that have more than inline text, as far as they can be read. */
async function* messagesWithPeople(table: Table, options: ChatOptions): AsyncGenerator<Message> {
  const query = { partition: keys.messagesPartition(options), from: 'MSG#', to: 'MSG$' };
  for await (const items of table.queryPages(query, options.signal))
    for (const item of items) {
      const stored = messageItem.decode(item);
      if (stored?.payload === undefined && stored?.damage === undefined) continue;
      const message = await messageItem.loadOrSalvage(table, stored, options.signal);
      if (message !== undefined) yield message;
    }
}

/** Another person may be removed from the same message concurrently. */
const MAX_REMOVAL_ROUNDS = 5;

type MessageOptions = keys.MessageAddress & Cancellable;

/**
 * Removes the person, and everything the answer says about them, from the answer, even in a damaged chat. False if they are not in it.
 * Idempotent.
 */
export async function removePerson(
  table: Table,
  { profileUrl, ...options }: PersonInAccount & keys.MessageAddress,
): Promise<boolean> {
  const { signal } = options;
  for (let round = 0; round < MAX_REMOVAL_ROUNDS; round += 1) {
    const found = await findMessageWithPayload(table, options);
    if (found === undefined) return false;
    const message = await messageItem.load(table, found.stored, signal);
    const without = answerWithoutPerson(message, profileUrl);
    if (without === message) return false;
    if (await repack(table, { ...found, message: without, signal })) return true;
  }
  throw new Error('The message kept changing');
}

/** The message, if it has more than inline text. Its chat may be damaged, in which case it cannot count writes. */
async function findMessageWithPayload(table: Table, options: MessageOptions) {
  const [chat, item] = await Promise.all([
    table.get(keys.chatKey(options), options.signal),
    table.get(keys.messageKey(options), options.signal),
  ]);
  if (chat === undefined || chatItem.isDeleted(chat)) return undefined;
  const stored = item && messageItem.decode(item);
  if (stored?.payload === undefined && stored?.damage === undefined) return undefined;
  return { stored, isCounted: !isDamaged(chatItem.decode(chat)) };
}

const isDamaged = (chat: chatItem.LiveChat | chatItem.DeletedChat): boolean =>
  chat.state === 'live' && chat.damage !== undefined;
