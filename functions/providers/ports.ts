import type { Spend } from '#shared/message.ts';
import type { ProfileRecord } from '#shared/profile-record.ts';
import type { FoundProfile, PageRead, SearchResults } from '#shared/results.ts';

/** The three services that a search works with, and a count of what it uses. */
export interface Providers {
  languageModel: LanguageModel;
  webSearch: WebSearch;
  profileData: ProfileData;
  /** What this search has used so far. Absent if usage is not counted. */
  spend?: () => Spend;
}

/** A chat model. */
export interface LanguageModel {
  /** The model's name as shown to users. */
  readonly label: string;
  /** @throws ProviderError; the signal's reason when aborted. */
  complete(request: CompletionRequest, signal: AbortSignal): Promise<Completion>;
}

/** What a completion is for; identifies the call in logs, counts and recordings. */
export type CompletionTask = 'query' | 'scoring' | 'assessment' | 'formatting';

export interface CompletionRequest {
  task: CompletionTask;
  /** Instructions: ours, trusted. */
  system: string;
  /** Data: from people, the web or a provider, never trusted. */
  user: string;
  /** Sampling temperature; 0.7 when absent. Not sent to models that reject it. */
  temperature?: number;
  /** Limit on the reply's length in tokens; 1000 when absent. */
  maxTokens?: number;
  /** Sent if the server enforces structured output; the caller validates the reply in any case. */
  reply: ReplySchema;
}

/** The shape the reply should have: a JSON Schema whose root is an object, under a name of letters, digits and underscores. */
export interface ReplySchema {
  name: string;
  schema: Readonly<Record<string, unknown>>;
}

export interface Completion {
  /** The reply's text, never empty. */
  text: string;
  /** As counted by the server; undefined if it does not count. */
  usage: TokenUsage | undefined;
}

export interface TokenUsage {
  inputTokens: number;
  outputTokens: number;
}

/**
 * Set below the average number of UTF-8 bytes per token in our requests and replies, so that dividing by it overestimates: with
 * OpenAI's o200k vocabulary, every recorded request and reply averages 3.98 or more (docs/performance.md, "Spend").
 */
const BYTES_PER_TOKEN = 3.5;

/** A rough upper bound on a text's tokens, for servers that do not count them. */
export const estimateTokens = (text: string): number => Math.ceil(Buffer.byteLength(text) / BYTES_PER_TOKEN);

/** What was found, and the pages it was found on. */
export interface FoundPages extends SearchResults {
  /** In order. A page with people left for later is not included, nor are the pages after it. */
  pagesRead: readonly PageRead[];
  /** URLs of people found only on the second of two pages; all others are on the first. */
  onSecondPage?: ReadonlySet<string>;
  /** The query that the search engine substituted for one it considered misspelt. */
  searchedInstead?: string;
  /** How many people were found but left out, because the user does not want to see them. */
  leftOut?: number;
}

/** Results that no search returned: people known already, or nobody yet, and the pages read before. */
export const toFoundPages = (
  people: readonly FoundProfile[],
  pagesRead: FoundPages['pagesRead'],
): FoundPages => ({
  totalResults: people.length,
  currentPage: 1,
  hasNextPage: false,
  linkedinProfiles: [...people],
  pagesRead,
});

/**
 * The results without some of the people. Positions are renumbered and the total is lowered, since a gap would reveal that somebody is
 * missing.
 */
export function withoutPeople(found: FoundPages, isExcluded: (url: string) => boolean): FoundPages {
  const kept = found.linkedinProfiles.filter(({ url }) => !isExcluded(url));
  const removed = found.linkedinProfiles.length - kept.length;
  if (removed === 0) return found;
  return {
    ...found,
    totalResults: Math.max(found.totalResults - removed, kept.length),
    linkedinProfiles: kept.map((profile, index) => ({ ...profile, position: index + 1 })),
  };
}

/**
 * The results restricted to these people. A page with somebody left out does not count as read, nor do later pages of its query:
 * reading resumes after the furthest page read, and the people left out must still be found when the user asks for more.
 */
export function showingOnly(found: FoundPages, linkedinProfiles: FoundPages['linkedinProfiles']): FoundPages {
  const { pagesRead, onSecondPage } = found;
  const shown = new Set(linkedinProfiles.map(({ url }) => url));
  const incompletePages = found.linkedinProfiles
    .filter(({ url }) => !shown.has(url))
    .map(({ url }) => pagesRead[onSecondPage?.has(url) ? 1 : 0]);
  const isIncomplete = ({ query, page }: PageRead) =>
    incompletePages.some((from) => from?.query === query && from.page <= page);
  return { ...found, linkedinProfiles, pagesRead: pagesRead.filter((each) => !isIncomplete(each)) };
}

/** Wraps a web search so that `change` is applied to whatever it finds, by either call. */
export const mapFoundPages = (
  webSearch: WebSearch,
  change: (searching: Promise<FoundPages>) => Promise<FoundPages>,
): WebSearch => ({
  label: webSearch.label,
  search: (query, signal, alternative) => change(webSearch.search(query, signal, alternative)),
  searchPage: (asked, signal) => change(webSearch.searchPage(asked, signal)),
});

/** A web search restricted to profile pages. */
interface WebSearch {
  /** The search provider's name as shown to users. */
  readonly label: string;
  /**
   * Up to 20 distinct profiles, best first, with canonical URLs and positions counted from 1. An empty list is a result, not an error.
   * Reads at most two pages. If aborted after the first, it resolves to the people found so far.
   * @param alternative is searched for too, within the same two pages, if the query finds few people.
   * @throws ProviderError; the signal's reason when aborted before the first page was read.
   */
  search(query: string, signal: AbortSignal, alternative?: string): Promise<FoundPages>;
  /**
   * The people on one page of a query's results; pages are counted from 1. A page that adds nothing to the one read before it is the last.
   * @throws ProviderError; the signal's reason when aborted.
   */
  searchPage(asked: Pick<PageRead, 'query' | 'page'>, signal: AbortSignal): Promise<FoundPages>;
}

/** A source of profile-data records. */
export interface ProfileData {
  /** The profile-data provider's name as shown to users. */
  readonly label: string;
  /**
   * The record for a profile URL, canonical or any other that leads to the profile; undefined if the provider has none.
   * The record may be another person's: the caller checks.
   * @throws ProviderError; the signal's reason when aborted.
   */
  lookUp(profileUrl: string, signal: AbortSignal): Promise<ProfileRecord | undefined>;
}

export type ProviderKind = 'language-model' | 'web-search' | 'profile-data';

/**
 * Why a provider gave no usable answer.
 * - `missing-key`: no credentials configured, nothing was sent
 * - `no-response`: the answer was empty
 * - `refused`, `truncated`, `filtered`: the model declined, reached its length limit, or was stopped by a content filter
 * - `status`: an HTTP status other than success
 * - `unreachable`, `timeout`: no answer, or none in time
 * - `cut`: an answer that broke off, although the provider had done the work
 * - `invalid-reply`: an answer that does not have the documented shape, or is too large
 * - `suspended`: no call was made, because the provider is known to be down
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
  /** One readable sentence without its full stop, safe to show: never contains a key, an address, HTML or a stack trace. */
  reason: string;
  status?: number;
  /** Whether a retry may help. */
  retryable?: boolean;
  /** How long the provider asked callers to wait, in milliseconds. */
  retryAfter?: number | undefined;
  /** Tokens used by an answer that turned out to be unusable. */
  usage?: TokenUsage | undefined;
  /** Text of a model's unusable reply, whose tokens are estimated if the server does not count them. */
  text?: string | undefined;
  cause?: unknown;
}

/** The one error that every provider port throws. `message` is the readable reason; the cause is only for the log. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError';
  readonly provider: ProviderKind;
  readonly code: ProviderErrorCode;
  readonly status: number | undefined;
  readonly retryable: boolean;
  readonly retryAfter: number | undefined;
  readonly usage: TokenUsage | undefined;
  readonly text: string | undefined;

  constructor(options: ProviderErrorOptions) {
    super(options.reason, { cause: options.cause });
    this.provider = options.provider;
    this.code = options.code;
    this.status = options.status;
    this.retryable = options.retryable ?? false;
    this.retryAfter = options.retryAfter;
    this.usage = options.usage;
    this.text = options.text;
  }
}
