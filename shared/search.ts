import * as v from 'valibot';
import { ChatId, MessageId, SearchId } from './ids.ts';
import { Message, OUTCOMES } from './message.ts';
import { DisplayData } from './results.ts';
import { ProgressStep } from './steps.ts';

/** A search as requested. Enough for any instance to end it; only the instance that runs it also has its plan. */
export const Search = v.object({
  searchId: SearchId,
  chatId: ChatId,
  /** The owner: a signed-in person's id, or 'anonymous'. */
  userId: v.string(),
  userMessage: Message,
  /** The id of the answer, assigned in advance. */
  assistantMessageId: MessageId,
  deepResearch: v.boolean(),
  /** A digest of the whole task, which distinguishes a different task under the same message id from a repeat. Absent without a task. */
  taskDigest: v.exactOptional(v.string()),
});
export type Search = v.InferOutput<typeof Search>;

/** Always first. */
const RunEvent = v.object({
  type: v.literal('run'),
  data: v.object({ searchId: SearchId, chatId: ChatId, userMessage: Message }),
});

const StepEvent = v.object({ type: v.literal('step'), data: ProgressStep });

/** The directory as known so far: sent after the web search, then as scores and verifications arrive. */
const ProfilesEvent = v.object({ type: v.literal('profiles'), data: DisplayData });

/** The assistant message exactly as stored. */
const MessageEvent = v.object({ type: v.literal('message'), data: Message });

/** Always last, exactly once. */
export const DoneEvent = v.object({
  type: v.literal('done'),
  data: v.object({
    outcome: v.picklist(OUTCOMES),
    error: v.optional(v.object({ code: v.string(), message: v.string() })),
  }),
});

export type DoneEvent = v.InferOutput<typeof DoneEvent>;

/** One event of a search: `type` is the server-sent event's name, `data` its JSON. */
export const SearchEvent = v.variant('type', [RunEvent, StepEvent, ProfilesEvent, MessageEvent, DoneEvent]);
export type SearchEvent = v.InferOutput<typeof SearchEvent>;

/** An event with its number within its search: from 1, without gaps. */
export interface NumberedEvent {
  id: number;
  event: SearchEvent;
}

/** The comment that ends a stream whose reader has to reconnect for the rest. docs/behaviour.md#event-stream */
export const HANDOVER_COMMENT = 'continue';
/** In the header `prefer` (RFC 7240): asks for a stream that ends after 3 s. docs/behaviour.md#event-stream */
export const BRIEF_STREAM = 'wait=3';
