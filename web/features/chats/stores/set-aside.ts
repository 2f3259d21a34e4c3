import type { KeyValueStorage } from '#web/lib/storage.ts';
import { keysWith, readText, writeText } from '#web/lib/storage.ts';
import { KEYS } from './storage-keys.ts';

/** More than this many set-aside entries would eat the room that chats need; the oldest goes. */
const MOST_KEPT = 5;

interface SetAsideOptions {
  storage: KeyValueStorage | undefined;
  /** Where it stood. */
  key: string;
  /** What could not be read: the whole text, or the entries concerned. */
  content: unknown;
  now: number;
}

/** Keeps what could not be read under a key of its own, for people who can mend it. Returns whether it is kept. */
export function setAside({ storage, key, content, now }: SetAsideOptions): boolean {
  for (const oldest of keysWith(storage, KEYS.unreadable).slice(0, -MOST_KEPT + 1)) {
    writeText(storage, oldest, undefined);
  }
  let at = now;
  while (readText(storage, `${KEYS.unreadable}${at}`) !== undefined) at += 1;
  return writeText(storage, `${KEYS.unreadable}${at}`, JSON.stringify({ key, content }));
}
