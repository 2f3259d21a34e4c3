import { STATUS_CODES } from 'node:http';
import { KEYS } from '#tests/functions/providers/setup.ts';
import type { Fault } from './faults-contract.ts';
import { json, text } from './provider-server.ts';
import { type Answerer, CALLS, type Call } from './stand-in-providers.ts';

/** An error whose body contains everything that must not be shown. */
const refusal =
  (status: number, headers: Record<string, string> = {}, code: string | null = null): Answerer =>
  (response, { request, address }) => {
    const message = `Key ${Object.values(KEYS).join(' ')} is bad at ${address}/x for <b>you</b>\n    at ask (/srv/app/ask.js:1:2)`;
    json({ error: { message, type: code, code }, description: message }, status, headers)(response, request);
  };

const inSeconds = (seconds: number): string => new Date(Date.now() + seconds * 1_000).toUTCString();
const nameOf = (status: number): string => `${status} ${STATUS_CODES[status]}`;

const status = (code: number, more: Partial<Fault> = {}): Fault => ({
  name: `status ${code}`,
  calls: CALLS,
  answer: refusal(code),
  comesTo: 'failed',
  reason: nameOf(code),
  ...more,
});

const throttled = (name: string, headers: Record<string, string>, more: Partial<Fault> = {}): Fault =>
  status(429, { name: `status 429, ${name}`, answer: refusal(429, headers), repeated: 'all', ...more });

const MODEL_CALLS: readonly Call[] = ['query', 'scoring', 'assessment', 'formatting'];

/** Error statuses and redirects. */
export const STATUS_FAULTS: readonly Fault[] = [
  status(400),
  status(401),
  status(403),
  status(404),
  status(404, {
    name: 'status 404 of a provider that knows nobody',
    calls: ['lookup'],
    answer: (response, { request }) =>
      json({ code: 404, description: 'Person profile does not exist', name: 'Not Found' }, 404)(
        response,
        request,
      ),
    reason: 'no record found',
  }),
  status(408, { repeated: 'unpaid', down: true }),
  status(409, { repeated: 'unpaid' }),
  throttled('no Retry-After', {}),
  throttled('Retry-After in seconds', { 'retry-after': '2' }),
  throttled('Retry-After as a date', { 'retry-after': inSeconds(2) }),
  throttled('Retry-After as a date gone by', { 'retry-after': inSeconds(-60) }),
  throttled('Retry-After of an hour', { 'retry-after': '3600' }, { repeated: 'none' }),
  throttled('Retry-After beyond numbers', { 'retry-after': '9'.repeat(400) }, { repeated: 'none' }),
  throttled('Retry-After in words', { 'retry-after': 'soon, -1' }),
  throttled(
    'insufficient_quota',
    {},
    {
      calls: MODEL_CALLS,
      answer: refusal(429, { 'retry-after': '1' }, 'insufficient_quota'),
      repeated: 'none',
    },
  ),
  throttled(
    'out of searches',
    {},
    {
      calls: ['search page 1', 'search page 2'],
      answer: (response, { request }) =>
        json({ error: 'Your account has run out of searches.' }, 429)(response, request),
      repeated: 'none',
    },
  ),
  status(500, { repeated: 'unpaid', down: true }),
  status(503, {
    name: 'status 503 with a web page',
    answer: (response, { request }) =>
      text('<html><body>Service Unavailable</body></html>', 503)(response, request),
    repeated: 'unpaid',
    down: true,
  }),
  status(400, {
    name: 'status 400 with one endless word',
    answer: (response, { request }) => json({ error: 'x'.repeat(200_000) }, 400)(response, request),
  }),
];
