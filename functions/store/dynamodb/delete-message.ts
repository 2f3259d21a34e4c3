import { toTimestamp } from '#shared/timestamp.ts';
import type { MessageAddress } from '../ports/messages.ts';
import { announce } from './announce.ts';
import { eraseMessage } from './erase-message.ts';
import { findMessage } from './find-message.ts';
import { announcedAt } from './pending.ts';
import type { Effect } from './settle.ts';
import { settle } from './settle.ts';
import type { Table } from './table.ts';

export async function deleteMessage(table: Table, address: MessageAddress): Promise<boolean> {
  const { userId, chatId, messageId, signal } = address;
  if ((await findMessage(table, address)) === undefined) return false;
  const marker = { kind: 'delete', messageId, attempt: table.newAttempt() } as const;
  const known = await announce(table, { address, markers: [marker] });
  if (known === undefined) return false;
  const isErased = await eraseMessage(table, {
    address: { userId, chatId, messageId },
    attempt: marker.attempt,
    signal,
  });
  const at = toTimestamp(announcedAt(marker));
  const effect: Effect = isErased ? { marker, count: -1, at } : { marker, count: 0 };
  await settle(table, { address, known, effects: [effect] });
  return isErased;
}
