import type { Criterion, Verdict } from '#shared/criteria.ts';
import { mentions } from '../language/words.ts';
import { agreeing } from './reason.ts';

/*
 * What is said about a record: how it moved the score, and which criteria it settles. Both follow the verdicts, since the card shows them
 * together. docs/behaviour.md#verification
 */

/** The scored criteria, by what the record says about them. */
export interface RecordReading {
  confirmed: readonly Criterion[];
  contradicted: readonly Criterion[];
  /** Excluded criteria that the record shows. */
  excluded: readonly Criterion[];
  /** Wanted criteria that the record does not settle. */
  open: readonly Criterion[];
}

/** @param recorded what code finds in the record alone, which may also support a verdict quoted from the search result. */
export function readingOf(
  criteria: readonly Criterion[],
  verdicts: readonly Verdict[],
  recorded: readonly Verdict[],
): RecordReading {
  const settledVerdict = (criterion: Criterion): Verdict['verdict'] => {
    const verdictIn = (list: readonly Verdict[]) =>
      list.find(({ criterionId }) => criterionId === criterion.id);
    const [given, own] = [verdictIn(verdicts), verdictIn(recorded)];
    if (given === undefined || given.verdict === 'unclear') return 'unclear';
    return given.source === 'record' || own?.verdict === given.verdict ? given.verdict : 'unclear';
  };
  const scored = criteria.filter(({ isUnscored }) => !isUnscored);
  const [excluded, wanted] = [
    scored.filter(({ need }) => need === 'excluded'),
    scored.filter(({ need }) => need !== 'excluded'),
  ];
  return {
    confirmed: wanted.filter((each) => settledVerdict(each) === 'met'),
    contradicted: wanted.filter((each) => settledVerdict(each) === 'notMet'),
    excluded: excluded.filter((each) => settledVerdict(each) === 'notMet'),
    open: wanted.filter((each) => settledVerdict(each) === 'unclear'),
  };
}

const formatList = (
  criteria: readonly Criterion[],
  maxItems: number,
  type: 'conjunction' | 'disjunction' = 'conjunction',
): string =>
  new Intl.ListFormat('en-GB', { type }).format(criteria.slice(0, maxItems).map(({ text }) => `‘${text}’`));

const MAX_NAMED_IN_MOVE = 3;

/** Why a record moved the score, in a few words: 'the record does not show ‘PhD’'. */
export function explainMove({ from, to }: { from: number; to: number }, reading: RecordReading): string {
  const { confirmed, contradicted, excluded } = reading;
  if (to > from)
    return confirmed.length > 0
      ? `the record confirms ${formatList(confirmed, MAX_NAMED_IN_MOVE)}`
      : 'the AI rated the record more highly';
  if (excluded.length > 0) return `the record shows ${formatList(excluded, MAX_NAMED_IN_MOVE)}`;
  if (contradicted.length > 0) return `the record contradicts ${formatList(contradicted, MAX_NAMED_IN_MOVE)}`;
  const open = reading.open.filter(({ need }) => need === 'required');
  return open.length > 0
    ? `the record does not show ${formatList(open, MAX_NAMED_IN_MOVE, 'disjunction')}`
    : 'the AI rated the record less highly';
}

const MAX_NAMED = 6;
const NEGATION =
  /\b(?:no|not|none|never|lacks?|lacking|without|missing|contradict\w*|unclear|open|but)\b|n[’']t\b/i;

/**
 * What is said about a record next to its verdicts: a model's own words if none of its claims was struck and they name nothing but what the
 * record confirms, and otherwise a text made from the verdicts.
 */
export function describeRecord(
  reasoning: string,
  struck: number,
  criteria: readonly Criterion[],
  reading: RecordReading,
): string {
  const { confirmed, contradicted, excluded, open } = reading;
  const named = criteria.filter(({ text }) => mentions(reasoning, text));
  const isConfirmed = named.every((each) => confirmed.includes(each)) && !NEGATION.test(reasoning);
  const known = [
    ...[...confirmed, ...excluded].map((criterion) => ({ criterion, has: true })),
    ...contradicted.map((criterion) => ({ criterion, has: false })),
  ];
  const agrees = agreeing(reasoning, known) === reasoning;
  if (struck === 0 && agrees && (named.length === 0 || isConfirmed)) return reasoning;
  const parts = [
    ...(confirmed.length > 0 ? [`confirms ${formatList(confirmed, MAX_NAMED)}`] : []),
    ...(contradicted.length > 0 ? [`contradicts ${formatList(contradicted, MAX_NAMED)}`] : []),
    ...(excluded.length > 0 ? [`shows ${formatList(excluded, MAX_NAMED)}`] : []),
    ...(open.length > 0 ? [`does not show ${formatList(open, MAX_NAMED, 'disjunction')}`] : []),
  ];
  return parts.length === 0
    ? 'The record settles none of the criteria.'
    : `The record ${new Intl.ListFormat('en-GB').format(parts)}.`;
}
