import * as v from 'valibot';
import { beginChat, Chat, titleFromPrompt } from '#shared/chat.ts';
import { Message, MessageMetadata } from '#shared/message.ts';
import { toTimestamp } from '#shared/time.ts';
import type { Restored } from '#web/lib/stored-list.ts';

/** An ISO date of any precision or offset becomes a Timestamp, so that dates sort as text; anything else is left to fail validation. */
const restoreDate = (date: unknown): unknown => {
  const isIso = typeof date === 'string' && /^\d{4}-\d{2}-\d{2}/.test(date);
  const milliseconds = isIso ? Date.parse(date) : Number.NaN;
  return Number.isNaN(milliseconds) ? date : toTimestamp(milliseconds);
};

/** The entry with the dates under `keys` restored; undefined if it is not an object. */
function withDates(raw: unknown, keys: readonly string[]): Record<string, unknown> | undefined {
  const entry = v.safeParse(v.record(v.string(), v.unknown()), raw);
  if (!entry.success) return undefined;
  const dates = keys.filter((key) => key in entry.output).map((key) => [key, restoreDate(entry.output[key])]);
  return { ...entry.output, ...Object.fromEntries(dates) };
}

/** A chat from its stored JSON; undefined if that is not a chat. */
export function restoreChat(raw: unknown): Restored<Chat> | undefined {
  const chat = v.safeParse(Chat, withDates(raw, ['createdAt', 'updatedAt', 'lastMessageAt']));
  return chat.success ? { value: chat.output, intact: true } : undefined;
}

/** A message from its stored JSON. Metadata that cannot be read is dropped; the text is kept. */
export function restoreMessage(raw: unknown): Restored<Message> | undefined {
  const entry = withDates(raw, ['timestamp']);
  // The first mistake is enough: metadata with a million of them would fill the memory with descriptions.
  const whole = v.safeParse(Message, entry, { abortEarly: true });
  if (whole.success) return { value: whole.output, intact: true };
  const bare = v.safeParse(Message, { ...entry, metadata: undefined });
  if (!bare.success) return undefined;
  return { value: { ...bare.output, metadata: readableMetadata(entry?.['metadata']) }, intact: false };
}

function readableMetadata(raw: unknown): MessageMetadata {
  const parts = v.safeParse(v.record(v.string(), v.unknown()), raw);
  if (!parts.success) return {};
  const readable = Object.entries(parts.output).filter(([key, part]) =>
    v.is(MessageMetadata, { [key]: part }),
  );
  return v.parse(MessageMetadata, Object.fromEntries(readable));
}

/** Rebuilds missing or unreadable chats from their messages: title from the first prompt, dates from the messages. */
export function rebuildChats(messages: Iterable<Message>, isKnown: (chatId: string) => boolean): Chat[] {
  const orphans = Array.from(messages).filter((message) => !isKnown(message.chatId));
  return Array.from(
    Map.groupBy(orphans, (message) => message.chatId),
    ([id, own]) => rebuildChat(id, own),
  );
}

function rebuildChat(id: string, messages: readonly Message[]): Chat {
  const dates = messages.map((message) => message.timestamp).sort();
  const latest = dates.at(-1) ?? '';
  const title = titleFromPrompt(messages.find((message) => message.role === 'user')?.content ?? '');
  const chat = beginChat(dates.at(0) ?? '', { id, userId: messages[0]?.userId ?? '', title });
  return { ...chat, updatedAt: latest, lastMessageAt: latest, messageCount: messages.length };
}

/** Notices for the user about the browser's storage. */
export const NOTICES = {
  unreadable:
    'Some of the chats stored in this browser could not be read. They were set aside; everything else is here.',
  unsaved:
    'This browser could not store your latest changes: its storage is full or switched off. They are kept until this page is closed; earlier chats are untouched.',
  lightened:
    "This browser's storage is full. To make room, raw search data that no screen shows was dropped; all messages and results are kept.",
} as const;
