import { fold } from './fold.ts';
import { canonicalProfileUrl, profileUrlsIn, replaceProfileUrl } from './linkedin-url.ts';
import type { Message, MessageMetadata } from './message.ts';
import { nameFromTitle } from './page-title.ts';
import { profilesIn } from './results.ts';
import type { StepRecord } from './steps.ts';

/** The fields with the profile URL of an entry's person, and those in which an entry embeds the entry it was derived from. */
const URL_FIELDS = ['url', 'profileUrl'] as const;
const ORIGIN_FIELDS = ['originalProfile'] as const;

/**
 * The value without the person at the canonical profile URL: their entries and bare URLs are removed from lists at any depth, and counts of
 * people (`totalProfiles`) are updated. Returns the identical value if the person is not in it.
 */
export function withoutPerson<Value>(value: Value, profileUrl: string): Value;
export function withoutPerson(value: unknown, profileUrl: string): unknown {
  if (Array.isArray(value)) {
    const kept = value
      .filter((entry) => !isOfPerson(entry, profileUrl))
      .map((entry) => withoutPerson(entry, profileUrl));
    return hasSameEntries(kept, value) ? value : kept;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const kept = entries.map(([name, inner]): [string, unknown] => [name, withoutPerson(inner, profileUrl)]);
  if (kept.every(([, inner], index) => inner === entries[index]?.[1])) return value;
  return withNewTotal(Object.fromEntries(kept));
}

const hasSameEntries = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((entry, index) => entry === other[index]);

function isOfPerson(entry: unknown, profileUrl: string): boolean {
  if (typeof entry === 'string') return canonicalProfileUrl(entry) === profileUrl;
  if (typeof entry !== 'object' || entry === null) return false;
  const fields = new Map<string, unknown>(Object.entries(entry));
  const hasUrl = URL_FIELDS.some((name) => {
    const address = fields.get(name);
    return typeof address === 'string' && canonicalProfileUrl(address) === profileUrl;
  });
  return hasUrl || ORIGIN_FIELDS.some((name) => isOfPerson(fields.get(name), profileUrl));
}

function withNewTotal(value: Record<string, unknown>): Record<string, unknown> {
  const { verifiedProfiles, otherProfiles, totalProfiles } = value;
  if (typeof totalProfiles !== 'number' || !Array.isArray(verifiedProfiles) || !Array.isArray(otherProfiles))
    return value;
  return { ...value, totalProfiles: verifiedProfiles.length + otherProfiles.length };
}

/** Replaces a text that is only about the person. */
const VERIFICATION_REMOVED = 'The person who was verified here was taken out of your answers.';

/** Appended to the text of an answer, which still counts the person. */
const PERSON_REMOVED_REMARK = 'Since then, somebody was taken out of this answer.';

/** The person's name in an answer, from their card or from the title of their page; undefined if they are not in it. */
export const nameIn = ({ metadata }: Pick<Message, 'metadata'>, profileUrl: string): string | undefined =>
  metadata && [...cardNamesIn(metadata, profileUrl), ...namesIn(metadata, profileUrl).names][0];

/** The answer without the person and without what its text and steps say about them. Returns the identical answer if they are not in it. */
export function answerWithoutPerson(answer: Message, profileUrl: string): Message {
  const metadata = withoutPerson(answer.metadata, profileUrl);
  if (answer.metadata === undefined || metadata === undefined) return answer;
  const isListed = metadata !== answer.metadata;
  // A person who was looked up only as an example for others is mentioned in the steps, or in an apology, but is in no list.
  const mentionsPerson = (line: string) => profileUrlsIn(line).some(({ url }) => url === profileUrl);
  const lines = metadata.steps?.flatMap(({ details = [] }) => details) ?? [];
  const isMentioned = [...lines, ...(answer.role === 'assistant' ? [answer.content] : [])].some(
    mentionsPerson,
  );
  if (!isListed && !isMentioned) return answer;
  const named = namesIn(answer.metadata, profileUrl);
  const steps = metadata.steps?.map((step) => {
    const { details, ...rest } = withoutPersonLines(step, named);
    return { ...rest, ...(details && { details: details.filter((line) => !mentionsPerson(line)) }) };
  });
  return {
    ...answer,
    content: replaceProfileUrl(withRemark(answer, metadata), profileUrl, 'a profile'),
    metadata: { ...metadata, ...(steps && { steps }) },
  };
}

/** The text with a remark, unless the person was never shown: then they were not counted either. A text only about them is replaced. */
function withRemark({ content, metadata: before }: Message, after: MessageMetadata): string {
  const isFewer = before?.profileDisplayData !== after.profileDisplayData;
  if (isFewer && after.task === 'verify') return VERIFICATION_REMOVED;
  return !isFewer || content.endsWith(PERSON_REMOVED_REMARK)
    ? content
    : `${content}\n\n${PERSON_REMOVED_REMARK}`.trim();
}

interface PersonNames {
  names: readonly string[];
  /** Whether the names are from cards, in which case the steps may spell them differently. */
  areFromCards: boolean;
}

/**
 * The person's names in an answer. Steps name people by the title of their page. The answer of an interrupted search has only cards, whose
 * names may come from a record or be tidied.
 */
function namesIn(metadata: MessageMetadata, profileUrl: string): PersonNames {
  const { searchResults, deepResearchResults } = metadata;
  const found = [
    ...(searchResults?.linkedinProfiles ?? []),
    ...(deepResearchResults?.filteredProfiles ?? []),
  ];
  const titles = found
    .filter((each) => isOfPerson(each, profileUrl))
    .map(({ title }) => nameFromTitle(title));
  if (titles.length > 0) return { names: titles, areFromCards: false };
  return { names: cardNamesIn(metadata, profileUrl), areFromCards: true };
}

function cardNamesIn({ profileDisplayData }: MessageMetadata, profileUrl: string): readonly string[] {
  const cards = profilesIn(profileDisplayData).filter((each) => isOfPerson(each, profileUrl));
  return cards.map(({ fullName }) => fullName);
}

/** The step without the person's lines. Only the verification step has lines about individual people: "Name: verified, 97%". */
function withoutPersonLines(step: StepRecord, { names, areFromCards }: PersonNames): StepRecord {
  const { id, details } = step;
  if (id !== 'deep-verification' || details === undefined) return step;
  const exact = details.filter((line) => names.some((name) => line.startsWith(`${name}: `)));
  const isAbout = (line: string) =>
    areFromCards && exact.length === 0
      ? names.some((name) => isSameName(name, line.slice(0, line.indexOf(': '))))
      : exact.includes(line);
  return { ...step, details: details.filter((line) => !isAbout(line)) };
}

const wordsOf = (name: string): string[] => fold(name).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** Whether two names are the same, or one of at least two words is contained in the other: 'Ana Quispe' in 'Dr. Ana María Quispe'. */
function isSameName(one: string, other: string): boolean {
  const [short = [], long = []] = [wordsOf(one), wordsOf(other)].sort((a, b) => a.length - b.length);
  const isWithin = short.every((word) => long.includes(word));
  return isWithin && (short.length >= 2 || short.length === long.length);
}
