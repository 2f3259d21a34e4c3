import * as v from 'valibot';
import { AnswerContext } from './answer-context.ts';
import { withoutUnknownFields } from './chat-contract.ts';
import { cleanText } from './clean-text.ts';
import { filledText } from './contract.ts';
import { Criterion } from './criteria.ts';
import { LIMITS } from './limits.ts';
import { canonicalProfileUrl } from './linkedin-url.ts';
import { DisplayProfile } from './results.ts';

/* People of an answer as a page sends them, to be kept in a list or shown by a share: data of whoever sends it, in bounds and cleaned. */

/** Of one profile as JSON, in bytes. docs/behaviour.md#lists */
const PROFILE_BYTES = 16_000;
/** Far beyond what a card says; texts are cut there. */
const LONGEST_TEXT = 4_000;

/** Every text in the value made safe to store and show; the value's shape stays. */
function cleaned<Value>(value: Value): Value;
function cleaned(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value, LONGEST_TEXT);
  if (Array.isArray(value)) return value.map((entry) => cleaned(entry));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, cleaned(inner)]));
}

const bytesOf = (value: unknown): number => new TextEncoder().encode(JSON.stringify(value)).byteLength;

/** A profile as a page sends it: data of whoever sends it, in bounds, with its texts cleaned like those of the web. */
const sentProfile = (isAddress: (profileUrl: string) => boolean) =>
  v.pipe(
    withoutUnknownFields(DisplayProfile),
    v.check((profile) => bytesOf(profile) <= PROFILE_BYTES, 'is too large for a profile'),
    v.check(({ profileUrl }) => isAddress(profileUrl), 'must have a canonical profile URL'),
    v.transform((profile) => cleaned(profile)),
  );

export const isCanonical = (profileUrl: string): boolean => canonicalProfileUrl(profileUrl) === profileUrl;

export const SentProfile = sentProfile(isCanonical);
/** The same, or one without an address: of somebody who has none, or whose name is hidden. */
export const ShownProfile = sentProfile((profileUrl) => profileUrl === '' || isCanonical(profileUrl));

/** Text that others read as well: cleaned like that of the web. */
export const shownText = (longest: number) =>
  v.pipe(
    filledText(longest),
    v.transform((text) => cleanText(text, longest)),
  );

/** An answer's criteria as a page sends them, in bounds. */
export const SentCriteria = v.pipe(
  v.array(
    v.strictObject({
      ...Criterion.entries,
      id: filledText(LIMITS.idLength),
      text: shownText(LIMITS.queryLength),
    }),
  ),
  v.maxLength(LIMITS.criteria, `must have at most ${LIMITS.criteria} entries`),
);

/** What their answer tells of all of them, as a page sends it. */
export const SentContext = v.object({
  ...AnswerContext.entries,
  criteria: v.exactOptional(SentCriteria),
  profileProvider: v.exactOptional(shownText(LIMITS.titleLength)),
});
