import * as v from 'valibot';
import { Chat } from '#shared/chat.ts';
import { Message, MessageMetadata } from '#shared/message.ts';
import { toTimestamp } from '#shared/timestamp.ts';

/** A stored entry made usable. `intact` is false when a part of it had to be left out. */
export interface Restored<Value> {
  value: Value;
  intact: boolean;
}

/** An ISO date of any precision or offset becomes a Timestamp, so that dates sort as text; anything else is left to fail validation. */
const restoreDate = (date: unknown): unknown => {
  const isIso = typeof date === 'string' && /^\d{4}-\d{2}-\d{2}/.test(date);
  const milliseconds = isIso ? Date.parse(date) : Number.NaN;
  return Number.isNaN(milliseconds) ? date : toTimestamp(milliseconds);
};

/** The entry with the dates under `keys` restored; undefined when it is not an object. */
function withDates(raw: unknown, keys: readonly string[]): Record<string, unknown> | undefined {
  const entry = v.safeParse(v.record(v.string(), v.unknown()), raw);
  if (!entry.success) return undefined;
  const dates = keys.filter((key) => key in entry.output).map((key) => [key, restoreDate(entry.output[key])]);
  return { ...entry.output, ...Object.fromEntries(dates) };
}

/** A chat from its stored JSON, or undefined when it is none. */
export function restoreChat(raw: unknown): Restored<Chat> | undefined {
  const chat = v.safeParse(Chat, withDates(raw, ['createdAt', 'updatedAt', 'lastMessageAt']));
  return chat.success ? { value: chat.output, intact: true } : undefined;
}

/** A message from its stored JSON. Metadata that cannot be read costs only itself, never the text. */
export function restoreMessage(raw: unknown): Restored<Message> | undefined {
  const entry = withDates(raw, ['timestamp']);
  const whole = v.safeParse(Message, entry);
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
