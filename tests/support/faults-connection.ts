import type { Fault } from './faults-contract.ts';
import { drip, hangUp, type Responder, redirect, resetMidBody, silence } from './provider-server.ts';
import { type Answerer, CALLS } from './stand-in-providers.ts';

const everywhere = { calls: CALLS, comesTo: 'failed' } as const;
const asIs =
  (responder: Responder): Answerer =>
  (response, { request }) =>
    responder(response, request);

/** Connections that fail, break or never end. */
export const CONNECTION_FAULTS: readonly Fault[] = [
  {
    ...everywhere,
    name: 'connection refused',
    answer: 'refused',
    reason: 'could not be reached: connection refused',
    repeated: 'all',
    down: true,
  },
  {
    ...everywhere,
    name: 'connection closed unanswered',
    answer: asIs(hangUp),
    reason: 'could not be reached: connection lost',
    repeated: 'all',
    down: true,
  },
  {
    ...everywhere,
    name: 'reset in mid-body',
    answer: asIs(resetMidBody),
    reason: 'broke off its answer: connection lost',
    repeated: 'unpaid',
    down: true,
  },
  {
    ...everywhere,
    name: 'one byte every so often',
    answer: asIs(drip(20)),
    reason: 'did not answer within',
    endless: true,
    down: true,
  },
  {
    ...everywhere,
    name: 'never answering',
    answer: asIs(silence),
    reason: 'did not answer within',
    endless: true,
    down: true,
  },
  {
    ...everywhere,
    name: 'redirect',
    answer: (response, { request, address }) => redirect(`${address}/elsewhere`)(response, request),
    reason: '302 Found',
  },
];
