import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { InvalidCursorError } from './errors.ts';
import * as keys from './keys.ts';

const DIGEST_BYTES = 12;

/**
 * An opaque cursor for a position in a partition's list, bound to that partition: it is invalid for another person's list or
 * another chat. The digest is not a security measure, since the partition always comes from the verified owner; it turns a
 * cursor from another list into a clear error.
 */
export function encodeCursor({ partition, position }: { partition: string; position: string }): string {
  const digest = createHash('sha256').update(`${partition}\n${position}`).digest().subarray(0, DIGEST_BYTES);
  return `${Buffer.from(position).toString('base64url')}.${digest.toString('base64url')}`;
}

/** In characters: longer than any valid cursor, given the limits on ids. */
const MAX_CURSOR_LENGTH = 300;
const TIME_PATTERN = '\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z';
const ID_PATTERN = '_[\\w-]{1,80}';
/**
 * A position as made by {@link keys.chatOrder}, {@link keys.messageOrder}, {@link keys.newEntryName}, {@link keys.chatKey} or
 * {@link keys.digestKey}.
 */
const POSITION_PATTERN = new RegExp(
  `^(?:(?:ACTIVE|ARCHIVED)#${TIME_PATTERN}#chat${ID_PATTERN}|${TIME_PATTERN}#msg${ID_PATTERN}|${keys.ENTRY_NAME_PATTERN}|CHAT#chat${ID_PATTERN}(?:#MSG#msg${ID_PATTERN})?)$`,
);

interface DecodeCursorOptions {
  partition: string;
  cursor: string;
  /** The prefix of all positions in the list, if the partition has several lists. */
  from?: string;
  /** The list's own positions, if others would make invalid keys. */
  schema?: v.GenericSchema<string>;
}

/**
 * Cursors can be forged, so the position is validated too; otherwise DynamoDB would reject it as an invalid key.
 * @throws InvalidCursorError for anything that {@link encodeCursor} did not make for this list.
 */
export function decodeCursor({
  partition,
  cursor,
  from = '',
  schema = v.string(),
}: DecodeCursorOptions): string {
  const isShort = cursor.length <= MAX_CURSOR_LENGTH;
  const position = isShort ? Buffer.from(cursor.split('.')[0] ?? '', 'base64url').toString() : '';
  const isOfList = POSITION_PATTERN.test(position) && position.startsWith(from) && v.is(schema, position);
  if (!isOfList || encodeCursor({ partition, position }) !== cursor)
    throw new InvalidCursorError('The cursor is not one of this list.');
  return position;
}
