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

/** Defaults for a model call. docs/behaviour.md#model-calls */
export const DEFAULT_TEMPERATURE = 0.7;
export const DEFAULT_MAX_TOKENS = 1_000;

/** The lowest score of a top match. */
export const MIN_TOP_MATCH_SCORE = 70;
/** With fewer top matches than this, the best of the others are shown as well. */
export const MIN_TOP_MATCHES = 3;
/** How many of the others are shown then. */
export const OTHER_MATCHES_SHOWN = 6;
/** Lowest scores for green and yellow; lower scores are red. */
export const SCORE_COLOURS = { green: 80, yellow: 60 } as const;
export const MAX_TAGS_PER_CARD = 4;

/** How long a search's log is kept and can be followed, in milliseconds from its start. */
export const SEARCH_LOG_LIFETIME = { anonymous: 3_600_000, signedIn: 86_400_000 } as const;

/** The composer's height, in CSS pixels. */
export const INPUT_HEIGHT = { minimum: 28, maximum: 200 } as const;
/** How long sending is disabled after a message, in milliseconds. */
export const SEND_LOCK = 500;
/** In CSS pixels. */
export const SIDEBAR_WIDTH = 260;
/** Dates less than this many days ago are shown as relative dates. */
export const RELATIVE_DATE_DAYS = 7;
