import * as v from 'valibot';
import { LIMITS } from './limits.ts';

/** The kinds of ids. An id starts with its kind, so it can be recognised anywhere. */
export type IdKind = 'chat' | 'msg' | 'search' | 'list' | 'share';

const RANDOM_BYTES = 16;

/** The schema of ids of one kind. */
export const idOf = (kind: IdKind) =>
  v.pipe(
    v.string(),
    v.maxLength(LIMITS.idLength),
    v.regex(new RegExp(`^${kind}_[A-Za-z0-9_-]+$`), `must look like ${kind}_…: letters, digits, "-" and "_"`),
  );

export const ChatId = idOf('chat');
export const MessageId = idOf('msg');
export const SearchId = idOf('search');
export const ListId = idOf('list');

/**
 * A new id: kind, milliseconds since 1970, 128 random bits as 32 hex digits, joined by underscores.
 * The random part alone makes it unguessable; the time makes listings readable.
 */
export function newId(kind: IdKind, now: number = Date.now()): string {
  return `${kind}_${now}_${toHex(crypto.getRandomValues(new Uint8Array(RANDOM_BYTES)))}`;
}

const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

const SEARCH_ID_DIGITS = 32;

/** What identifies a search: its owner, and the message that started it. */
export interface SearchIdentity {
  /** A signed-in person's id, or 'anonymous'. */
  userId: string;
  chatId: string;
  messageId: string;
}

/**
 * The id of the search that a message starts: `search_` and 128 bits of a SHA-256. The same message always has the same search id, so a
 * request can be repeated and resumed on any instance. The id is as hard to guess as the message's own random id.
 */
export async function searchIdOf({ userId, chatId, messageId }: SearchIdentity): Promise<string> {
  const name = new TextEncoder().encode([userId, chatId, messageId].join('/'));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', name));
  return `search_${toHex(digest).slice(0, SEARCH_ID_DIGITS)}`;
}
