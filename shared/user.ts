import * as v from 'valibot';
import { Timestamp } from './timestamp.ts';

export const DEFAULT_DISPLAY_NAME = 'Anonymous';

/** A signed-in person. `id` is the Cognito `sub` (design decision 3). */
export const User = v.object({
  id: v.string(),
  email: v.string(),
  displayName: v.string(),
  photoURL: v.optional(v.string()),
  createdAt: Timestamp,
  updatedAt: Timestamp,
});
export type User = v.InferOutput<typeof User>;
