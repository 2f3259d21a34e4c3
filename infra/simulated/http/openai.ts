import { Hono } from 'hono';
import { callOf, type ModelBehaviour } from '../model/answer.ts';
import { isRecord, recordsOf, textOf } from '../model/values.ts';
import { hashText } from '../random.ts';
import { bearerOf, type IsKey, type Wait } from './calls.ts';

/** Approximate characters per token. */
const CHARACTERS_PER_TOKEN = 4;

type ChatRequest = {
  model: string;
  system: string;
  user: string;
  responseFormat: unknown;
  maxTokens: number | null;
};

function failure(message: string, param: string | null = null, code: string | null = null): object {
  return { error: { message, type: 'invalid_request_error', param, code } };
}

/** A message's text: a plain string or a list of parts. */
function contentOf(message: Record<string, unknown>): string {
  const content = message['content'];
  if (typeof content === 'string') return content;
  return recordsOf(content)
    .map((part) => textOf(part['text']))
    .join('\n');
}

/** The parsed request, or OpenAI's error for it. */
function readChatRequest(body: unknown): ChatRequest | { refused: object } {
  if (!isRecord(body)) return { refused: failure('We could not parse the JSON body of your request.') };
  const { model, messages, stream, response_format: responseFormat } = body;
  if (typeof model !== 'string' || model === '')
    return { refused: failure('you must provide a model parameter') };
  const records = recordsOf(messages);
  if (records.length === 0) {
    return {
      refused: failure("Missing required parameter: 'messages'.", 'messages', 'missing_required_parameter'),
    };
  }
  if (stream === true) {
    return { refused: failure('Streaming is not supported by this server.', 'stream', 'unsupported_value') };
  }
  const limit = body['max_completion_tokens'] ?? body['max_tokens'];
  const textOfRoles = (roles: readonly string[]): string =>
    records
      .filter((message) => roles.includes(textOf(message['role'])))
      .map((message) => contentOf(message))
      .join('\n');
  return {
    model,
    system: textOfRoles(['system', 'developer']),
    user: textOfRoles(['user']),
    responseFormat,
    maxTokens: typeof limit === 'number' && limit > 0 ? Math.floor(limit) : null,
  };
}

function completion(asked: ChatRequest, text: string): object {
  const maxLength = asked.maxTokens === null ? text.length : asked.maxTokens * CHARACTERS_PER_TOKEN;
  const content = text.slice(0, maxLength);
  const prompt = Math.ceil((asked.system.length + asked.user.length) / CHARACTERS_PER_TOKEN);
  const completed = Math.ceil(content.length / CHARACTERS_PER_TOKEN);
  return {
    id: `chatcmpl-${hashText(`${asked.system}${asked.user}`).toString(16)}`,
    object: 'chat.completion',
    created: 1_793_000_000,
    model: `${asked.model}-simulated`,
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content, refusal: null, annotations: [] },
        logprobs: null,
        finish_reason: content.length < text.length ? 'length' : 'stop',
      },
    ],
    usage: {
      prompt_tokens: prompt,
      completion_tokens: completed,
      total_tokens: prompt + completed,
      prompt_tokens_details: { cached_tokens: 0 },
    },
    system_fingerprint: 'fp_simulated',
  };
}

/** OpenAI's chat completions (https://platform.openai.com/docs/api-reference/chat), answered by plain code. */
export function openaiRoutes({
  isKey,
  wait,
  model,
}: {
  isKey: IsKey;
  wait: Wait;
  model: ModelBehaviour;
}): Hono {
  const app = new Hono();
  app.use(async (c, next) => {
    if (isKey(bearerOf(c))) return next();
    return c.json(failure('Incorrect API key provided: sk-***.', null, 'invalid_api_key'), 401);
  });
  app.get('/models/:model{.+}', (c) =>
    c.json({ id: c.req.param('model'), object: 'model', created: 1_793_000_000, owned_by: 'simulated' }),
  );
  app.post('/chat/completions', async (c) => {
    const body: unknown = await c.req.json().catch(() => null);
    const asked = readChatRequest(body);
    if ('refused' in asked) return c.json(asked.refused, 400);
    const call = callOf(asked.system);
    await wait(call === 'chat' ? 'query' : call, c.req.raw.signal);
    return c.json(completion(asked, model(call, asked.user, asked.responseFormat, asked.system)));
  });
  return app;
}
