import * as v from 'valibot';
import { ANONYMOUS_USER_ID, type Chat } from '#shared/chat.ts';
import { newId } from '#shared/ids.ts';
import type { Message } from '#shared/message.ts';
import { PRODUCT_NAME } from '#shared/product.ts';
import { profilesIn } from '#shared/results.ts';
import { toTimestamp } from '#shared/time.ts';
import { ADJUSTED_KEY, browserStorage, keysWith, writeText } from '#web/lib/storage.ts';
import { UNREADABLE } from '#web/lib/stored-list.ts';
import { clearDrafts } from './drafts.ts';
import type { Snapshot } from './stores/local-archive.ts';
import { type LocalHome, localChats } from './stores/local-chats.ts';
import { rebuildChats, restoreChat, restoreMessage } from './stores/local-format.ts';
import { createCurrentChat, createRememberedSearches, KEYS } from './stores/remembered.ts';
import { apologyIdOf } from './turns/turns.ts';

/** All chats stored in this browser, as exported and imported. Dates are ISO strings. */
export interface LocalData {
  chats: Chat[];
  messages: Message[];
  currentChatId: string | null;
  exportDate: string;
}

/** An import that failed and changed nothing; `message` tells the user why. */
export class ImportError extends Error {
  override readonly name = 'ImportError';
}

/** Includes archived chats. */
export function exportLocalData({
  store = localChats(),
  storage = browserStorage(),
  now = Date.now,
}: LocalHome & { now?: () => number } = {}): LocalData {
  const { chats, messages } = store.archive.read();
  // The open chat may be an account's.
  const open = chats.get(createCurrentChat(storage).get() ?? '');
  return {
    chats: [...chats.values()],
    messages: [...messages.values()],
    currentChatId: open?.id ?? null,
    exportDate: toTimestamp(now()),
  };
}

const ImportFile = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    chats: v.array(v.unknown()),
    messages: v.array(v.unknown()),
    currentChatId: v.optional(v.nullable(v.string())),
  }),
);

/** What is enough to recognise the file that 'Export your account' saves. */
const AccountExport = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ exportedAt: v.string(), userId: v.string() }),
);

/**
 * Merges the text of an exported file into this browser's chats. Nothing stored is overwritten: a chat that differs from the stored one
 * is added as a copy with new ids. Unreadable entries are skipped and counted.
 * @throws ImportError if the text is not an export or does not fit into storage; nothing has changed then.
 */
export function importLocalData(
  text: string,
  { store = localChats(), storage = browserStorage() }: LocalHome = {},
): ImportReport {
  const file = v.safeParse(ImportFile, text);
  if (!file.success)
    throw new ImportError(
      v.is(AccountExport, text)
        ? 'This file is the export of an account, which cannot be imported. Only files exported from a browser can.'
        : `This file is not an export of ${PRODUCT_NAME}'s chats.`,
    );
  const { patch, report, ids } = planImport(store.archive.read(), file.output);
  if (!store.archive.changeIfRoom(patch)) {
    throw new ImportError("There is not enough room in this browser's storage for this file.");
  }
  const current = createCurrentChat(storage);
  if (current.get() === undefined) current.set(ids.get(file.output.currentChatId ?? ''));
  store.tell({ type: 'changed' });
  return report;
}

/**
 * Removes this browser's chats, messages and drafts, the adjustments made to its answers, and entries set aside as unreadable.
 * @param options.userId the current user: a signed-in user's open chat, drafts, adjustments and running searches are kept
 */
export function clearLocalData({
  store = localChats(),
  storage = browserStorage(),
  userId = ANONYMOUS_USER_ID,
}: LocalHome & { userId?: string } = {}): void {
  const isAnonymous = userId === ANONYMOUS_USER_ID;
  const current = createCurrentChat(storage);
  if (isAnonymous || store.archive.read().chats.has(current.get() ?? '')) current.set(undefined);
  if (isAnonymous) clearDrafts();
  if (isAnonymous) writeText(storage, ADJUSTED_KEY, undefined);
  const searches = createRememberedSearches(storage);
  for (const { messageId } of searches.list(ANONYMOUS_USER_ID)) searches.forget(messageId);
  void store.forgetSearches(Array.from(store.archive.read().messages.values()));
  store.forget();
  const keys = [KEYS.chats, KEYS.messages, ...keysWith(storage, UNREADABLE)];
  for (const key of keys) writeText(storage, key, undefined);
  store.tell({ type: 'changed' });
}

/** What an import did. Every readable chat of the file is counted in exactly one of the first four. */
export interface ImportReport {
  /** Chats that were not stored here. */
  chatsAdded: number;
  /** Chats that were stored here but lacked messages, which were added. */
  chatsCompleted: number;
  /** Chats that were already complete here. */
  chatsUnchanged: number;
  /** Chats that differed from the stored one and were added as copies. */
  chatsCopied: number;
  messagesAdded: number;
  /** Entries of the file that could not be read and were left out. */
  unreadable: number;
}

/** Works out the changes that merge a file, and the ids its chats get here. Pure: nothing is stored. */
function planImport(here: Snapshot, file: v.InferOutput<typeof ImportFile>) {
  const { chats, messages, unreadable } = readFile(file, here);
  const changed = { chats: new Map<string, Chat>(), messages: new Map<string, Message>() };
  const ids = new Map<string, string>();
  const zeroCounts = {
    chatsAdded: 0,
    chatsCompleted: 0,
    chatsUnchanged: 0,
    chatsCopied: 0,
    messagesAdded: 0,
  };
  const report = { ...zeroCounts, unreadable };
  for (const chat of chats.values()) {
    const merge = mergeChat(here, chat, messages.get(chat.id) ?? []);
    report[merge.outcome] += 1;
    report.messagesAdded += merge.messages.length;
    ids.set(chat.id, merge.chat.id);
    if (merge.outcome !== 'chatsUnchanged') changed.chats.set(merge.chat.id, merge.chat);
    for (const message of merge.messages) changed.messages.set(message.id, markImported(message));
  }
  return { patch: changed, report, ids };
}

function readFile(file: v.InferOutput<typeof ImportFile>, here: Snapshot) {
  const readChats = file.chats.flatMap((raw) => restoreChat(raw)?.value ?? []);
  const readMessages = file.messages.flatMap((raw) => restoreMessage(raw)?.value ?? []);
  const chats = new Map(readChats.map((chat) => [chat.id, chat]));
  const unique = new Map(readMessages.map((message) => [message.id, message]));
  const orphans = rebuildChats(unique.values(), (id) => chats.has(id));
  // Messages whose chat the file lacks belong to the stored chat, if there is one.
  for (const chat of orphans) chats.set(chat.id, here.chats.get(chat.id) ?? chat);
  return {
    chats,
    messages: Map.groupBy(unique.values(), (message) => message.chatId),
    unreadable: file.chats.length - readChats.length + file.messages.length - readMessages.length,
  };
}

interface MergedChat {
  outcome: Exclude<keyof ImportReport, 'messagesAdded' | 'unreadable'>;
  chat: Chat;
  /** The messages to add. */
  messages: readonly Message[];
}

function mergeChat(here: Snapshot, chat: Chat, messages: readonly Message[]): MergedChat {
  const known = here.chats.get(chat.id);
  const isSame = (message: Message) => {
    const other = here.messages.get(message.id);
    return other === undefined || (other.chatId === message.chatId && sameContent(other, message));
  };
  if ((known !== undefined && known.title !== chat.title) || !messages.every(isSame))
    return copyChat(chat, messages);
  const missing = messages.filter(({ id }) => !here.messages.has(id));
  if (known === undefined)
    return { outcome: 'chatsAdded', chat: { ...chat, messageCount: messages.length }, messages: missing };
  if (missing.length === 0) return { outcome: 'chatsUnchanged', chat: known, messages: [] };
  const dates = [known.lastMessageAt, ...missing.map(({ timestamp }) => timestamp)].sort();
  const messageCount = known.messageCount + missing.length;
  const completed = { ...known, messageCount, lastMessageAt: dates.at(-1) ?? known.lastMessageAt };
  return { outcome: 'chatsCompleted', chat: completed, messages: missing };
}

function copyChat(chat: Chat, messages: readonly Message[]): MergedChat {
  const id = newId('chat');
  const ids = new Map<string, string>();
  for (const message of messages) {
    // An apology's id derives from its question's, and may be referenced even if the file lacks the apology.
    const copyId = ids.get(message.id) ?? newId('msg');
    ids.set(message.id, copyId);
    ids.set(apologyIdOf(message), apologyIdOf({ id: copyId }));
  }
  const copies = messages.map((message) => ({
    ...message,
    id: ids.get(message.id) ?? message.id,
    chatId: id,
    ...withCopiedIds(message, ids),
  }));
  return { outcome: 'chatsCopied', chat: { ...chat, id, messageCount: copies.length }, messages: copies };
}

/** References between messages, pointed at the copies. */
function withCopiedIds({ metadata }: Message, ids: ReadonlyMap<string, string>): Pick<Message, 'metadata'> {
  const { refines, questionId } = metadata ?? {};
  if (!refines && questionId === undefined) return {};
  const copyOf = (id: string) => ids.get(id) ?? id;
  return {
    metadata: {
      ...metadata,
      ...(refines && { refines: copyOf(refines) }),
      ...(questionId !== undefined && { questionId: copyOf(questionId) }),
    },
  };
}

/** Ignores ratings, raw search data and the import mark: those may have changed or been dropped here. */
const sameContent = (a: Message, b: Message): boolean =>
  a.role === b.role && a.content === b.content && directoryOf(a) === directoryOf(b);

const directoryOf = ({ metadata: { profileDisplayData } = {} }: Message): string | undefined =>
  profileDisplayData && JSON.stringify({ ...profileDisplayData, isImported: undefined });

/** Marks verified people as imported: anybody could have written the file, so its verifications are shown as its own claims. */
function markImported(message: Message): Message {
  const { metadata } = message;
  const data = metadata?.profileDisplayData;
  if (data === undefined || !profilesIn(data).some(({ isVerified }) => isVerified)) return message;
  return { ...message, metadata: { ...metadata, profileDisplayData: { ...data, isImported: true } } };
}
