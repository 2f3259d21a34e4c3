/** Limits on what callers may send, high enough never to affect legitimate use. docs/behaviour.md#limits */
export const LIMITS = {
  bodyBytes: 65_536,
  /** For a request that stores a message; an answer contains raw search data and profile records. */
  messageBytes: 1_000_000,
  /** Lengths in characters. */
  contentLength: 15_000,
  titleLength: 200,
  idLength: 80,
  /** Of a Google query, and of the brief of a long request. */
  queryLength: 500,
  briefLength: 1_500,
  /** Numbers of entries. */
  criteria: 40,
  pagesRead: 20,
  peopleOfBasis: 60,
  examples: 20,
  peopleLeftOut: 500,
} as const;

/**
 * Default limits on what an account may store per day by its own requests, and on one chat. Deployments may change them. High enough never
 * to affect legitimate use.
 */
export const STORAGE_LIMITS = {
  writesPerDay: 5_000,
  megabytesPerDay: 100,
  messagesPerChat: 2_000,
  megabytesPerChat: 50,
} as const;

/** In characters. */
export const MINIMUM_PASSWORD_LENGTH = 6;

/** Parameters of a web search. docs/behaviour.md#web-search */
export const SEARCH_RESULTS_REQUESTED = 20;
export const SEARCH_REGION = 'us';
export const SEARCH_LANGUAGE = 'en';

/** The lowest score of a top match. */
export const MIN_TOP_MATCH_SCORE = 70;

/** How long a search's log is kept and can be followed, in milliseconds from its start. */
export const SEARCH_LOG_LIFETIME = { anonymous: 3_600_000, signedIn: 86_400_000 } as const;
