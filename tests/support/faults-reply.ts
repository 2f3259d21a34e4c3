import { SEARCH_ERRORS } from '#shared/search-errors.ts';
import type { Fault } from './faults-contract.ts';
import { json } from './provider-server.ts';
import { type Answerer, type Call, type CompletionParts, completion } from './stand-in-providers.ts';

const MODEL_CALLS: readonly Call[] = ['query', 'scoring', 'assessment', 'formatting'];
const LISTS: readonly Call[] = ['scoring', 'formatting'];
const SCORES: readonly Call[] = ['scoring', 'assessment', 'formatting'];
const DEEP = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
/** Long enough that anything quadratic would time out. */
const BLANKS = ' '.repeat(120_000);

/** A chat completion with a text derived from the correct one. */
const reply =
  (make: (good: string) => string | null, parts?: CompletionParts): Answerer =>
  (response, { request, reply: good }) =>
    json(completion(make(good), parts))(response, request);

/** A list reply with items derived from the correct ones. */
const items = (make: (good: readonly object[]) => readonly unknown[]): Answerer =>
  reply((good) => {
    const { profiles }: { profiles: object[] } = JSON.parse(good);
    return JSON.stringify({ profiles: make(profiles) });
  });

/** Replaces every score in a reply, as JSON text. */
const scores = (make: (good: string) => string): Answerer =>
  reply((good) =>
    good.replace(/("(?:relevanceScore|finalRelevanceScore)":)(\d+)/g, (_, name, score) => name + make(score)),
  );

const fault =
  (comesTo: Fault['comesTo']) =>
  (name: string, calls: readonly Call[], answer: Answerer, reason: Fault['reason'] = ''): Fault => ({
    name,
    calls,
    answer,
    comesTo,
    reason,
  });
const failed = fault('failed');
const unreadable = fault('unreadable');
const unusable = fault('unusable');
const good = fault('good');

const NO_REPLY = (call: Call): string => {
  if (call === 'query') return SEARCH_ERRORS.noQueryResponse;
  return call === 'formatting' ? SEARCH_ERRORS.noFormattingResponse : SEARCH_ERRORS.noModelResponse;
};
const TOKEN = 'Unexpected token in JSON';
const END = 'Unexpected end of JSON input';
const NO_SCORE = SEARCH_ERRORS.invalidAssessment;

/** Faulty model replies inside valid chat completions. */
export const REPLY_FAULTS: readonly Fault[] = [
  failed(
    'refusal',
    MODEL_CALLS,
    reply(() => null, { refusal: 'No <b>way</b>' }),
    'The model declined the request',
  ),
  failed(
    'content filter',
    MODEL_CALLS,
    reply((text) => text, { finishReason: 'content_filter' }),
    'The reply was stopped by a content filter',
  ),
  failed(
    'reply cut off at its length limit',
    MODEL_CALLS,
    reply((text) => text.slice(0, -9), { finishReason: 'length' }),
    'The reply was cut off at its length limit',
  ),
  failed(
    'null content',
    MODEL_CALLS,
    reply(() => null),
    NO_REPLY,
  ),
  failed(
    'blank content',
    MODEL_CALLS,
    reply(() => ' \n '),
    NO_REPLY,
  ),
  good(
    'fenced reply',
    MODEL_CALLS,
    reply((text) => `\`\`\`json\n${text}\n\`\`\``),
  ),
  unreadable(
    'prose around the reply',
    MODEL_CALLS,
    reply((text) => `Here you are <b>:</b>\n${text}\nCheers!`),
    TOKEN,
  ),
  unreadable(
    'malformed reply',
    MODEL_CALLS,
    reply((text) => text.replace(':', ';')),
    TOKEN,
  ),
  unreadable(
    'reply cut off unsaid',
    MODEL_CALLS,
    reply((text) => text.slice(0, -9)),
    END,
  ),
  unreadable(
    'endless blanks',
    MODEL_CALLS,
    reply((text) => text.slice(0, -1) + BLANKS),
    END,
  ),
  good(
    'blanks in plenty',
    MODEL_CALLS,
    reply((text) => `{${BLANKS}${text.slice(1)}`),
  ),
  good(
    'deep nesting in the reply',
    MODEL_CALLS,
    reply((text) => `${text.slice(0, -1)},"x":{"y":${DEEP}}}`),
  ),
  good(
    '__proto__ in the reply',
    MODEL_CALLS,
    reply((text) => text.replaceAll('{', '{"__proto__":{"polluted":true,"relevanceScore":100},')),
  ),
  unreadable(
    'no list',
    LISTS,
    reply(() => '{"verdict":"fine"}'),
    SEARCH_ERRORS.notAnArray,
  ),
  unreadable(
    'two lists',
    LISTS,
    reply(() => '{"a":[],"b":[]}'),
    SEARCH_ERRORS.notAnArray,
  ),
  unreadable(
    'NaN for a score',
    SCORES,
    scores(() => 'NaN'),
    TOKEN,
  ),
  unusable(
    'an empty list',
    LISTS,
    items(() => []),
  ),
  unusable(
    'a list nested deeply',
    LISTS,
    reply(() => `[${DEEP}]`),
  ),
  unusable(
    'only indexes out of range',
    LISTS,
    items((list) => list.map((item) => ({ ...item, index: 99 }))),
  ),
  unusable(
    'scores of 1e9',
    SCORES,
    scores(() => '1e9'),
    NO_SCORE,
  ),
  unusable(
    'negative scores',
    SCORES,
    scores((score) => `-${score}`),
    NO_SCORE,
  ),
  unusable(
    '"NaN" for a score',
    SCORES,
    scores(() => '"NaN"'),
    NO_SCORE,
  ),
  unusable(
    'a score with endless blanks',
    SCORES,
    scores((score) => `"${score}${BLANKS}x"`),
    NO_SCORE,
  ),
  good(
    'scores in quotes',
    SCORES,
    scores((score) => `"${score}"`),
  ),
  good(
    'scores in percent',
    SCORES,
    scores((score) => `" ${score} % "`),
  ),
  good(
    'forty profiles back for twenty',
    LISTS,
    items((list) => [...list, ...list.map((item, index) => ({ ...item, index: list.length + index }))]),
  ),
  good(
    'duplicate indexes',
    LISTS,
    items((list) =>
      list.flatMap((item) => [item, { ...item, relevanceScore: 1, shouldVerify: false, summary: 'x' }]),
    ),
  ),
  good(
    'indexes out of range among the good',
    LISTS,
    items((list) => [...[-1, 99, 0.5, '0', null].map((index) => ({ ...list[0], index })), null, 7, ...list]),
  ),
  good(
    'flags nested deeply among the good',
    ['scoring'],
    reply((text) => text.replace('[', `[{"index":77,"relevanceScore":9,"shouldVerify":${DEEP}},`)),
  ),
  good(
    'an assessment in a list',
    ['assessment'],
    reply((text) => `[${text}]`),
  ),
  unusable(
    'two assessments of one person',
    ['assessment'],
    reply((text) => `[${text},${text}]`),
    NO_SCORE,
  ),
  failed(
    'no criteria',
    ['query'],
    reply(() => '{"googleSearchQuery":"x"}'),
    SEARCH_ERRORS.invalidQuery,
  ),
  failed(
    'a list for a query',
    ['query'],
    reply((text) => `[${text}]`),
    SEARCH_ERRORS.invalidQuery,
  ),
];
