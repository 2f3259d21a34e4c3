import type { MessagesAnswer } from '#shared/chat-contract.ts';
import { storeError } from '#shared/errors.ts';
import type { Message, MessageMetadata, Rating } from '#shared/message.ts';
import { toTimestamp } from '#shared/time.ts';
import { answerWithoutPerson, nameIn } from '#shared/without-person.ts';
import * as chatItem from './chat-item.ts';
import { type ChatOptions, findChat } from './chats.ts';
import { announce, countEffects, type Effect } from './counting.ts';
import { decodeCursor, encodeCursor } from './cursors.ts';
import { withStoreErrors } from './errors.ts';
import type { UpdateExpression } from './expressions.ts';
import { updateDigest } from './history.ts';
import * as keys from './keys.ts';
import { beginningOf } from './lifetimes.ts';
import * as messageItem from './message-item.ts';
import { repack, writeMessage } from './message-writes.ts';
import type { Cancellable, Signal, Table } from './requests.ts';
import { forgetSearchesOf } from './search-log.ts';

type MessageOptions = keys.MessageAddress & Cancellable;

type ListMessagesOptions = ChatOptions & {
  /** Where the page before ended, as it said. */
  cursor?: string;
};

interface AddMessageOptions extends keys.MessageAddress, Cancellable {
  role: Message['role'];
  content: string;
  metadata?: MessageMetadata;
  /** When it was written, which may be before it is stored; never later than the store's clock, which is also the default. */
  timestamp?: string;
}

type AddedMessage =
  | { status: 'added' | 'exists'; message: Message }
  | { status: 'no-chat' }
  /** The chat holds as much as it may. */
  | { status: 'full' }
  /** The chat is damaged, and takes nothing new. */
  | { status: 'damaged' }
  /** The id stands for another message, or for one that was deleted. */
  | { status: 'conflict' };

interface UpdateMessageOptions extends keys.MessageAddress, Cancellable {
  content?: string;
  /** null takes the rating back. */
  rating?: Rating | null;
}

const PAGE_SIZE = 100;
/** A Lambda function answers with 6 MB at most; messages unpack to many times what a query returns. */
const PAGE_BYTES = 4_000_000;

const ERROR_TEXTS = {
  list: storeError('fetch', 'messages'),
  add: storeError('create', 'message'),
  update: storeError('update', 'message'),
  delete: storeError('delete', 'message'),
  findPerson: storeError('fetch', 'messages'),
  removePerson: storeError('update', 'message'),
};

/** The messages of a person's chat. Every method throws StoreError when storing fails. */
export function createMessages(table: Table, bounds: chatItem.ChatBounds) {
  return withStoreErrors(ERROR_TEXTS, {
    /**
     * Oldest first; undefined when there is no such chat. One query, beside the read that tells whether the chat is there.
     * @throws InvalidCursorError
     */
    async list(options: ListMessagesOptions): Promise<MessagesAnswer | undefined> {
      const { cursor, signal } = options;
      const partition = keys.messagesPartition(options);
      const after = cursor === undefined ? '' : decodeCursor({ partition, cursor });
      const [live, { items, isLast }] = await Promise.all([
        findChat(table, options),
        table.queryInOrder({ partition, after, limit: PAGE_SIZE }, signal),
      ]);
      if (live === undefined) return undefined;
      const { messages, read } = await loadUpTo(table, items, signal);
      const last = items[read - 1];
      if (last === undefined || (isLast && read === items.length)) return { messages };
      return { messages, cursor: encodeCursor({ partition, position: keys.orderOf(last) }) };
    },

    /** Safe to repeat: a message that exists is given back as it is, whatever time the repeat carries. */
    async add(options: AddMessageOptions): Promise<AddedMessage> {
      const { userId, chatId, messageId, role, content, metadata, signal } = options;
      const attempt = table.newAttempt();
      const marker = { kind: 'add', messageId, attempt } as const;
      const known = await announce(table, options, [marker], { bounds });
      if (known === undefined) return await whyNot(table, options);
      const timestamp = table.stamp(options.timestamp);
      const message = {
        id: messageId,
        chatId,
        userId,
        role,
        content,
        timestamp,
        ...(metadata && { metadata }),
      };
      const written = await writeMessage(table, { message, attempt, signal });
      const { outcome, effects } = written;
      const after = await countEffects(table, { address: options, known: written.live ?? known, effects });
      if (after === undefined) return { status: 'no-chat' };
      if (outcome === 'added' || outcome === 'exists') return { status: outcome, message: written.message };
      return { status: 'conflict' };
    },

    /** Changes what is given, each attribute alone, so that two changes at once keep both. 'full' when the chat takes no more text. */
    async update(options: UpdateMessageOptions): Promise<Message | 'full' | undefined> {
      const { content, rating, signal } = options;
      const found = await findMessage(table, options);
      if (found === undefined) return undefined;
      if (content === undefined && rating === undefined)
        return await messageItem.loadWhatIsLeft(table, found, signal);
      if (content !== undefined && !(await countText(table, options, content, bounds)))
        return (await findChat(table, options)) && 'full';
      const update = updateOf(options);
      const item = await table.update(keys.messageKey(options), update, signal);
      const stored = item && messageItem.decode(item);
      const message = stored && (await messageItem.loadWhatIsLeft(table, stored, signal));
      if (message !== undefined && content !== undefined) await updateDigest(table, message, signal);
      return message;
    },

    /**
     * False when there was none. The log of its search goes with it, and that search is stopped where it runs. From a chat that is damaged it
     * goes uncounted.
     */
    async delete(options: MessageOptions): Promise<boolean> {
      const { userId, chatId, messageId, signal } = options;
      const [live, stored] = await Promise.all([findChat(table, options), readMessage(table, options)]);
      if (live === undefined || stored === undefined) return false;
      // Before the message goes, which alone says which search that was.
      await forgetSearchOf(table, stored, signal);
      const attempt = table.newAttempt();
      if (live.damage !== undefined)
        return await messageItem.erase(table, { userId, chatId, messageId }, attempt, signal);
      const marker = { kind: 'delete', messageId, attempt } as const;
      const known = await announce(table, options, [marker]);
      if (known === undefined) return false;
      const isErased = await messageItem.erase(table, { userId, chatId, messageId }, attempt, signal);
      const at = toTimestamp(beginningOf(attempt));
      const effect: Effect = isErased ? { marker, count: -1, at } : { marker, count: 0 };
      await countEffects(table, { address: options, known, effects: [effect] });
      return isErased;
    },

    /**
     * The ids of the chat's answers that hold the person at the canonical profile URL, and what each calls them; and of how many others nobody
     * can tell, among which a chat counts that is damaged itself. Reads all of the chat.
     */
    async findPerson({ profileUrl, ...options }: PersonInChat): Promise<FoundInChat> {
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
    },

    /**
     * Takes the person out of the answer, with all that it says of them, also in a chat that is damaged. False when they are not in it. Safe to
     * repeat.
     */
    async removePerson({ profileUrl, ...options }: MessageOptions & { profileUrl: string }) {
      const { signal } = options;
      for (let round = 0; round < REMOVING_ROUNDS; round += 1) {
        const found = await findCarrier(table, options);
        if (found === undefined) return false;
        const message = await messageItem.load(table, found.stored, signal);
        const without = answerWithoutPerson(message, profileUrl);
        if (without === message) return false;
        if (await repack(table, { ...found, message: without, signal })) return true;
      }
      throw new Error('The message kept changing while somebody was taken out of it');
    },
  });
}

interface FoundInChat {
  answers: { id: string; name?: string }[];
  unreadable: number;
}

interface PersonInChat extends ChatOptions {
  /** Canonical. */
  profileUrl: string;
}

/** All of a chat that carry more than their text, as far as they can be read. */
async function* messagesWithPeople(table: Table, options: ChatOptions): AsyncGenerator<Message> {
  const query = { partition: keys.messagesPartition(options), from: 'MSG#', to: 'MSG$' };
  for await (const items of table.queryPages(query, options.signal))
    for (const item of items) {
      const stored = messageItem.decode(item);
      if (stored?.payload === undefined && stored?.damage === undefined) continue;
      const message = await messageItem.loadWhatIsLeft(table, stored, options.signal);
      if (message !== undefined) yield message;
    }
}

/** A message that carries more than its text, in a chat that may be damaged, and then counts nothing; undefined where there is none. */
async function findCarrier(table: Table, options: MessageOptions) {
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

/** Others may take somebody else out of the same message at the same time. */
const REMOVING_ROUNDS = 5;

function updateOf({ content, rating }: Pick<UpdateMessageOptions, 'content' | 'rating'>): UpdateExpression {
  const update = messageItem.updateOfStored();
  if (content !== undefined) update.set('content', content.toWellFormed());
  if (rating === null) update.remove('rating');
  else if (rating !== undefined) update.set('rating', rating);
  return update;
}

/** Counts a new text of a message that is there among its chat's bytes; false, and nothing counted, when the chat is full. */
async function countText(
  table: Table,
  options: MessageOptions,
  text: string,
  { bytes }: chatItem.ChatBounds,
): Promise<boolean> {
  const update = chatItem.updateOfLive().add('storedBytes', Buffer.byteLength(text));
  update.refuse(`storedBytes >= ${update.value(bytes)}`);
  return await table.updateIf(keys.chatKey(options), update, options.signal);
}

/** Deletes the log of the search that a message asked for or answers: it has what both say. */
async function forgetSearchOf(table: Table, stored: messageItem.StoredMessage, signal: Signal) {
  const { userId, chatId, id, role, addedBy } = stored;
  const whole = role === 'user' ? undefined : await messageItem.loadWhatIsLeft(table, stored, signal);
  const messageId = role === 'user' ? id : whole?.metadata?.questionId;
  if (messageId === undefined) return;
  const question = { ...keys.messageKey({ userId, chatId, messageId }), addedBy, role: 'user' };
  await forgetSearchesOf(table, [question], { userId, chatId, signal });
}

/** Why nothing could be announced: a repeat of a message that is there is no reason to refuse it. */
async function whyNot(table: Table, options: AddMessageOptions): Promise<AddedMessage> {
  // Looking it up finishes a deletion that was cut off.
  const stored = await findMessage(table, options);
  if (stored !== undefined) {
    const message = await messageItem.loadWhatIsLeft(table, stored, options.signal);
    const isRepeat = message !== undefined && messageItem.isRepeat(message, options);
    return isRepeat ? { status: 'exists', message } : { status: 'conflict' };
  }
  const live = await findChat(table, options);
  if (live === undefined) return { status: 'no-chat' };
  return { status: live.damage === undefined ? 'full' : 'damaged' };
}

/** The messages from the first on, at least one, until they fill an answer; and how many of the items were read for that. */
async function loadUpTo(table: Table, items: readonly keys.Item[], signal: Signal) {
  const messages: Message[] = [];
  let bytes = 0;
  let read = 0;
  for (const item of items) {
    const stored = messageItem.decode(item);
    const message = stored && (await messageItem.loadWhatIsLeft(table, stored, signal));
    if (message !== undefined) {
      bytes += Buffer.byteLength(JSON.stringify(message));
      if (messages.length > 0 && bytes > PAGE_BYTES) break;
      messages.push(message);
    }
    read += 1;
  }
  return { messages, read };
}

/** The message, unless it or its chat is gone. */
async function findMessage(table: Table, options: MessageOptions) {
  const [live, stored] = await Promise.all([findChat(table, options), readMessage(table, options)]);
  return live && stored;
}

async function readMessage(table: Table, options: MessageOptions) {
  const item = await table.get(keys.messageKey(options), options.signal);
  return item && messageItem.decode(item);
}
