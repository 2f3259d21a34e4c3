import * as v from 'valibot';
import { LIMITS } from './limits.ts';
import { changeOf, nonBlankText } from './schemas.ts';

/*
 * What people may change in their own record. In a separate module, so that the page, which sends this request without validating it, does
 * not have to load the schema.
 */

/** Body of `PATCH /api/me`. A `photoURL` of null removes the picture. */
export const UpdateUserRequest = changeOf({
  displayName: v.exactOptional(nonBlankText(LIMITS.titleLength)),
  photoURL: v.exactOptional(
    v.nullable(
      v.pipe(
        nonBlankText(2_048),
        v.url('must be a web address'),
        v.startsWith('https://', 'must start with https://'),
      ),
    ),
  ),
});
export type UpdateUserRequest = v.InferOutput<typeof UpdateUserRequest>;
