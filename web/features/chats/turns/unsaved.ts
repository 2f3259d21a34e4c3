import type { Chat } from '#shared/chat.ts';
import type { Message } from '#shared/message.ts';
import { NOT_SAVED } from '#shared/search-errors.ts';
import { isMissing } from '#web/lib/api.ts';
import { isPermanent } from '#web/lib/refusals.ts';
import { keysWith, tabStorage } from '#web/lib/storage.ts';
import { findLoadedChat } from '../chats.ts';
import { forgetUnsent, joinTexts, keepUnsent, unsentPrefix } from '../drafts.ts';
import { editUnsaved, mergeMessages, messagesKey, shownMessages, without } from '../messages.ts';
import type { ChatSession } from '../session.ts';
import { markCreated, saveMessages } from './exchange.ts';
import { apologyIdOf, shownTurns } from './turns.ts';

/*
 * Messages that only this page has: their search ended without storing them, as when the service could not be reached. An answer is stored as
 * soon as that works. A question that failed stays on the page, since it may have been asked again meanwhile.
 */

/** Adds messages that are now in their store, replacing those with the same ids. */
export const addMessages = ({ queries }: ChatSession, chatId: string, added: readonly Message[]): void =>
  void queries.setQueryData<readonly Message[]>(messagesKey(chatId), (known) =>
    mergeMessages(known ?? [], added),
  );

const others = (notices: readonly string[]) => notices.filter((notice) => notice !== NOT_SAVED.message);

const isAnswer = ({ role, metadata }: Message) => role === 'assistant' && metadata?.outcome !== 'failed';

/** Unsaved messages that the service has declined, as it would again. */
const declined = new WeakSet<Message>();
/** When the chat had last changed in which an unsaved question was looked for in vain. */
const missingAt = new WeakMap<Message, string>();

/** Stores messages that their search has not; until that has succeeded, an answer among them is announced as unsaved. */
export function saveUnsaved(session: ChatSession, chat: Chat, messages: readonly Message[]): void {
  if (messages.some(isAnswer))
    session.page.setState(({ notices }) => ({ notices: [...others(notices), NOT_SAVED.message] }));
  trackSave(session, chat.id, save(session, chat, messages));
}

/** Stores messages that the page keeps as unsaved, each of which is then no longer that. @throws ChatStoreError */
async function save(session: ChatSession, chat: Chat, messages: readonly Message[]): Promise<void> {
  for (const message of messages) {
    await saveMessages(session, chat, [message]).catch((error: Error) => {
      if (isPermanent(error.cause)) declined.add(message);
      throw error;
    });
    markSaved(session, chat.id, [message]);
  }
}

/** These messages are unsaved no longer. @param stored what the store has, including these messages or what stands for them */
function markSaved(
  session: ChatSession,
  chatId: string,
  messages: readonly Message[],
  stored = messages,
): void {
  addMessages(session, chatId, stored);
  for (const message of messages) forgetVersions(session, message);
  dropUnsaved(session, chatId, messages);
}

/** Keeps these messages on the page no longer, as they are stored or their chat is gone. The notice goes with the last answer. */
export function dropUnsaved(
  session: ChatSession,
  chatId: string,
  messages: readonly Message[] = session.page.getState().unsaved[chatId] ?? [],
): void {
  editUnsaved(session, chatId, (all) => messages.reduce(without, all));
  session.page.setState(({ notices, unsaved }) =>
    Object.values(unsaved).flat().some(isAnswer) ? {} : { notices: others(notices) },
  );
}

/** Keeps the text of a question that is in no store: after a reload it is a draft, of the start screen if its chat is in none either. */
export const keepText = ({ page }: ChatSession, { id, chatId, content }: Message): boolean =>
  keepUnsent(id, page.getState().uncreated.has(chatId) ? undefined : chatId, content);

/** Removes the texts that are kept of a chat's questions, and returns them. */
export function takeTexts({ page }: ChatSession, chatId: string): string {
  const messages = page.getState().unsaved[chatId] ?? [];
  const kept = messages.filter(({ id }) => keysWith(tabStorage(), unsentPrefix(id)).length > 0);
  for (const { id } of kept) forgetUnsent(id);
  return joinTexts(...kept.map(({ content }) => content));
}

/** Lets others wait for a save. If it fails, the messages stay unsaved; another error would add nothing. */
function trackSave({ saves }: ChatSession, chatId: string, saving: Promise<void>): void {
  const tracked = saving
    .catch(() => undefined)
    .finally(() => {
      if (saves.get(chatId) === tracked) saves.delete(chatId);
    });
  saves.set(chatId, tracked);
}

/**
 * A question has been stored, or asked anew: after a reload, it is no draft, nor is a version of it with the same text; or with any text, if
 * it was typed in place of them.
 */
export function forgetVersions(
  session: ChatSession,
  { id, chatId, content }: Message,
  { isTyped = false } = {},
): void {
  const messages = shownMessages(session, chatId);
  const { versions } = shownTurns(messages).find(({ question }) => question?.id === id) ?? {};
  const isReplaced = (one: string) =>
    isTyped || messages.some((message) => message.id === one && message.content === content);
  for (const one of [id, ...(versions?.ids.filter(isReplaced) ?? [])]) forgetUnsent(one);
}

/**
 * Brings the messages that only this page has in line with their store, except in chats where some are being sent, stored or deleted. An
 * answer is stored with its question. A question that failed is not: it is in the past, and may have been asked again since.
 */
export function settleUnsaved(session: ChatSession): void {
  if (!session.searchStores) return;
  const { unsaved, sends, deleting } = session.page.getState();
  const searched = session.remembered.list(session.userId).map(({ chatId }) => chatId);
  for (const [chatId, messages] of Object.entries(unsaved)) {
    const chat = findLoadedChat(session, chatId);
    const isBusy =
      chatId in sends || searched.includes(chatId) || session.saves.has(chatId) || deleting.has(chatId);
    const isSettled = messages.every((one) => !isAnswer(one) && missingAt.get(one) === chat?.lastMessageAt);
    if (chat !== undefined && !isSettled && !isBusy) trackSave(session, chatId, settleChat(session, chat));
  }
}

async function settleChat(session: ChatSession, chat: Chat): Promise<void> {
  await takeStored(session, chat);
  const left = session.page.getState().unsaved[chat.id] ?? [];
  for (const answer of left.filter(isAnswer)) {
    const both = left.filter((one) => one === answer || one.id === answer.metadata?.questionId);
    if (!both.some((one) => declined.has(one))) await save(session, chat, both);
  }
}

/** Unsaved messages may be in the store after all: only the response was lost. What followed a question there replaces its apology. */
async function takeStored(session: ChatSession, { id: chatId, lastMessageAt }: Chat): Promise<void> {
  const store = await session.openStore();
  const stored = await store.listMessages(chatId).catch((error: Error) => {
    if (isMissing(error.cause)) return [];
    throw error;
  });
  const ids = new Set(stored.flatMap((message) => [message.id, apologyIdOf(message)]));
  const unsaved = session.page.getState().unsaved[chatId] ?? [];
  const taken = unsaved.filter(({ id }) => ids.has(id));
  for (const message of unsaved) missingAt.set(message, lastMessageAt);
  if (taken.length === 0) return;
  markCreated(session, chatId);
  markSaved(session, chatId, taken, stored);
}
