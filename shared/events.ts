import * as v from 'valibot';
import { DisplayData } from './display.ts';
import { ChatId, SearchId } from './ids.ts';
import { Message } from './message.ts';
import { OUTCOMES } from './outcome.ts';
import { ProgressStep } from './steps.ts';

/** Always first. */
export const RunEvent = v.object({
  type: v.literal('run'),
  data: v.object({ searchId: SearchId, chatId: ChatId, userMessage: Message }),
});

export const StepEvent = v.object({ type: v.literal('step'), data: ProgressStep });

/** The directory as known so far: after the search, then as scores and verifications arrive. */
export const ProfilesEvent = v.object({ type: v.literal('profiles'), data: DisplayData });

/** The assistant message exactly as stored. */
export const MessageEvent = v.object({ type: v.literal('message'), data: Message });

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
