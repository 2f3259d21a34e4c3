import { useState } from 'react';
import type { StoreApi } from 'zustand/vanilla';
import { ANONYMOUS_USER_ID } from '#shared/chat.ts';
import { STORAGE_PREFIX } from '#shared/product.ts';
import { ADJUSTED_KEY, browserStorage, keysWith, readText, tabStorage, writeText } from '#web/lib/storage.ts';
import { readChatPath } from './chats.ts';
import type { ChatRequest, PageState } from './session.ts';
import { createRememberedSearches, KEYS } from './stores/remembered.ts';

/** Drafts are kept per tab: tabs do not overwrite each other's text, and nothing unsent stays on the machine. */
export const DRAFT_PREFIX = `${STORAGE_PREFIX}_draft_`;
const keyOf = (chatId: string | undefined) => DRAFT_PREFIX + (chatId ?? 'new');

/** Waiting requests are stored with the drafts, by chat. */
const WAITING_PREFIX = `${DRAFT_PREFIX}waiting_`;

/** And the texts of questions that are in no store, each under the id of its message, a slash, and its chat. */
const UNSENT_PREFIX = `${DRAFT_PREFIX}unsent_`;
export const unsentPrefix = (messageId: string) => `${UNSENT_PREFIX}${messageId}/`;

/** So are the chosen versions of questions. */
export const VERSIONS = `${DRAFT_PREFIX}versions`;

/** How often drafts were deleted: one on screen goes too, at its next render. */
let clearings = 0;

/** Deletes the drafts of all chats. */
export function clearDrafts(): void {
  clearings += 1;
  for (const key of keysWith(tabStorage(), DRAFT_PREFIX)) writeText(tabStorage(), key, undefined);
}

/**
 * Removes the open chat, drafts, marks, running searches and offline copy of a departed user. Chats made without an account stay.
 * @param remains where to remove it: from this tab (the drafts), and from what all tabs share, which may be the next user's by now
 */
export function forgetUser(remains = { tab: true, browser: true }): void {
  if (remains.tab) clearDrafts();
  if (!remains.browser) return;
  for (const key of [KEYS.currentChat, KEYS.answered, KEYS.offline, ADJUSTED_KEY])
    writeText(browserStorage(), key, undefined);
  createRememberedSearches(browserStorage()).forgetOthers(ANONYMOUS_USER_ID);
}

/** The unsent text of a chat, or of the start screen if `of` is undefined; `of` may also name another field. Survives a reload. */
export function useDraft(of: string | undefined): [string, (text: string) => void] {
  const key = keyOf(of);
  const [draft, setDraft] = useState(() => read(key));
  if (draft.key !== key || draft.clearings !== clearings) setDraft(read(key));
  // Written at once rather than in an effect: a send empties the draft and may switch to another chat in the same update.
  function change(text: string) {
    setDraft({ key, clearings, text });
    writeText(tabStorage(), key, text === '' ? undefined : text);
  }
  return [draft.text, change];
}

const read = (key: string) => ({ key, clearings, text: readText(tabStorage(), key) ?? '' });

/** Prepends a text to the draft of a chat that is not open, or of the start screen. */
export const addToDraft = (chatId: string | undefined, text: string): void =>
  void writeText(tabStorage(), keyOf(chatId), joinTexts(text, readDraft(chatId)));

export const joinTexts = (...texts: readonly string[]): string =>
  texts.filter((text) => text !== '').join('\n');

/**
 * Keeps a request until the search in its chat has ended, or the chat has been read. After a reload it is a draft. If another one already
 * waits there, it goes back into the input.
 */
export function keepWaiting(page: StoreApi<PageState>, chatId: string, request: ChatRequest): void {
  if (chatId in page.getState().waiting) {
    returnToInput(page, chatId, request.content);
    return;
  }
  page.setState(({ waiting }) => ({ waiting: { ...waiting, [chatId]: request } }));
  writeText(tabStorage(), WAITING_PREFIX + chatId, request.content);
}

/** Removes the chat's waiting request and returns it. */
export function forgetWaiting(page: StoreApi<PageState>, chatId: string): ChatRequest | undefined {
  const { [chatId]: request, ...waiting } = page.getState().waiting;
  if (request === undefined) return undefined;
  page.setState({ waiting });
  writeText(tabStorage(), WAITING_PREFIX + chatId, undefined);
  return request;
}

/** Puts a text back into the input of its chat, or of the start screen, before what has been typed there since. */
export function returnToInput(page: StoreApi<PageState>, chatId: string | undefined, text: string): void {
  const isChatScreen = readChatPath(globalThis.location?.pathname ?? '/') !== undefined;
  if (isChatScreen && page.getState().currentChatId === chatId)
    page.setState({ returned: { chatId, text: joinTexts(clearReturned(page, chatId), text) } });
  else addToDraft(chatId, text);
}

/** Removes the returned text that no input has taken yet. That of another chat becomes its draft; the chat's own is returned. */
export function clearReturned(page: StoreApi<PageState>, chatId: string | undefined): string {
  const { returned } = page.getState();
  page.setState({ returned: undefined });
  if (returned === undefined) return '';
  if (returned.chatId === chatId) return returned.text;
  addToDraft(returned.chatId, returned.text);
  return '';
}

/** Keeps the text of a question that is in no store; `chatId` is undefined if its chat is in none either. After a reload it is a draft. */
export const keepUnsent = (messageId: string, chatId: string | undefined, text: string): boolean =>
  writeText(tabStorage(), unsentPrefix(messageId) + (chatId ?? 'new'), text);

/** The question has been stored, or deleted. */
export function forgetUnsent(messageId: string): void {
  for (const key of keysWith(tabStorage(), unsentPrefix(messageId))) writeText(tabStorage(), key, undefined);
}

/**
 * Turns requests that were waiting when the page was left, and questions that could not be stored, into drafts: nothing is sent without the
 * user seeing it.
 */
export function restoreWaiting(): void {
  // From the last to the first, since each goes before those restored so far.
  for (const prefix of [WAITING_PREFIX, UNSENT_PREFIX])
    for (const key of keysWith(tabStorage(), prefix).reverse()) {
      const chatId = key.slice(prefix.length).split('/').at(-1);
      addToDraft(chatId, readText(tabStorage(), key) ?? '');
      writeText(tabStorage(), key, undefined);
    }
}

/** Removes the unsent text of a chat that is gone, and returns it. */
export function takeDraft(chatId: string): string {
  const text = readDraft(chatId);
  writeText(tabStorage(), keyOf(chatId), undefined);
  return text;
}

/** The unsent text of a chat. */
export const readDraft = (chatId: string | undefined): string => read(keyOf(chatId)).text;
