import OpenAI from 'openai';
import { DEFAULT_MAX_TOKENS, DEFAULT_TEMPERATURE } from '#shared/constants.ts';
import { SEARCH_ERRORS } from '#shared/errors.ts';
import { exchange } from './http/exchange.ts';
import { readErrorBody } from './http/read-error-body.ts';
import { readJson } from './http/read-json.ts';
import type { AdapterOptions, Service } from './http/service.ts';
import { openService } from './http/service.ts';
import { statusError } from './http/status-error.ts';
import type { Completion, CompletionRequest, LanguageModel } from './ports/language-model.ts';
import { ProviderError } from './ports/provider-error.ts';
import { readCompletion } from './read-completion.ts';

const NAME = 'OpenAI';
const ABOUT = { kind: 'language-model', name: NAME, keyMissing: SEARCH_ERRORS.openaiKeyMissing } as const;

/** The reasoning models: they refuse `temperature` and call the token limit `max_completion_tokens`. */
const REASONING_MODEL = /^(?:[\w.-]+\/)?(?:o\d|gpt-(?:[5-9]|\d{2}))/i;
/** The hosts that enforce a strict JSON Schema; compatible servers accept it at best. */
const ENFORCING_HOST = /^api\.openai\.com$|\.openai\.azure\.com$/;

export interface OpenAiOptions extends AdapterOptions {
  model: string;
  structuredOutput: 'auto' | 'on' | 'off';
}

/** OpenAI chat completions, or any compatible server (`POST {base}/chat/completions`). */
export function createOpenAi(options: OpenAiOptions): LanguageModel {
  const enforced = enforcesSchema(options);
  return {
    label: options.model,
    async complete(request, signal) {
      const service = openService(options, ABOUT);
      return complete({ ...options, service, enforced, request, signal });
    },
  };
}

interface Call {
  service: Service;
  baseUrl: string;
  model: string;
  /** Whether the server enforces a JSON Schema. */
  enforced: boolean;
  request: CompletionRequest;
  signal: AbortSignal;
}

async function complete({ service, baseUrl, model, enforced, request, signal }: Call): Promise<Completion> {
  const client = createClient(service, baseUrl, signal);
  try {
    const completion = await client.chat.completions.create({
      model,
      messages: [
        { role: 'system', content: request.system },
        { role: 'user', content: request.user },
      ],
      ...limits(model, request),
      ...responseFormat(enforced, request),
    });
    return readCompletion(completion);
  } catch (error) {
    if (signal.aborted) throw signal.reason;
    // The SDK wraps whatever its fetch throws.
    throw error instanceof Error && error.cause instanceof ProviderError ? error.cause : error;
  }
}

/**
 * The SDK over our own exchange, which keeps the bounds and the deadline and sees every failure first: only a good JSON answer
 * reaches the SDK. What the SDK would read from the environment is set here, because config.ts alone reads it.
 */
function createClient(service: Service, baseURL: string, signal: AbortSignal): OpenAI {
  return new OpenAI({
    apiKey: service.apiKey,
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    baseURL,
    maxRetries: 0,
    // Our deadline ends first; the SDK's own covers the time to the headers only.
    timeout: service.timeout * 2,
    logLevel: 'off',
    fetch: async (input, init) => {
      const answer = await exchange(service, String(input), init ?? {}, signal);
      if (!answer.ok) {
        const { summary, codes } = readErrorBody(service, answer);
        const said = summary === undefined ? '' : ` - ${summary}`;
        const reason = `${NAME} error: ${answer.status} ${answer.statusText}${said}`;
        throw statusError(service, answer, { reason, final: codes.includes('insufficient_quota') });
      }
      readJson(service, answer, SEARCH_ERRORS.noModelResponse);
      // As it came: writing it anew would fail on what is nested too deeply.
      return new Response(answer.text, { headers: { 'content-type': 'application/json' } });
    },
  });
}

const enforcesSchema = ({ structuredOutput, baseUrl }: OpenAiOptions): boolean =>
  structuredOutput === 'on' ||
  (structuredOutput === 'auto' && ENFORCING_HOST.test(new URL(baseUrl).hostname));

type Parameters = OpenAI.Chat.Completions.ChatCompletionCreateParamsNonStreaming;

function limits(model: string, request: CompletionRequest): Partial<Parameters> {
  const longest = request.maxTokens ?? DEFAULT_MAX_TOKENS;
  if (REASONING_MODEL.test(model)) return { max_completion_tokens: longest };
  return { max_tokens: longest, temperature: request.temperature ?? DEFAULT_TEMPERATURE };
}

/** The specification's JSON object for the query; a schema for the others, whose replies are arrays that an object mode cannot hold. */
function responseFormat(enforced: boolean, { task, reply }: CompletionRequest): Partial<Parameters> {
  if (task === 'query') return { response_format: { type: 'json_object' } };
  if (!enforced) return {};
  return {
    response_format: {
      type: 'json_schema',
      json_schema: { name: reply.name, strict: true, schema: { ...reply.schema } },
    },
  };
}
