import { STATUS_CODES } from 'node:http';
import OpenAI, { APIError } from 'openai';
import * as v from 'valibot';
import type { StructuredOutput } from '#shared/operator-choices.ts';
import { SEARCH_ERRORS } from '#shared/search-errors.ts';
import { errorSummary, invalidReply, statusError, withSummary } from './failures.ts';
import * as http from './http.ts';
import * as ports from './ports.ts';

const NAME = 'OpenAI';
const PROVIDER = { kind: 'language-model', name: NAME, keyMissing: SEARCH_ERRORS.openaiKeyMissing } as const;

/** Defaults for a model call. docs/behaviour.md#model-calls */
const DEFAULT_TEMPERATURE = 0.7;
const DEFAULT_MAX_TOKENS = 1_000;

/**
 * Reasoning models: they reject `temperature` and call the token limit `max_completion_tokens`. Azure writes GPT-3.5 and 4.1 as 'gpt-35' and
 * 'gpt-41'.
 */
const REASONING_MODEL = /^(?:[\w.-]+\/)?(?:o\d|gpt-(?:[5-9]|[12]\d))/i;
/** Hosts that enforce a strict JSON Schema: OpenAI's, including regional ones ('eu.api.openai.com'), and Azure's. Others may accept it. */
const ENFORCING_HOST = /^(?:[a-z]{2}\.)?api\.openai\.com$|\.openai\.azure\.com$/;

/** A 429 is also sent when an account is closed or out of credit, which no retry can fix. */
const UNPAYABLE_CODE = /^(?:insufficient_quota|billing_not_active|billing_hard_limit_reached)$/;

/**
 * Parts of a request that some models and servers reject, by the name their 400 gives them: reasoning models not recognisable by name,
 * such as Azure deployments, and servers that support other response formats at most, such as LM Studio.
 */
const REJECTABLE_PARTS = [
  { part: 'limit', name: /\bmax_tokens\b/ },
  { part: 'temperature', name: /\btemperature\b/ },
  { part: 'format', name: /\bresponse_format\b/ },
] as const;
type RejectablePart = (typeof REJECTABLE_PARTS)[number]['part'];
/** How a rejection is worded: a 400 may also name a part for another reason, such as 'max_tokens is too large'. */
const REJECTION_PATTERN =
  /\b(?:un(?:supported|recogni[sz]ed|known|expected|available)|invalid parameter|deprecated|must be|(?:not|only)\b.*\b(?:support(?:s|ed)?|permitted|allowed|accepted|recogni[sz]ed|available|set))\b/i;

export interface OpenAiOptions extends http.AdapterOptions {
  model: string;
  structuredOutput: StructuredOutput;
}

/** OpenAI chat completions, or any compatible server (`POST {base}/chat/completions`). */
export function createOpenAi(options: OpenAiOptions): ports.LanguageModel {
  const rejectedParts = new Set<RejectablePart>();
  const ask = async (
    request: ports.CompletionRequest,
    signal: AbortSignal,
    omitted: ReadonlySet<RejectablePart>,
  ): Promise<ports.Completion> => {
    const service = http.openService(options, PROVIDER);
    const { chat } = createClient(service, options.baseUrl);
    const parameters = parametersOf(options, request, omitted);
    const answer = await http.exchange(service, signal, (limited) =>
      chat.completions
        .create(parameters, { signal: limited })
        .asResponse()
        .catch((error: unknown) => {
          throw toProviderError(service, error);
        }),
    );
    return readCompletion(service, http.readJson(service, answer, SEARCH_ERRORS.noModelResponse));
  };
  return {
    label: options.model,
    async complete(request, signal) {
      const omitted = new Set(rejectedParts);
      // Each rejection removes one part, so the loop ends.
      for (;;) {
        try {
          const completion = await ask(request, signal, omitted);
          // A part is left out of later calls only once a call without it has succeeded: the text of a 400 may name anything.
          for (const part of omitted) rejectedParts.add(part);
          return completion;
        } catch (error) {
          const rejected = rejectedPartOf(error);
          if (rejected === undefined || omitted.has(rejected)) throw error;
          omitted.add(rejected);
        }
      }
    },
  };
}

/** The part of a request that an error rejects, if that is what the error is about. */
function rejectedPartOf(error: unknown): RejectablePart | undefined {
  if (!(error instanceof ports.ProviderError) || error.status !== 400) return undefined;
  return REJECTION_PATTERN.test(error.message)
    ? REJECTABLE_PARTS.find(({ name }) => name.test(error.message))?.part
    : undefined;
}

/**
 * The client does no retries or timeouts of its own: the guard and `exchange` do both for all providers. Everything it would read
 * from the environment is set here, because only config.ts may read that.
 */
function createClient(service: http.Service, baseURL: string): OpenAI {
  return new OpenAI({
    apiKey: service.apiKey,
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    baseURL,
    maxRetries: 0,
    logLevel: 'off',
    fetch: async (url, init = {}) => {
      const response = await http.send(service, String(url), init);
      if (response.ok) return response;
      // The client would read the whole body of an error, and fail if it breaks off.
      const text = await http.readError(response, init.signal);
      return new Response(withErrorObject(text) || null, response);
    },
  });
}

/** The client reads only what is in `error`. vLLM and Mistral send that object as the whole body, Google's compatible server in a list. */
function withErrorObject(text: string): string {
  try {
    const [body] = [JSON.parse(text)].flat();
    const isWrapped = typeof body !== 'object' || body === null || 'error' in body;
    return JSON.stringify(isWrapped ? body : { error: body });
  } catch {
    return text;
  }
}

/** Converts the client's status errors to ProviderErrors; its connection errors are left to `exchange`. */
function toProviderError(service: http.Service, error: unknown): unknown {
  if (!(error instanceof APIError)) return error;
  // A replaying fetch throws ProviderErrors, and the client wraps whatever its fetch throws.
  if (error.cause instanceof ports.ProviderError) return error.cause;
  const { status, headers, code, type } = error;
  if (status === undefined || headers === undefined) return error;
  const summary = errorSummary(service, { error: error.error });
  const reason = withSummary(`${NAME} error: ${status} ${STATUS_CODES[status] ?? ''}`, summary);
  const final = [code, type].some((name) => name && UNPAYABLE_CODE.test(name));
  return statusError(service, { status, headers }, { reason, final });
}

type Parameters = OpenAI.Chat.Completions.ChatCompletionCreateParamsNonStreaming;

function parametersOf(
  options: OpenAiOptions,
  request: ports.CompletionRequest,
  omitted: ReadonlySet<RejectablePart>,
): Parameters {
  return {
    model: options.model,
    messages: [
      { role: 'system', content: request.system },
      { role: 'user', content: request.user },
    ],
    ...limits(options.model, request, omitted),
    ...(!omitted.has('format') && responseFormat(enforcesSchema(options), request)),
  };
}

function limits(
  model: string,
  request: ports.CompletionRequest,
  omitted: ReadonlySet<RejectablePart>,
): Partial<Parameters> {
  const maxTokens = request.maxTokens ?? DEFAULT_MAX_TOKENS;
  if (REASONING_MODEL.test(model)) return { max_completion_tokens: maxTokens };
  return {
    ...(omitted.has('limit') ? { max_completion_tokens: maxTokens } : { max_tokens: maxTokens }),
    ...(!omitted.has('temperature') && { temperature: request.temperature ?? DEFAULT_TEMPERATURE }),
  };
}

const enforcesSchema = ({ structuredOutput, baseUrl }: OpenAiOptions): boolean =>
  structuredOutput === 'on' ||
  (structuredOutput === 'auto' && ENFORCING_HOST.test(new URL(baseUrl).hostname));

/** Plain JSON mode for the query; for all other tasks a strict schema if the server enforces it, otherwise no format. */
function responseFormat(enforced: boolean, { task, reply }: ports.CompletionRequest): Partial<Parameters> {
  if (task === 'query') return { response_format: { type: 'json_object' } };
  if (!enforced) return {};
  return {
    response_format: {
      type: 'json_schema',
      json_schema: { name: reply.name, strict: true, schema: { ...reply.schema } },
    },
  };
}

const tokens = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** An odd count is ignored rather than losing the reply, as is a prompt of zero tokens, which servers report that do not count. */
const Usage = v.fallback(
  v.optional(
    v.pipe(
      v.object({ prompt_tokens: v.pipe(tokens, v.minValue(1)), completion_tokens: tokens }),
      v.transform(
        (usage): ports.TokenUsage => ({
          inputTokens: usage.prompt_tokens,
          outputTokens: usage.completion_tokens,
        }),
      ),
    ),
  ),
  undefined,
);

/** Far more than any honest message has; a hostile one has room for a million. */
const MAX_PARTS = 100;

const TextPart = v.object({ type: v.literal('text'), text: v.string() });
/** The text of a message sent in parts, without the model's reasoning, which has its own parts (Mistral). */
const textOf = (parts: readonly unknown[]): string =>
  parts
    .slice(0, MAX_PARTS)
    .flatMap((part) => (v.is(TextPart, part) ? part.text : []))
    .join('');

/** A model's reasoning before its JSON, if the server leaves it in the text, sometimes without its opening tag. */
const LEADING_REASONING = /^(?!\s*[[{`]).*?<\/think>/is;

const Content = v.pipe(
  v.nullable(v.union([v.string(), v.array(v.unknown())])),
  v.transform((content) => (Array.isArray(content) ? textOf(content) : (content ?? ''))),
  v.transform((text) => text.replace(LEADING_REASONING, '').trim()),
);

const Choice = v.object({
  finish_reason: v.nullish(v.string()),
  message: v.object({ content: v.optional(Content, null), refusal: v.nullish(v.string()) }),
});

/** Only one choice is requested. Any others are not read: the mistakes of a million of them would fill the memory. */
const ChatCompletion = v.object({ choices: v.tuple([Choice]), usage: Usage });

/**
 * The text of a chat completion.
 * @throws ProviderError `truncated`, `filtered`, `refused`, `no-response` or `invalid-reply`, none of which a retry would fix.
 */
function readCompletion(service: http.Service, body: object): ports.Completion {
  const result = v.safeParse(ChatCompletion, body);
  if (!result.success)
    throw invalidReply(service, withSummary(`${NAME} sent no chat completion`, errorSummary(service, body)));
  const { choices, usage } = result.output;
  const [{ finish_reason, message }] = choices;
  const reply = { text: message.content || (message.refusal ?? ''), usage };
  if (finish_reason === 'length')
    throw completionError('truncated', 'The reply was cut off at its length limit', reply);
  if (finish_reason === 'content_filter')
    throw completionError('filtered', 'The reply was stopped by a content filter', reply);
  if (message.refusal) throw completionError('refused', 'The model declined the request', reply);
  if (message.content === '') throw completionError('no-response', SEARCH_ERRORS.noModelResponse, reply);
  return reply;
}

function completionError(
  code: ports.ProviderErrorCode,
  reason: string,
  reply: Pick<ports.ProviderErrorOptions, 'text' | 'usage'>,
): ports.ProviderError {
  return new ports.ProviderError({ provider: 'language-model', code, reason, ...reply });
}
