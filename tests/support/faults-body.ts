import { gzipSync } from 'node:zlib';
import { SEARCH_ERRORS } from '#shared/search-errors.ts';
import type { Fault } from './faults-contract.ts';
import { type Answerer, CALLS, type Call } from './stand-in-providers.ts';

const MEGABYTE = 1024 * 1024;
const TEN_MEGABYTES = Buffer.from(`{"filler":"${'x'.repeat(10 * MEGABYTE)}"}`);
const BOMB = gzipSync(Buffer.alloc(8 * MEGABYTE, ' '));
const DEEP = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
const POLLUTION = '{"polluted":true,"error":"polluted","isVerified":true,"relevanceScore":100}';

/** Status 200 with a body derived from the correct one. */
const body =
  (make: (good: string) => string | Buffer, headers: Record<string, string> = {}): Answerer =>
  (response, asked) => {
    response.writeHead(200, { 'content-type': 'application/json', ...headers });
    response.end(make(JSON.stringify(asked.body)));
  };

const withMember = (member: string) => (good: string) => `{${member},${good.slice(1)}`;

const NOTHING_SENT: Readonly<Record<Call, string>> = {
  query: SEARCH_ERRORS.noQueryResponse,
  'search page 1': 'SerpApi sent an empty answer',
  'search page 2': 'SerpApi sent an empty answer',
  scoring: SEARCH_ERRORS.noModelResponse,
  lookup: 'sent an empty answer',
  assessment: SEARCH_ERRORS.noModelResponse,
  formatting: SEARCH_ERRORS.noFormattingResponse,
};

const fails = (
  name: string,
  answer: Answerer,
  reason: Fault['reason'],
  calls: readonly Call[] = CALLS,
): Fault => ({
  name,
  calls,
  answer,
  comesTo: 'failed',
  reason,
});
const harmless = (name: string, answer: Answerer): Fault => ({
  name,
  calls: CALLS,
  answer,
  comesTo: 'good',
  reason: '',
});

const MODEL_CALLS: readonly Call[] = ['query', 'scoring', 'assessment', 'formatting'];

/** Faulty bodies with status 200. */
export const BODY_FAULTS: readonly Fault[] = [
  fails(
    'an empty 200',
    body(() => ''),
    (call) => NOTHING_SENT[call],
  ),
  fails(
    'a web page',
    body(() => '<!doctype html><p>Sign in</p>', { 'content-type': 'text/html' }),
    'sent a web page instead of data',
  ),
  fails(
    'a web page that says it is JSON',
    body(() => '<html></html>'),
    'sent a web page instead of data',
  ),
  fails(
    'another content type',
    body((good) => good, { 'content-type': 'text/plain' }),
    'sent something other than JSON',
  ),
  fails(
    'malformed JSON',
    body((good) => good.replace(':', ';')),
    'sent JSON that cannot be read',
  ),
  fails(
    'JSON cut off',
    body((good) => good.slice(0, -20)),
    'sent JSON that cannot be read',
  ),
  fails(
    'fenced JSON',
    body((good) => `\`\`\`json\n${good}\n\`\`\``),
    'sent JSON that cannot be read',
  ),
  fails(
    'JSON that is null',
    body(() => 'null'),
    'sent something other than a JSON object',
  ),
  fails(
    'JSON that is a list',
    body((good) => `[${good}]`),
    'sent something other than a JSON object',
  ),
  fails(
    'ten megabytes',
    body(() => TEN_MEGABYTES),
    'sent more than 2 MB',
  ),
  fails(
    'a gzip bomb',
    body(() => BOMB, { 'content-encoding': 'gzip' }),
    'sent more than 2 MB',
  ),
  fails(
    'gzip that is none',
    body((good) => good, { 'content-encoding': 'gzip' }),
    'answer could not be unpacked',
  ),
  fails(
    'an object of nothing',
    body(() => '{}'),
    'sent no chat completion',
    MODEL_CALLS,
  ),
  fails(
    'no choices',
    body(() => '{"choices":[]}'),
    'sent no chat completion',
    MODEL_CALLS,
  ),
  harmless('deep nesting', body(withMember(`"x":${DEEP}`))),
  harmless(
    '__proto__',
    body(withMember(`"__proto__":${POLLUTION},"constructor":{"prototype":${POLLUTION}}`)),
  ),
];
