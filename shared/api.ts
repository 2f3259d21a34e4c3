import * as v from 'valibot';
import { LIMITS } from './constants.ts';
import { ChatId, MessageId } from './ids.ts';
import { filledText } from './text.ts';

/** Body of `POST /api/searches`. */
export const SearchRequest = v.strictObject({
  chatId: ChatId,
  messageId: MessageId,
  content: filledText(LIMITS.contentLength),
  deepResearch: v.boolean(),
});
export type SearchRequest = v.InferOutput<typeof SearchRequest>;

export const PROVIDER_MODES = ['live', 'record', 'replay', 'simulated'] as const;
export type ProviderMode = (typeof PROVIDER_MODES)[number];

/** Answer of `GET /api/health`. */
export const Health = v.object({
  status: v.literal('ok'),
  version: v.string(),
  providers: v.picklist(PROVIDER_MODES),
});
export type Health = v.InferOutput<typeof Health>;

/** Every JSON error of the API. */
export const ErrorBody = v.object({ error: v.object({ code: v.string(), message: v.string() }) });
export type ErrorBody = v.InferOutput<typeof ErrorBody>;
