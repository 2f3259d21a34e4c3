import { createHash } from 'node:crypto';
import { InvalidCursorError } from './ports/store-error.ts';

const DIGEST_BYTES = 12;

/**
 * A place in a partition's list as opaque text, bound to that partition: it means nothing in another person's list or
 * another chat. The binding is no secret and guards nothing, since the partition always comes from the verified owner;
 * it turns a cursor from elsewhere into a clear error.
 */
export function encodeCursor({ partition, position }: { partition: string; position: string }): string {
  const digest = createHash('sha256').update(`${partition}\n${position}`).digest().subarray(0, DIGEST_BYTES);
  return `${Buffer.from(position).toString('base64url')}.${digest.toString('base64url')}`;
}

/** @throws InvalidCursorError for anything {@link encodeCursor} did not make for this partition. */
export function decodeCursor({ partition, cursor }: { partition: string; cursor: string }): string {
  const position = Buffer.from(cursor.split('.')[0] ?? '', 'base64url').toString();
  if (position === '' || encodeCursor({ partition, position }) !== cursor)
    throw new InvalidCursorError('The cursor is not one of this list.');
  return position;
}
