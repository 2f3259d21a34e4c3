import type { Spend } from '#shared/message.ts';
import type { ProfileRecord } from '#shared/profile-record.ts';
import type { PageRead, SearchResults } from '#shared/results.ts';

/** The three services that one search works with, and the account of what it uses of them. */
export interface Providers {
  languageModel: LanguageModel;
  webSearch: WebSearch;
  profileData: ProfileData;
  /** What this search has used so far. Absent where nobody counts. */
  spend?: () => Spend;
}

/** A chat model. */
export interface LanguageModel {
  /** The model's name as people are to read it. */
  readonly label: string;
  /** @throws ProviderError; the signal's reason when aborted. */
  complete(request: CompletionRequest, signal: AbortSignal): Promise<Completion>;
}

/** What a completion is for: names the call in logs, counts and recordings. */
export type CompletionTask = 'query' | 'scoring' | 'assessment' | 'formatting';

export interface CompletionRequest {
  task: CompletionTask;
  /** Instructions: ours, trusted. */
  system: string;
  /** Data: from people, the web or a provider, never trusted. */
  user: string;
  /** Sampling temperature; 0.7 when absent. Left out for models that refuse it. */
  temperature?: number;
  /** Longest reply in tokens; 1000 when absent. */
  maxTokens?: number;
  /** Sent where the server enforces structured output; the caller validates whatever comes back. */
  reply: ReplySchema;
}

/** The shape the reply is to have: a JSON Schema whose root is an object, under a name of letters, digits and underscores. */
export interface ReplySchema {
  name: string;
  schema: Readonly<Record<string, unknown>>;
}

export interface Completion {
  /** The reply's text, never empty. */
  text: string;
  /** As the server counts it; undefined where it does not. */
  usage: TokenUsage | undefined;
}

export interface TokenUsage {
  inputTokens: number;
  outputTokens: number;
}

/**
 * Fewer bytes of UTF-8 than any token in what is sent and received here has on average, so that dividing by it overestimates: with
 * OpenAI's o200k vocabulary every recorded request and reply has 3.98 or more (docs/performance.md, "Spend").
 */
const BYTES_PER_TOKEN = 3.5;

/** Roughly the most tokens the text can have; for servers that do not count them. */
export const estimateTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);

/** What was found, and the pages it was found on. */
export interface FoundPages extends SearchResults {
  /** In their order; none that has somebody who is left for later, nor one after that. */
  pagesRead: readonly PageRead[];
  /** Addresses of those who were found on the second of two pages alone; the others are on the first. */
  onSecondPage?: ReadonlySet<string>;
  /** What was searched for in place of the query, which the search engine took for misspelt. */
  searchedInstead?: string;
  /** How many who were found are not among them, because the person does not want to see them. */
  leftOut?: number;
}

/** What was found without some of the people. Positions are counted anew: a gap would show that somebody is missing. */
export function withoutPeople(found: FoundPages, isOut: (url: string) => boolean): FoundPages {
  const kept = found.linkedinProfiles.filter(({ url }) => !isOut(url));
  if (kept.length === found.linkedinProfiles.length) return found;
  return { ...found, linkedinProfiles: kept.map((profile, index) => ({ ...profile, position: index + 1 })) };
}

/**
 * What was found, but of its people only these. A page with somebody who is not among them does not count as read, nor do those after it: what is
 * read next of a query is the page after its furthest, and the others are there to be found with more people.
 */
export function showingOnly(found: FoundPages, linkedinProfiles: FoundPages['linkedinProfiles']): FoundPages {
  const { pagesRead, onSecondPage } = found;
  const shown = new Set(linkedinProfiles.map(({ url }) => url));
  const cut = found.linkedinProfiles
    .filter(({ url }) => !shown.has(url))
    .map(({ url }) => pagesRead[onSecondPage?.has(url) ? 1 : 0]);
  const isCut = ({ query, page }: PageRead) => cut.some((from) => from?.query === query && from.page <= page);
  return { ...found, linkedinProfiles, pagesRead: pagesRead.filter((each) => !isCut(each)) };
}

/** The same web search with everything that it finds changed, by whichever of its calls. */
export const changingFound = (
  webSearch: WebSearch,
  change: (searching: Promise<FoundPages>) => Promise<FoundPages>,
): WebSearch => ({
  label: webSearch.label,
  search: (query, signal, alternative) => change(webSearch.search(query, signal, alternative)),
  searchPage: (asked, signal) => change(webSearch.searchPage(asked, signal)),
});

/** A web search restricted to profile pages. */
interface WebSearch {
  /** The search provider's name as people are to read it. */
  readonly label: string;
  /**
   * Up to 20 distinct profiles, best first, canonical URLs, positions counted from 1. An empty list is an answer, not an error.
   * Two pages of results are read at most. Aborted with some found already, it answers with those.
   * @param alternative is searched for too, within the same two pages, where the query finds few people.
   * @throws ProviderError; the signal's reason when aborted before that.
   */
  search(query: string, signal: AbortSignal, alternative?: string): Promise<FoundPages>;
  /**
   * The people on one page, from 1, of a query's results.
   * @throws ProviderError; the signal's reason when aborted.
   */
  searchPage(asked: Pick<PageRead, 'query' | 'page'>, signal: AbortSignal): Promise<FoundPages>;
}

/** A source of profile-data records. */
export interface ProfileData {
  /** The profile-data provider's name as people are to read it. */
  readonly label: string;
  /**
   * The record of a profile URL, canonical or as it leads to the profile, or undefined where the provider knows nobody there.
   * The record may be another person's: the caller checks.
   * @throws ProviderError; the signal's reason when aborted.
   */
  lookUp(profileUrl: string, signal: AbortSignal): Promise<ProfileRecord | undefined>;
}

export type ProviderKind = 'language-model' | 'web-search' | 'profile-data';

/**
 * Why a provider gave no usable answer.
 * - `missing-key`: no credentials configured, nothing was sent
 * - `no-response`: answered, but with nothing in it
 * - `refused`, `truncated`, `filtered`: the model would not, could not finish, or was stopped
 * - `status`: an HTTP status that is no success
 * - `unreachable`, `timeout`: no answer, or not in time
 * - `cut`: an answer that broke off, whose work was done all the same
 * - `invalid-reply`: an answer that is not of the documented shape, or over its bounds
 * - `suspended`: not asked at all, because the provider was found to be down
 */
export type ProviderErrorCode =
  | 'missing-key'
  | 'no-response'
  | 'refused'
  | 'truncated'
  | 'filtered'
  | 'status'
  | 'unreachable'
  | 'timeout'
  | 'cut'
  | 'invalid-reply'
  | 'suspended';

export interface ProviderErrorOptions {
  provider: ProviderKind;
  code: ProviderErrorCode;
  /** One readable sentence without a final stop, safe to show: never a key, an address, HTML or a stack. */
  reason: string;
  status?: number;
  /** Whether asking again may help. */
  retryable?: boolean;
  /** How long the provider asked to be left alone, in milliseconds. */
  retryAfter?: number;
  /** What an answer that is of no use took all the same. */
  usage?: TokenUsage | undefined;
  cause?: unknown;
}

/** The one error every provider port throws. `message` is the readable reason; the cause is for the log only. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly provider: ProviderKind;
  readonly code: ProviderErrorCode;
  readonly status: number | undefined;
  readonly retryable: boolean;
  readonly retryAfter: number | undefined;
  readonly usage: TokenUsage | undefined;

  constructor(options: ProviderErrorOptions) {
    super(options.reason, { cause: options.cause });
    this.provider = options.provider;
    this.code = options.code;
    this.status = options.status;
    this.retryable = options.retryable ?? false;
    this.retryAfter = options.retryAfter;
    this.usage = options.usage;
  }
}
