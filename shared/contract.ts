import * as v from 'valibot';
import { Timestamp } from './time.ts';

/*
 * Requests and responses of the HTTP API. Those of the chats function are in chat-contract.ts, since the page does not need them for its
 * first render. A single user is returned as is. docs/behaviour.md#http-contract
 */

/**
 * Header with the caller's IP address. The edge sets it and overwrites any value that the caller sent, so functions may trust it: in the
 * cloud, they can only be reached through the edge.
 */
export const VIEWER_ADDRESS_HEADER = 'x-viewer-address';

/**
 * Header with an id that the page generates once per browser, to distinguish people who share an IP address. Optional; it never grants more
 * than the address is allowed.
 */
export const BROWSER_ID_HEADER = 'x-browser-id';

/** Header with the signed-in caller's ID token. Not `Authorization`: CloudFront signs its requests to the origin with that. */
export const TOKEN_HEADER = 'x-auth-token';

/** Every JSON error of the API, and the last line of a streamed response that fails midway. */
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
