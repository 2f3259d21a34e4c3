import * as v from 'valibot';
import { changesSomething, NOTHING_TO_CHANGE } from './chat-contract.ts';
import { filledText } from './contract.ts';
import { LIMITS } from './limits.ts';

/* What a person may change of their own record. Apart from the other requests: the page, which makes this one without checking it, should not load it. */

/** Body of `PATCH /api/me`; a picture of null takes it away. */
export const UpdateUserRequest = v.pipe(
  v.strictObject({
    displayName: v.exactOptional(filledText(LIMITS.titleLength)),
    photoURL: v.exactOptional(
      v.nullable(
        v.pipe(
          filledText(2_048),
          v.url('must be a web address'),
          v.startsWith('https://', 'must start with https://'),
        ),
      ),
    ),
  }),
  v.check((body) => changesSomething(body), NOTHING_TO_CHANGE),
);
export type UpdateUserRequest = v.InferOutput<typeof UpdateUserRequest>;
