import * as v from 'valibot';
import { LIMITS } from '#shared/limits.ts';
import type { SearchQuery } from '#shared/results.ts';
import type { Claim } from '../../evidence/evidence.ts';
import * as replies from '../replies.ts';

/** Replies have room for verdicts on this many criteria anyway. */
const USUAL_CRITERIA = 15;
/** With a quote of six words. */
const TOKENS_PER_VERDICT = 30;

/** In tokens: what a reply may be longer by, if there are many criteria. */
export const roomForVerdicts = ({ criteria = [] }: SearchQuery): number =>
  TOKENS_PER_VERDICT * Math.max(0, criteria.length - USUAL_CRITERIA);

/** How a model is asked for verdicts: the field of its reply, and the rule for it. */
export const VERDICT_FIELD = '"verdicts": [{"id": string, "verdict": string, "quote": string}]';
export const verdictRule = (source: string): string =>
  `- verdicts: of each criterion that ${source} settles; leave out the others. verdict: "met" or "notMet"; "notMet" of an excluded one says that the person has it. quote: the fewest words that show it, at most 6, copied exactly. Unscored ones get one too, and do not count.`;

export const replyVerdicts = replies.replyList(
  v.object({ id: replies.replyText, verdict: replies.replyText, quote: replies.replyText }),
  // One for each criterion.
  LIMITS.criteria,
);

const VERDICTS_BY_NAME: Readonly<Record<string, Claim['verdict']>> = {
  met: 'met',
  notmet: 'notMet',
  unmet: 'notMet',
};

/** What models put around a quote. A run of dots is matched as one, or trying its parts would take exponential time. */
const MARKS = '(?:["\'“”‘’«»„`*…\\s]|(?<!\\.)\\.{2,}(?!\\.))+';
const AROUND_QUOTE = new RegExp(`^${MARKS}|${MARKS}$`, 'g');

/** A model's claims. Verdicts by any other name are dropped, which leaves the criterion unclear. */
export const claimsOf = (verdicts: v.InferOutput<typeof replyVerdicts>): Claim[] =>
  verdicts.flatMap(({ id, verdict, quote }) => {
    const known = VERDICTS_BY_NAME[verdict.toLowerCase().replace(/[^a-z]/g, '')];
    return known === undefined ? [] : [{ id, verdict: known, quote: quote.replace(AROUND_QUOTE, '') }];
  });
