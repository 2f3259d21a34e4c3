import * as v from 'valibot';
import { AnswerContext } from './answer-context.ts';
import { cleanText } from './clean-text.ts';
import { Criterion } from './criteria.ts';
import { LIMITS } from './limits.ts';
import { isCanonical } from './linkedin-url.ts';
import { DisplayProfile } from './results.ts';
import { listOf, nonBlankText, withoutUnknownFields } from './schemas.ts';

/* People from an answer, as sent by a page to be stored in a list or shown in a share: user input, limited in size and sanitised. */

/** The largest profile as JSON, in bytes. docs/behaviour.md#lists */
const MAX_PROFILE_BYTES = 16_000;
/** In characters; longer texts are cut. Far more than a card shows. */
const MAX_TEXT_LENGTH = 4_000;

/** Makes every text in the value safe to store and show. The value's shape is unchanged. */
function cleanTexts<Value>(value: Value): Value;
function cleanTexts(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value, MAX_TEXT_LENGTH);
  if (Array.isArray(value)) return value.map((entry) => cleanTexts(entry));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, cleanTexts(inner)]));
}

const jsonBytes = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).byteLength;

/** The schema of a profile sent by a page. Limits its size, and sanitises its texts like those from the web. */
const sentProfile = (isAllowedUrl: (profileUrl: string) => boolean) =>
  v.pipe(
    withoutUnknownFields(DisplayProfile),
    v.check((profile) => jsonBytes(profile) <= MAX_PROFILE_BYTES, 'is too large for a profile'),
    v.check(({ profileUrl }) => isAllowedUrl(profileUrl), 'must have a canonical profile URL'),
    v.transform((profile) => cleanTexts(profile)),
  );

export const SentProfile = sentProfile(isCanonical);
/** The same, but allows an empty URL, for a person who has none or whose name is hidden. */
export const ShownProfile = sentProfile((profileUrl) => profileUrl === '' || isCanonical(profileUrl));

/** Text that is shown to others, sanitised like text from the web. */
export const shownText = (maxLength: number) =>
  v.pipe(
    nonBlankText(maxLength),
    v.transform((text) => cleanText(text, maxLength)),
  );

/** An answer's criteria, as sent by a page. */
export const SentCriteria = listOf(
  v.strictObject({
    ...Criterion.entries,
    id: nonBlankText(LIMITS.idLength),
    text: shownText(LIMITS.queryLength),
  }),
  LIMITS.criteria,
);

/** The context of the people's answer, as sent by a page. */
export const SentContext = v.object({
  ...AnswerContext.entries,
  criteria: v.exactOptional(SentCriteria),
  profileProvider: v.exactOptional(shownText(LIMITS.titleLength)),
});
