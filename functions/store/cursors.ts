import { createHash } from 'node:crypto';
import { InvalidCursorError } from './errors.ts';
import * as keys from './keys.ts';

const DIGEST_BYTES = 12;

/**
 * A position in a partition's list as opaque text, bound to that partition: it means nothing in another person's list or
 * another chat. The binding is no secret and guards nothing, since the partition always comes from the verified owner;
 * it turns a cursor from elsewhere into a clear error.
 */
export function encodeCursor({ partition, position }: { partition: string; position: string }): string {
  const digest = createHash('sha256').update(`${partition}\n${position}`).digest().subarray(0, DIGEST_BYTES);
  return `${Buffer.from(position).toString('base64url')}.${digest.toString('base64url')}`;
}

/** In characters: longer than any cursor is, of a position within the bounds of ids. */
const LONGEST_CURSOR = 300;
const TIME = '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z';
const ID = '_[\\w-]{1,80}';
/**
 * A place in a list, as {@link keys.chatOrder}, {@link keys.messageOrder}, {@link keys.newEntryName}, {@link keys.chatKey} and
 * {@link keys.digestKey} make it.
 */
const POSITION = new RegExp(
  `^(?:(?:ACTIVE|ARCHIVED)#${TIME}#chat${ID}|${TIME}#msg${ID}|${keys.ENTRY}|CHAT#chat${ID}(?:#MSG#msg${ID})?)$`,
);

interface DecodeCursorOptions {
  partition: string;
  cursor: string;
  /** What every position in the list begins with, where a partition has several lists. */
  from?: string;
}

/**
 * Anybody who knows how cursors are made can forge one: its content is checked too, before DynamoDB refuses it as an invalid key.
 * @throws InvalidCursorError for anything {@link encodeCursor} did not make for this list.
 */
export function decodeCursor({ partition, cursor, from = '' }: DecodeCursorOptions): string {
  const isShort = cursor.length <= LONGEST_CURSOR;
  const position = isShort ? Buffer.from(cursor.split('.')[0] ?? '', 'base64url').toString() : '';
  const isOfList = POSITION.test(position) && position.startsWith(from);
  if (!isOfList || encodeCursor({ partition, position }) !== cursor)
    throw new InvalidCursorError('The cursor is not one of this list.');
  return position;
}
