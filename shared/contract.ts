import * as v from 'valibot';
import { Timestamp } from './time.ts';

/*
 * Requests and answers of the HTTP API; chat-contract.ts has those of the chats function, which no page needs before it has drawn. A
 * user alone is answered as it is. docs/behaviour.md#http-contract
 */

/**
 * Header with the caller's address. The edge sets it and overwrites whatever the caller sent, so a function may trust it; in the
 * cloud nothing reaches a function but through the edge.
 */
export const VIEWER_ADDRESS_HEADER = 'x-viewer-address';

/**
 * Header with an id that the page makes once in each browser, so that people behind one address are told apart. Optional; it gives
 * nobody more than their address has.
 */
export const BROWSER_ID_HEADER = 'x-browser-id';

/** The comment with which a stream ends whose reader is to come back for the rest. docs/behaviour.md#event-stream */
export const HANDOVER_COMMENT = 'continue';

/** Anything that is neither blank nor invisible, such as a zero-width space. */
const VISIBLE = /[^\s\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}]/u;

/** Text that is trimmed, shows something and has at most that many characters. Half a surrogate pair is no character, and cannot be stored. */
export const filledText = (longest: number) =>
  v.pipe(
    v.string(),
    v.trim(),
    v.check((value) => value.isWellFormed(), 'must be valid Unicode'),
    v.regex(VISIBLE, 'must not be empty'),
    v.maxLength(longest, `must be at most ${longest} characters`),
  );

export const PROVIDER_MODES = ['live', 'record', 'replay', 'simulated'] as const;
export type ProviderMode = (typeof PROVIDER_MODES)[number];

/**
 * The real providers that searches ask, by the names of the configuration; null for one whose key is missing, and for all where nobody
 * real is asked. Never a key, and nothing that was asked of a provider to find out.
 */
export const ConfiguredProviders = v.object({
  /** Name of the language model. */
  model: v.nullable(v.string()),
  search: v.nullable(v.string()),
  profiles: v.nullable(v.string()),
});
export type ConfiguredProviders = v.InferOutput<typeof ConfiguredProviders>;

/** Answer of `GET /api/health`. */
export const Health = v.object({
  status: v.literal('ok'),
  version: v.string(),
  providers: v.picklist(PROVIDER_MODES),
  configured: v.optional(ConfiguredProviders),
});
export type Health = v.InferOutput<typeof Health>;

/** Every JSON error of the API. */
export const ErrorBody = v.object({ error: v.object({ code: v.string(), message: v.string() }) });
export type ErrorBody = v.InferOutput<typeof ErrorBody>;

export const DEFAULT_DISPLAY_NAME = 'Anonymous';

/** A signed-in person. `id` is the Cognito `sub` (docs/behaviour.md#ownership). */
export const User = v.object({
  id: v.string(),
  email: v.string(),
  displayName: v.string(),
  photoURL: v.optional(v.string()),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type User = v.InferOutput<typeof User>;
