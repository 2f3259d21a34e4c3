import { BODY_FAULTS } from './faults-body.ts';
import { CONNECTION_FAULTS } from './faults-connection.ts';
import type { Fault, Row } from './faults-contract.ts';
import { REPLY_FAULTS } from './faults-reply.ts';
import { RESULT_FAULTS } from './faults-result.ts';
import { STATUS_FAULTS } from './faults-status.ts';
import type { Call } from './stand-in-providers.ts';

const FAULTS: readonly Fault[] = [
  ...CONNECTION_FAULTS,
  ...STATUS_FAULTS,
  ...BODY_FAULTS,
  ...REPLY_FAULTS,
  ...RESULT_FAULTS,
];

/** The calls of a search in standard mode; formatting occurs in no other. */
const STANDARD_CALLS: ReadonlySet<Call> = new Set(['query', 'search page 1', 'search page 2', 'formatting']);

/**
 * The matrix: every fault in every kind of call it can affect. HTTP faults affect all calls, faulty reply texts the model's, faulty lists
 * scoring and formatting, faulty scores the calls with scores, faulty records lookups, faulty results the search pages. All run in deep
 * mode, and in standard mode if it makes the call; record faults run with both profile-data providers, which differ only in address.
 */
export const ROWS: readonly Row[] = spread(
  FAULTS.flatMap((fault) => fault.calls.flatMap((call) => rowsOf(fault, call))),
);

/** Spreads rows that wait for a timeout evenly, so that others run in the meantime. */
function spread(rows: readonly Row[]): Row[] {
  const waiting = rows.filter(({ fault }) => fault.endless);
  const others = rows.filter(({ fault }) => !fault.endless);
  const gap = Math.ceil(others.length / waiting.length);
  return waiting.flatMap((row, index) => [row, ...others.slice(index * gap, (index + 1) * gap)]);
}

function rowsOf(fault: Fault, call: Call): Row[] {
  const row = (mode: 'deep' | 'standard', profileProvider: Row['profileProvider']): Row => ({
    fault,
    call,
    deepResearch: mode === 'deep',
    profileProvider,
    title: `${call}, ${fault.name}, ${mode} mode${call === 'lookup' ? `, ${profileProvider}` : ''}`,
  });
  return [
    ...(call === 'formatting' ? [] : [row('deep', 'enrichlayer')]),
    ...(STANDARD_CALLS.has(call) ? [row('standard', 'enrichlayer')] : []),
    ...(fault.calls.every((each) => each === 'lookup') ? [row('deep', 'proxycurl')] : []),
  ];
}

export const reasonOf = ({ fault, call }: Row): string =>
  typeof fault.reason === 'string' ? fault.reason : fault.reason(call);
