import * as v from 'valibot';

/*
 * What an operator may choose: the same for a variable in a function's environment and for the setting of a stage that becomes it
 * (infra/cloud/settings/schema.ts).
 */

/** A schema for one of a few words. */
export const oneOf = <const Choices extends readonly string[]>(choices: Choices) =>
  v.picklist(choices, `must be one of ${choices.join(', ')}`);

export const onOff = oneOf(['on', 'off']);

/** `steps` shows each step of a search for at least its pause, `off` only for as long as its work takes. */
export const PACINGS = ['steps', 'off'] as const;
export type Pacing = (typeof PACINGS)[number];

/**
 * What a deployment does with sensitive criteria, on which hiring must not depend: scores them, only shows them, or ignores them.
 * docs/responsible-use.md
 */
export const SENSITIVE_CRITERIA = ['score', 'show', 'ignore'] as const;
export type SensitiveCriteria = (typeof SENSITIVE_CRITERIA)[number];

/** Whether the model's replies are requested by JSON Schema; `auto` does so if the server is known to enforce it. */
export const STRUCTURED_OUTPUTS = ['auto', 'on', 'off'] as const;
export type StructuredOutput = (typeof STRUCTURED_OUTPUTS)[number];

/** In seconds. Lambda ends every call after 900, which must leave a search time to save its results and report the end. */
export const SEARCH_DEADLINE_RANGE = [5, 840] as const;

/** Of one person, and of all browsers behind an address. */
export const SEARCHES_AT_ONCE_RANGE = [1, 1_000] as const;

/** Of the limits on what people may store; their defaults are `STORAGE_LIMITS`. */
export const STORAGE_RANGES = {
  writesPerDay: [0, 1_000_000],
  megabytesPerDay: [0, 1_000_000],
  messagesPerChat: [2, 1_000_000],
  megabytesPerChat: [1, 1_000_000],
} as const;

/** A provider's price as text, and what to write instead of anything else. */
export const PRICE_PATTERN = /^\d{1,6}(\.\d{1,9})?$/;
export const PRICE_WANTED = 'must be a price in US dollars such as 0.015';
