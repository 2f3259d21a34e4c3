/** What callers may send at most, chosen so that no honest use meets the limits. docs/behaviour.md#limits */
export const LIMITS = {
  bodyBytes: 65_536,
  /** Of a request that stores a message, which for an answer has raw search data and profile records. */
  messageBytes: 1_000_000,
  /** Lengths in characters. */
  contentLength: 15_000,
  titleLength: 200,
  idLength: 80,
  /** Of a Google query, and of the short of a long request. */
  queryLength: 500,
  briefLength: 1_500,
  /** Entries. */
  criteria: 40,
  pagesRead: 20,
  peopleOfBasis: 60,
  examples: 20,
  peopleLeftOut: 500,
} as const;

/**
 * What an account may store in a day by its own requests, and one chat may hold, where a deployment does not say otherwise. Generous: no honest
 * use meets them.
 */
export const STORAGE_LIMITS = {
  writesPerDay: 5_000,
  megabytesPerDay: 100,
  messagesPerChat: 2_000,
  megabytesPerChat: 50,
} as const;

/** In characters. */
export const MINIMUM_PASSWORD_LENGTH = 6;

/** What a web search is asked for. docs/behaviour.md#web-search */
export const SEARCH_RESULTS_REQUESTED = 20;
export const SEARCH_REGION = 'us';
export const SEARCH_LANGUAGE = 'en';

/** Of a model call that says nothing else; the length in tokens. docs/behaviour.md#model-calls */
export const DEFAULT_TEMPERATURE = 0.7;
export const DEFAULT_MAX_TOKENS = 1_000;

/** From this score on a profile is among the top matches. */
export const TOP_MATCHES_SCORE = 70;
/** With fewer top matches than this, the best of the others are shown beside them. */
export const FEW_TOP_MATCHES = 3;
/** How many others are then shown. */
export const BEST_OF_THE_OTHERS = 6;
/** Score colours: at or above `green` green, at or above `yellow` yellow, red below. */
export const SCORE_COLOURS = { green: 80, yellow: 60 } as const;
export const TAGS_ON_A_CARD = 4;

/** How long a search can be followed, and its log is kept, in milliseconds from its start. */
export const SEARCH_LOG_LIFETIME = { anonymous: 3_600_000, signedIn: 86_400_000 } as const;

/** Of the composer, in CSS pixels. */
export const INPUT_HEIGHT = { minimum: 28, maximum: 200 } as const;
/** How long nothing more can be sent after a message, in milliseconds. */
export const SEND_LOCK = 500;
/** In CSS pixels. */
export const SIDEBAR_WIDTH = 260;
/** Days for which a date is told relative to now. */
export const RELATIVE_DATE_DAYS = 7;
