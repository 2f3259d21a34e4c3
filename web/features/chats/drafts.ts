import { useState } from 'react';
import type { StoreApi } from 'zustand/vanilla';
import { ANONYMOUS_USER_ID } from '#shared/chat.ts';
import { STORAGE_PREFIX } from '#shared/product.ts';
import { ADJUSTED_KEY, browserStorage, keysWith, readText, tabStorage, writeText } from '#web/lib/storage.ts';
import type { PageState, WaitingRequest } from './session.ts';
import { createRememberedSearches, KEYS } from './stores/remembered.ts';

/** Drafts live as long as their tab: two tabs do not type into each other, and nothing unsent stays on the machine. */
const PREFIX = `${STORAGE_PREFIX}_draft_`;
const keyOf = (chatId: string | undefined) => PREFIX + (chatId ?? 'new');

/** What waits to be sent is kept with the drafts, by chat. */
const WAITING = `${PREFIX}waiting_`;

/** So are the versions of questions that have been chosen. */
export const VERSIONS = `${PREFIX}versions`;

/** Forgets what has been typed in every chat. */
export function clearDrafts(): void {
  for (const key of keysWith(tabStorage(), PREFIX)) writeText(tabStorage(), key, undefined);
}

/** Takes what somebody who has left had open, had typed and had read out of this browser. Chats made without an account stay. */
export function forgetPerson(): void {
  clearDrafts();
  for (const key of [KEYS.currentChat, KEYS.answered, ADJUSTED_KEY])
    writeText(browserStorage(), key, undefined);
  createRememberedSearches(browserStorage()).forgetOthers(ANONYMOUS_USER_ID);
}

/** What has been typed and not sent in a chat, or on the start screen; `of` may name another thing that is typed. Kept across reloads. */
export function useDraft(of: string | undefined): [string, (text: string) => void] {
  const key = keyOf(of);
  const [draft, setDraft] = useState(() => read(key));
  if (draft.key !== key) setDraft(read(key));
  // Written at once rather than in an effect: a send empties the draft and moves on to another chat in the same breath.
  function change(text: string) {
    setDraft({ key, text });
    writeText(tabStorage(), key, text === '' ? undefined : text);
  }
  return [draft.text, change];
}

const read = (key: string) => ({ key, text: readText(tabStorage(), key) ?? '' });

/** Adds a text before what has been typed in a chat that is not open, or on the start screen. */
const addToDraft = (chatId: string | undefined, text: string): void =>
  void writeText(tabStorage(), keyOf(chatId), joinTexts(text, readDraft(chatId)));

export const joinTexts = (...texts: readonly string[]): string =>
  texts.filter((text) => text !== '').join('\n');

/** Lets a request wait for the end of the search in its chat. It survives a reload as a draft. */
export function keepWaiting(page: StoreApi<PageState>, chatId: string, request: WaitingRequest): void {
  page.setState(({ waiting }) => ({ waiting: { ...waiting, [chatId]: request } }));
  writeText(tabStorage(), WAITING + chatId, request.text);
}

/** @returns what has waited in the chat, and waits no longer */
export function forgetWaiting(page: StoreApi<PageState>, chatId: string): WaitingRequest | undefined {
  const { [chatId]: request, ...waiting } = page.getState().waiting;
  if (request === undefined) return undefined;
  page.setState({ waiting });
  writeText(tabStorage(), WAITING + chatId, undefined);
  return request;
}

/** Puts a text back into the input of its chat, or of the start screen, before what has been typed there since. */
export function giveBack(page: StoreApi<PageState>, chatId: string | undefined, text: string): void {
  const { currentChatId, returned } = page.getState();
  if (currentChatId !== chatId) {
    addToDraft(chatId, text);
    return;
  }
  const before = returned?.chatId === chatId ? returned?.text : undefined;
  page.setState({ returned: { chatId, text: joinTexts(before ?? '', text) } });
}

/** What waited when the page was left is a draft: nothing is sent that nobody has in sight. */
export function restoreWaiting(): void {
  for (const key of keysWith(tabStorage(), WAITING)) {
    addToDraft(key.slice(WAITING.length), readText(tabStorage(), key) ?? '');
    writeText(tabStorage(), key, undefined);
  }
}

/** What has been typed and not sent in a chat. */
export const readDraft = (chatId: string | undefined): string => read(keyOf(chatId)).text;
