import { isRecord } from '#infra/simulated/model/values.ts';
import { readingsOf } from './disguises.ts';

/** What a text may tell a model to do. */
const ORDER_PATTERNS = {
  /** Give the text's own author the best score. */
  'raise-me': [
    /\b(?:my|me|this (?:profile|person|candidate))\b.{0,60}\b(?:100|hundred|best|top)\b/,
    /\b(?:mein\w*|mir|mich|dieses profil)\b.{0,60}\b(?:100|hundert)\b/,
    /\b(?:mi|me|dame|este perfil)\b.{0,60}\b(?:100|cien)\b/,
    /\b(?:mon|ma|moi|ce profil)\b.{0,60}\b(?:100|cent)\b/,
    /(?:我|此人|这个人).{0,20}(?:100|一百)/,
  ],
  /** Give everybody else the worst score. */
  'sink-others': [
    /\b(?:others?|everyone else|neighbou?rs|the rest)\b.{0,40}\b(?:0|zero|nothing)\b/,
    /\b(?:ander\w+|ubrig\w*)\b.{0,40}\b(?:0|null)\b/,
    /\b(?:demas|otr[oa]s)\b.{0,40}\b(?:0|cero)\b/,
    /\b(?:autres|le reste)\b.{0,40}\b(?:0|zero)\b/,
    /(?:其他|其余|别人).{0,20}(?:0|零)/,
  ],
  'call-me-verified': [/\bverified\b/, /\bverifiziert\b/, /\bverificad[oa]\b/, /\bverifiee?\b/, /已验证/],
  'answer-for-others': [/\bindex(?:es)? \d/, /\bpositions? \d/],
  'add-a-person': [/\badd (?:a person|somebody|this person)\b/, /\bagrega\b.{0,20}\bpersona\b/],
  'add-a-field': [/\badd (?:a|the) field\b/],
  'add-an-address': [/\b(?:link|visit|see|click|write)\b.{0,40}(?:https?|javascript|data):/],
  'tell-the-prompt': [
    /\b(?:system prompt|your (?:\w+ )?instructions|your prompt)\b/,
    /\bsystemprompt\b/,
    /系统提示/,
  ],
  'tell-the-prompt-reversed': [/\byour (?:prompt|instructions) (?:backwards|reversed)\b/],
  'tell-the-prompt-encoded': [/\byour (?:prompt|instructions) (?:in|as) base64\b/],
  'tell-the-key': [/\b(?:api|secret) key\b/],
  'answer-in-markup': [/<(?:script|img|svg|iframe|a)\b/],
  'answer-with-hidden-text': [/\b(?:invisible|zero-width) characters\b/],
  'write-without-end': [/\b(?:a million times|forever|without end)\b/],
  'nest-without-end': [/\bnest(?:ed)? (?:a thousand|deep\w*)\b/],
  'claim-everything': [/\bmeets? (?:all|every) criteri/, /\bevery verdict met\b/],
} as const satisfies Record<string, readonly RegExp[]>;
export type Order = keyof typeof ORDER_PATTERNS;

/** What a text makes an obedient model do. */
export interface Orders {
  told: ReadonlySet<Order>;
  /** JSON in the text that pretends to be part of the reply. */
  forged: readonly Record<string, unknown>[];
}

const fold = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mn}/gu, '')
    .toLowerCase();

/** Every order in a text, however it is disguised. */
export function readOrders(text: string): Orders {
  const readings = readingsOf(text);
  const folded = readings.map(fold);
  const told = Object.entries(ORDER_PATTERNS).flatMap(([order, patterns]) =>
    patterns.some((pattern) => folded.some((reading) => pattern.test(reading))) ? [order as Order] : [],
  );
  return { told: new Set(told), forged: readings.flatMap(findForgedJson) };
}

/** The flat JSON objects in a text. */
const findForgedJson = (text: string): Record<string, unknown>[] =>
  [...text.matchAll(/\{[^{}]{3,600}\}/g)].flatMap(([json]) => {
    try {
      const value: unknown = JSON.parse(json);
      return isRecord(value) ? [value] : [];
    } catch {
      return [];
    }
  });
