import type { Fault } from './faults-contract.ts';
import { json } from './provider-server.ts';
import type { Answerer } from './stand-in-providers.ts';
import { PEOPLE } from './stand-in-providers-people.ts';

const PAGES = ['search page 1', 'search page 2'] as const;
const [FIRST_PERSON] = PEOPLE;

/** The correct body with some members replaced. */
const member =
  (make: (good: Record<string, unknown>) => object): Answerer =>
  (response, { request, body }) =>
    json({ ...body, ...make(body) })(response, request);
const instead =
  (body: unknown): Answerer =>
  (response, { request }) =>
    json(body)(response, request);

const more = Array.from({ length: 30 }, (_, index) => ({
  title: `Nina Extra-${index} - Engineer | LinkedIn`,
  link: `https://www.linkedin.com/in/nina-extra-${index}`,
  snippet: 'Engineer',
}));
const list = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const ODDITIES = [
  null,
  7,
  [],
  { title: 'No link' },
  { link: 5 },
  { link: 'javascript:alert(1)', title: '<b>' },
];

const ALL_NULL = Object.fromEntries(
  ['public_identifier', 'first_name', 'full_name', 'headline', 'summary', 'experiences', 'education'].map(
    (name) => [name, null],
  ),
);

const lookup = (name: string, answer: Answerer, reason: string): Fault => ({
  name,
  calls: ['lookup'],
  answer,
  comesTo: 'failed',
  reason,
});

/** Faulty search results and records of a documented shape. */
export const RESULT_FAULTS: readonly Fault[] = [
  {
    name: 'an error under status 200',
    calls: PAGES,
    answer: instead({ error: 'Google is <b>gone</b>', search_metadata: { status: 'Error' } }),
    comesTo: 'failed',
    reason: 'SerpAPI error: no reason given',
  },
  {
    name: 'results that are no list',
    calls: PAGES,
    answer: member(() => ({ organic_results: 'none' })),
    comesTo: 'failed',
    reason: 'SerpApi sent no search results',
  },
  {
    name: 'thirty results more',
    calls: PAGES,
    answer: member((good) => ({ organic_results: [...list(good['organic_results']), ...more] })),
    comesTo: 'good',
    reason: '',
    cards: 20,
  },
  {
    name: 'odd results among the good',
    calls: PAGES,
    answer: member((good) => ({ organic_results: [...ODDITIES, ...list(good['organic_results'])] })),
    comesTo: 'good',
    reason: '',
  },
  {
    name: 'the same person twenty times',
    calls: ['search page 2'],
    answer: member(() => ({
      organic_results: Array.from({ length: 20 }, () => ({ link: FIRST_PERSON?.url, title: 'Again' })),
    })),
    comesTo: 'good',
    reason: '',
    cards: 10,
  },
  lookup(
    'wrong person',
    member(() => ({ public_identifier: 'somebody-else' })),
    'the record found is of another person',
  ),
  lookup(
    'a record without an identifier',
    member(() => ({ public_identifier: null })),
    'does not say whose it is',
  ),
  lookup('an all-null record', instead(ALL_NULL), 'does not say whose it is'),
  lookup('an empty record', instead({}), 'sent no profile record'),
  {
    name: 'a sparse record',
    calls: ['lookup'],
    answer: (response, { request, body }) =>
      json({ ...ALL_NULL, public_identifier: body['public_identifier'] })(response, request),
    comesTo: 'good',
    reason: '',
  },
];
