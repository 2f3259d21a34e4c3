import type { AddedMessage, AddMessageOptions } from '../ports/messages.ts';
import { announce } from './announce.ts';
import { findChat } from './find-chat.ts';
import { settle } from './settle.ts';
import { stamp } from './stamp.ts';
import type { Table } from './table.ts';
import { writeMessage } from './write-message.ts';

export async function addMessage(table: Table, options: AddMessageOptions): Promise<AddedMessage> {
  const { userId, chatId, messageId, role, content, metadata, signal } = options;
  const attempt = table.newAttempt();
  const marker = { kind: 'add', messageId, attempt } as const;
  const known = await announce(table, { address: options, markers: [marker] });
  if (known === undefined) {
    // Looking it up finishes a deletion that was cut off.
    await findChat(table, options);
    return { status: 'no-chat' };
  }
  const timestamp = stamp(table, options.timestamp);
  const message = { id: messageId, chatId, userId, role, content, timestamp, ...(metadata && { metadata }) };
  const written = await writeMessage(table, { message, attempt, signal });
  const { outcome, effects } = written;
  const after = await settle(table, { address: options, known: written.live ?? known, effects });
  if (after === undefined) return { status: 'no-chat' };
  if (outcome === 'added' || outcome === 'exists') return { status: outcome, message: written.message };
  return { status: 'conflict' };
}
