import { fold } from './fold.ts';
import { canonicalProfileUrl, profileUrlsIn } from './linkedin-url.ts';
import type { Message, MessageMetadata } from './message.ts';
import { nameFromTitle } from './page-title.ts';
import type { StepRecord } from './steps.ts';

/** The fields with the profile URL of an entry's person, and those in which an entry embeds the entry it was derived from. */
const ADDRESSES = ['url', 'profileUrl'] as const;
const ORIGINS = ['originalProfile'] as const;

/**
 * The value without the person at the canonical profile URL: their entries and bare URLs are removed from lists at any depth, and counts of
 * people (`totalProfiles`) are updated. Returns the identical value if the person is not in it.
 */
export function withoutPerson<Value>(value: Value, profileUrl: string): Value;
export function withoutPerson(value: unknown, profileUrl: string): unknown {
  if (Array.isArray(value)) {
    const kept = value
      .filter((entry) => !isTheirs(entry, profileUrl))
      .map((entry) => withoutPerson(entry, profileUrl));
    return isSame(kept, value) ? value : kept;
  }
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value);
  const kept = entries.map(([name, inner]): [string, unknown] => [name, withoutPerson(inner, profileUrl)]);
  if (kept.every(([, inner], index) => inner === entries[index]?.[1])) return value;
  return recounted(Object.fromEntries(kept));
}

const isSame = (one: readonly unknown[], other: readonly unknown[]): boolean =>
  one.length === other.length && one.every((entry, index) => entry === other[index]);

function isTheirs(entry: unknown, profileUrl: string): boolean {
  if (typeof entry === 'string') return canonicalProfileUrl(entry) === profileUrl;
  if (typeof entry !== 'object' || entry === null) return false;
  const within = new Map<string, unknown>(Object.entries(entry));
  const isAddressed = ADDRESSES.some((name) => {
    const address = within.get(name);
    return typeof address === 'string' && canonicalProfileUrl(address) === profileUrl;
  });
  return isAddressed || ORIGINS.some((name) => isTheirs(within.get(name), profileUrl));
}

function recounted(value: Record<string, unknown>): Record<string, unknown> {
  const { verifiedProfiles, otherProfiles, totalProfiles } = value;
  if (typeof totalProfiles !== 'number' || !Array.isArray(verifiedProfiles) || !Array.isArray(otherProfiles))
    return value;
  return { ...value, totalProfiles: verifiedProfiles.length + otherProfiles.length };
}

/** Replaces a text that is only about the person. */
const TAKEN_OUT = 'The person who was verified here was taken out of your answers.';

/** Appended to the text of an answer, which still counts the person. */
const FEWER = 'Since then, somebody was taken out of this answer.';

/** The person's name in an answer, from their card or from the title of their page; undefined if they are not in it. */
export const nameIn = ({ metadata }: Pick<Message, 'metadata'>, profileUrl: string): string | undefined =>
  metadata && [...cardNamesIn(metadata, profileUrl), ...namesIn(metadata, profileUrl).names][0];

/** The answer without the person and without what its text and steps say about them. Returns the identical answer if they are not in it. */
export function answerWithoutPerson(answer: Message, profileUrl: string): Message {
  const metadata = withoutPerson(answer.metadata, profileUrl);
  if (answer.metadata === undefined || metadata === undefined) return answer;
  const isIn = metadata !== answer.metadata;
  // A person who was looked up only as an example for others is mentioned in the steps, but is in no list.
  const speaksOf = (line: string) => profileUrlsIn(line).some(({ url }) => url === profileUrl);
  if (!isIn && !metadata.steps?.some(({ details }) => details?.some(speaksOf))) return answer;
  const named = namesIn(answer.metadata, profileUrl);
  const steps = metadata.steps?.map((step) => {
    const { details, ...rest } = withoutLines(step, named);
    return { ...rest, ...(details && { details: details.filter((line) => !speaksOf(line)) }) };
  });
  return {
    ...answer,
    content: isIn && metadata.task === 'verify' ? TAKEN_OUT : withRemark(answer, metadata),
    metadata: { ...metadata, ...(steps && { steps }) },
  };
}

/** The text with a remark, unless the person was never shown: then they were not counted either. */
function withRemark({ content, metadata: before }: Message, after: MessageMetadata): string {
  const isFewer = before?.profileDisplayData !== after.profileDisplayData;
  return !isFewer || content.endsWith(FEWER) ? content : `${content}\n\n${FEWER}`.trim();
}

interface Named {
  names: readonly string[];
  /** Whether the names are from cards, in which case the steps may spell them differently. */
  areCards: boolean;
}

/**
 * The person's names in an answer. Steps name people by the title of their page. The answer of an interrupted search has only cards, whose
 * names may come from a record or be tidied.
 */
function namesIn(metadata: MessageMetadata, profileUrl: string): Named {
  const { searchResults, deepResearchResults } = metadata;
  const found = [
    ...(searchResults?.linkedinProfiles ?? []),
    ...(deepResearchResults?.filteredProfiles ?? []),
  ];
  const titles = found.filter((each) => isTheirs(each, profileUrl)).map(({ title }) => nameFromTitle(title));
  if (titles.length > 0) return { names: titles, areCards: false };
  return { names: cardNamesIn(metadata, profileUrl), areCards: true };
}

function cardNamesIn({ profileDisplayData }: MessageMetadata, profileUrl: string): readonly string[] {
  const { verifiedProfiles = [], otherProfiles = [] } = profileDisplayData ?? {};
  const cards = [...verifiedProfiles, ...otherProfiles].filter((each) => isTheirs(each, profileUrl));
  return cards.map(({ fullName }) => fullName);
}

/** The step without the person's lines. Only the verification step has lines about individual people: "Name: verified, 97%". */
function withoutLines(step: StepRecord, { names, areCards }: Named): StepRecord {
  const { id, details } = step;
  if (id !== 'deep-verification' || details === undefined) return step;
  const exact = details.filter((line) => names.some((name) => line.startsWith(`${name}: `)));
  const isAbout = (line: string) =>
    areCards && exact.length === 0
      ? names.some((name) => isAlike(name, line.slice(0, line.indexOf(': '))))
      : exact.includes(line);
  return { ...step, details: details.filter((line) => !isAbout(line)) };
}

const wordsOf = (name: string): string[] => fold(name).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];

/** Whether two names are the same, or one of at least two words is contained in the other: 'Ana Quispe' in 'Dr. Ana María Quispe'. */
function isAlike(one: string, other: string): boolean {
  const [short = [], long = []] = [wordsOf(one), wordsOf(other)].sort((a, b) => a.length - b.length);
  const isWithin = short.every((word) => long.includes(word));
  return isWithin && (short.length >= 2 || short.length === long.length);
}
