import * as v from 'valibot';
import { LIMITS } from './constants.ts';

/** What an id may stand for; the prefix tells them apart wherever one is seen. */
export type IdKind = 'chat' | 'msg' | 'search';

const RANDOM_BYTES = 16;

const idOf = (kind: IdKind) =>
  v.pipe(
    v.string(),
    v.maxLength(LIMITS.idLength),
    v.regex(new RegExp(`^${kind}_[A-Za-z0-9_-]+$`), `must look like ${kind}_…: letters, digits, "-" and "_"`),
  );

export const ChatId = idOf('chat');
export const MessageId = idOf('msg');
export const SearchId = idOf('search');

/**
 * A new id: kind, milliseconds since 1970, 128 random bits as 32 hex digits, joined by underscores.
 * The random part alone makes it unguessable; the time makes listings readable.
 */
export function newId(kind: IdKind, now: number = Date.now()): string {
  const random = crypto.getRandomValues(new Uint8Array(RANDOM_BYTES));
  const hex = Array.from(random, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return `${kind}_${now}_${hex}`;
}
