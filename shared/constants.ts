/** Business constants and limits: specification §9, one name each. Durations in milliseconds, lengths in characters or CSS pixels. */

export const CHAT_LIST_PAGE_SIZE = 50;
export const MINIMUM_PASSWORD_LENGTH = 6;

export const SEARCH_RESULTS_REQUESTED = 20;
export const SEARCH_REGION = 'us';
export const SEARCH_LANGUAGE = 'en';

export const MAXIMUM_PROFILES_VERIFIED = 5;
export const MINIMUM_SCORE_TO_VERIFY = 60;
export const FALLBACK_MEETS_ALL_CRITERIA_SCORE = 70;
export const TOP_MATCHES_SCORE = 70;

/** Score colours: at or above `green` green, at or above `yellow` yellow, red below. */
export const SCORE_COLOURS = { green: 80, yellow: 60 } as const;

/** The scoring guide given to the model: lowest score of each band. */
export const SCORING_GUIDE = [
  { from: 80, to: 100, label: 'excellent' },
  { from: 60, to: 79, label: 'good' },
  { from: 40, to: 59, label: 'moderate' },
  { from: 20, to: 39, label: 'weak' },
  { from: 0, to: 19, label: 'poor' },
] as const;

export const FALLBACK_SCORE = {
  base: 30,
  nationality: 20,
  location: 15,
  perInterestOrExperience: 10,
  maximum: 85,
} as const;

/** The shortest time each step shows (design decision 2). */
export const PAUSES = {
  queryGeneration: 1_500,
  profileSearch: 2_000,
  aiFiltering: 1_800,
  betweenVerifications: 800,
  finalAnalysis: 1_500,
  formatting: 1_000,
} as const;

/** A first prompt longer than `longest` becomes its first `kept` characters and '...'. */
export const CHAT_TITLE_CUT = { longest: 50, kept: 47, ellipsis: '...' } as const;

export const TAGS_ON_A_CARD = 4;
export const INPUT_HEIGHT = { minimum: 28, maximum: 200 } as const;
export const SEND_LOCK = 500;

export const QUERY_TEMPERATURE = 0.1;
export const STEP_TEMPERATURE = 0.3;
export const QUERY_MAX_TOKENS = 800;
/** Defaults of the generic model call (specification §7, call 7). */
export const DEFAULT_TEMPERATURE = 0.7;
export const DEFAULT_MAX_TOKENS = 1_000;

export const SIDEBAR_WIDTH = 260;
export const RELATIVE_DATE_DAYS = 7;
export const DEFAULT_THEME = 'dark';
export const DEFAULT_DEEP_RESEARCH = false;

/** Limits on what callers may send; not in the specification, chosen so that no honest use meets them. */
export const LIMITS = {
  bodyBytes: 65_536,
  contentLength: 4_000,
  titleLength: 200,
  idLength: 80,
} as const;
