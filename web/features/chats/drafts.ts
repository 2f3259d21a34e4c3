import { useState } from 'react';
import { ANONYMOUS_USER_ID } from '#shared/chat.ts';
import { STORAGE_PREFIX } from '#shared/product.ts';
import { browserStorage, type KeyValueStorage, keysWith, readText, writeText } from '#web/lib/storage.ts';
import { createRememberedSearches, KEYS } from './remembered.ts';

const PREFIX = `${STORAGE_PREFIX}_draft_`;
const keyOf = (chatId: string | undefined) => PREFIX + (chatId ?? 'new');

/** Drafts live as long as their tab: two tabs do not type into each other, and nothing unsent stays on the machine. */
function sessionDrafts(): KeyValueStorage | undefined {
  try {
    return sessionStorage;
  } catch {
    return undefined;
  }
}

/** Forgets what has been typed in every chat. */
export function clearDrafts(): void {
  for (const key of keysWith(sessionDrafts(), PREFIX)) writeText(sessionDrafts(), key, undefined);
}

/** Takes what somebody who has left had open, had typed and had read out of this browser. Chats made without an account stay. */
export function forgetPerson(): void {
  clearDrafts();
  writeText(browserStorage(), KEYS.currentChat, undefined);
  createRememberedSearches(browserStorage()).forgetOthers(ANONYMOUS_USER_ID);
}

/** What has been typed and not sent in a chat, kept across reloads. */
export function useDraft(chatId: string | undefined): [string, (text: string) => void] {
  const key = keyOf(chatId);
  const [draft, setDraft] = useState(() => read(key));
  if (draft.key !== key) setDraft(read(key));
  // Written at once rather than in an effect: a send empties the draft and moves on to another chat in the same breath.
  function change(text: string) {
    setDraft({ key, text });
    writeText(sessionDrafts(), key, text === '' ? undefined : text);
  }
  return [draft.text, change];
}

const read = (key: string) => ({ key, text: readText(sessionDrafts(), key) ?? '' });

/** What has been typed and not sent in a chat. */
export const readDraft = (chatId: string): string => read(keyOf(chatId)).text;
