import { EXAMPLE_PROMPTS } from '#shared/product.ts';

export interface RecordingCase {
  name: string;
  content: string;
  deepResearch: boolean;
  /** The faults that providers are made to show; none where everything answers. */
  faults?: readonly Fault[];
}

type ModelTask = 'query' | 'scoring' | 'assessment' | 'formatting';

/** What replaces an answer, for the calls it is about. */
export interface Fault {
  call: ModelTask | 'search' | 'lookup';
  /** Which of those calls, counted from 1; all of them when absent. */
  nth?: number;
  answer: FaultAnswer;
}

export type FaultAnswer =
  | { status: number; headers?: Record<string, string>; json?: unknown; html?: string }
  /** A model's reply with this text. */
  | { reply: string; finishReason?: 'stop' | 'length' }
  | { networkError: string };

/** Apart from those where everything answers: whoever replays the folder by hand wants the good ones. */
export const folderOf = ({ faults }: RecordingCase): string =>
  faults === undefined ? 'tests/recordings' : 'tests/recordings/faults';

const [INVESTORS, STUDENTS, CONSULTANTS, LAWYERS] = EXAMPLE_PROMPTS;

const bothModes = (name: string, content: string): RecordingCase[] => [
  { name: `${name}-standard`, content, deepResearch: false },
  { name: `${name}-deep`, content, deepResearch: true },
];

const fault = (name: string, faults: readonly Fault[], deepResearch = true): RecordingCase => ({
  name: `fault-${name}`,
  content: STUDENTS,
  deepResearch,
  faults,
});

const openAiError = (status: number, code: string | null, message: string, headers = {}): FaultAnswer => ({
  status,
  headers,
  json: { error: { message, type: code ?? 'server_error', param: null, code } },
});
const SERVER_ERROR = openAiError(500, null, 'The server had an error');

/** Every recording that is shipped: both modes for the four example prompts, and what providers do wrong. */
export const CASES: readonly RecordingCase[] = [
  ...bothModes('investors', INVESTORS),
  ...bothModes('students', STUDENTS),
  ...bothModes('consultants', CONSULTANTS),
  ...bothModes('lawyers', LAWYERS),
  fault('query-throttled-once', [
    {
      call: 'query',
      nth: 1,
      answer: openAiError(429, 'rate_limit_exceeded', 'Rate limit reached', { 'retry-after': '1' }),
    },
  ]),
  fault('query-quota-used-up', [
    { call: 'query', answer: openAiError(429, 'insufficient_quota', 'You exceeded your current quota') },
  ]),
  fault('query-without-criteria', [
    { call: 'query', answer: { reply: '{"googleSearchQuery":"site:linkedin.com/in \\"Peruvian\\""}' } },
  ]),
  fault('search-down', [
    { call: 'search', answer: { status: 503, html: '<html><body>Service Unavailable</body></html>' } },
  ]),
  fault('search-key-refused', [
    { call: 'search', answer: { status: 401, json: { error: 'Invalid API key.' } } },
  ]),
  fault('search-empty', [
    {
      call: 'search',
      answer: {
        status: 200,
        json: {
          search_metadata: { id: 'e', status: 'Success' },
          search_information: { organic_results_state: 'Fully empty' },
          error: "Google hasn't returned any results for this query.",
        },
      },
    },
  ]),
  fault('scoring-down', [{ call: 'scoring', answer: SERVER_ERROR }]),
  fault('scoring-call-truncated', [
    {
      call: 'scoring',
      nth: 2,
      answer: { reply: '[{"index":0,"relevanceScore":82,"reas', finishReason: 'length' },
    },
  ]),
  fault('scoring-in-prose', [
    {
      call: 'scoring',
      answer: { reply: 'Here are the scores:\n[{"index":0,"relevanceScore":82}]\nLet me know!' },
    },
  ]),
  fault('lookups-unknown', [
    {
      call: 'lookup',
      answer: {
        status: 404,
        json: { code: 404, description: 'Person profile does not exist', name: 'Not Found' },
      },
    },
  ]),
  fault('lookups-of-somebody-else', [
    {
      call: 'lookup',
      answer: { status: 200, json: { public_identifier: 'somebody-else', full_name: 'Somebody Else' } },
    },
  ]),
  fault('lookups-cut-off', [{ call: 'lookup', answer: { networkError: 'ECONNRESET' } }]),
  fault('assessments-unreadable', [
    { call: 'assessment', answer: { reply: 'This looks like a great match!' } },
  ]),
  fault('formatting-down', [{ call: 'formatting', answer: SERVER_ERROR }], false),
  fault('formatting-no-array', [{ call: 'formatting', answer: { reply: '{"verdict":"fine"}' } }], false),
];
