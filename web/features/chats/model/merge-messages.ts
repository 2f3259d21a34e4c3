import type { Message } from '#shared/message.ts';
import { compareText } from './sort-chats.ts';

/** Both lists as one, oldest first; of two messages with one id the second list's counts. The first list itself when there is nothing to add. */
export function mergeMessages(messages: readonly Message[], others: readonly Message[]): readonly Message[] {
  if (others.length === 0) return messages;
  const byId = new Map([...messages, ...others].map((message) => [message.id, message]));
  return Array.from(byId.values()).sort((a, b) => compareText(a.timestamp, b.timestamp));
}
