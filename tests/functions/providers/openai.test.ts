import { describe, expect, it, vi } from 'vitest';
import { ProviderError } from '#functions/providers/ports.ts';
import type { StructuredOutput } from '#shared/operator-choices.ts';
import { SEARCH_ERRORS } from '#shared/search-errors.ts';
import { json } from '#tests/support/provider-server.ts';
import completions from '#tests/support/wire-samples/openai-completions.json' with { type: 'json' };
import errors from '#tests/support/wire-samples/openai-errors.json' with { type: 'json' };
import { calm, configFor, KEYS, REQUEST, serverPerTest, testProviders } from './setup.ts';

const server = serverPerTest(() => json(completions.query));

const withModel = (model: string) => {
  const config = configFor(server.url);
  return testProviders({ ...config, openai: { ...config.openai, model } }).languageModel;
};

describe('the OpenAI adapter', () => {
  it('asks for the query as a JSON object with the temperature and token limit given', async () => {
    await withModel('gpt-4.1-mini').complete(
      { ...REQUEST, task: 'query', temperature: 0.1, maxTokens: 800 },
      calm(),
    );
    expect(server.requests).toMatchObject([{ method: 'POST', path: '/v1/chat/completions' }]);
    expect(server.requests[0]?.headers.authorization).toBe(`Bearer ${KEYS.openai}`);
    expect(server.requests[0]?.body).toEqual({
      model: 'gpt-4.1-mini',
      messages: [
        { role: 'system', content: 'You score profiles.' },
        { role: 'user', content: 'Peruvian engineers' },
      ],
      max_tokens: 800,
      temperature: 0.1,
      response_format: { type: 'json_object' },
    });
  });

  it('falls back to the default temperature and token limit', async () => {
    const { task, system, user, reply } = REQUEST;
    await withModel('gpt-4.1-mini').complete({ task, system, user, reply }, calm());
    expect(server.requests[0]?.body).toMatchObject({ temperature: 0.7, max_tokens: 1_000 });
  });

  it('requests no response format from a server that does not enforce schemas', async () => {
    await withModel('llama3.2').complete(REQUEST, calm());
    expect(server.requests[0]?.body).not.toHaveProperty('response_format');
  });

  /** Completes REQUEST with a model there; returns where the request went, and the response format in it. */
  const sentTo = async (baseUrl: string, structuredOutput: StructuredOutput) => {
    const sent: unknown[] = [];
    const config = configFor(server.url);
    const { languageModel } = testProviders(
      { ...config, openai: { ...config.openai, baseUrl, structuredOutput } },
      {
        fetch: async (url, init) => {
          sent.push([url, JSON.parse(String(init.body)).response_format]);
          return Response.json(completions.query);
        },
      },
    );
    await languageModel.complete(REQUEST, calm());
    return sent;
  };

  it.each<[baseUrl: string, structuredOutput: StructuredOutput]>([
    ['https://api.openai.com/v1', 'auto'],
    ['https://eu.api.openai.com/v1', 'auto'],
    ['https://us.api.openai.com/v1', 'auto'],
    ['https://team.openai.azure.com/openai/v1', 'auto'],
    ['https://models.example.com/v1', 'on'],
  ])('requests the strict reply schema from %s if structured output is %s', async (baseUrl, setting) => {
    expect(await sentTo(baseUrl, setting)).toEqual([
      [
        `${baseUrl}/chat/completions`,
        { type: 'json_schema', json_schema: { ...REQUEST.reply, strict: true } },
      ],
    ]);
  });

  it('requests no schema if structured output is off', async () => {
    const baseUrl = 'https://api.openai.com/v1';
    expect(await sentTo(baseUrl, 'off')).toEqual([[`${baseUrl}/chat/completions`, undefined]]);
  });

  it.each(['o1', 'o3-mini', 'o4-mini', 'gpt-5', 'gpt-5-nano', 'gpt-10', 'openai/gpt-5.1', 'gpt-51-mini'])(
    'omits the temperature for %s and sends max_completion_tokens instead of max_tokens',
    async (model) => {
      await withModel(model).complete(REQUEST, calm());
      expect(server.requests[0]?.body).toMatchObject({ model, max_completion_tokens: 900 });
      expect(server.requests[0]?.body).not.toHaveProperty('temperature');
      expect(server.requests[0]?.body).not.toHaveProperty('max_tokens');
    },
  );

  it.each([
    'gpt-4o',
    'gpt-4.1',
    'gpt-4.1-mini',
    'olmo-2',
    'gpt-3.5-turbo',
    'gpt-35-turbo',
    'gpt-41-mini',
    'mistral/o-large',
  ])('sends %s a temperature', async (model) => {
    await withModel(model).complete(REQUEST, calm());
    expect(server.requests[0]?.body).toMatchObject({ temperature: 0.3, max_tokens: 900 });
  });

  it('retries without a parameter that a model or server refuses, and never sends it again', async () => {
    const refusing = (message: unknown) => json({ error: message }, 400);
    server.answer(
      refusing({
        message:
          "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
      }),
      refusing({
        message:
          "Unsupported value: 'temperature' does not support 0.3 with this model. Only the default (1) is.",
      }),
      refusing("'response_format.type' must be 'json_schema' or 'text'"),
      json(completions.query),
    );
    const model = withModel('our-deployment');
    await model.complete({ ...REQUEST, task: 'query' }, calm());
    await model.complete(REQUEST, calm());
    expect(server.requests).toHaveLength(5);
    for (const { body } of server.requests.slice(3)) {
      expect(body).toMatchObject({ model: 'our-deployment', max_completion_tokens: 900 });
      for (const part of ['max_tokens', 'temperature', 'response_format'])
        expect(body).not.toHaveProperty(part);
    }
  });

  it.each([
    ['as the whole body', (error: object) => error],
    ['in a list', (error: object) => [{ error }]],
  ])('reads an error that a compatible server sends %s', async (_, wrapped) => {
    const failing = (message: string, status: number) =>
      json(wrapped({ object: 'error', message, type: 'BadRequestError', param: null, code: status }), status);
    server.answer(
      failing("'temperature' is not supported.", 400),
      failing('The model `small` does not exist.', 404),
    );
    await expect(withModel('small').complete(REQUEST, calm())).rejects.toMatchObject({
      message: 'OpenAI error: 404 Not Found - The model `small` does not exist',
    });
    expect(server.requests[1]?.body).not.toHaveProperty('temperature');
  });

  it('gives up if the refused parameter was not sent, or if something else is wrong', async () => {
    const refusing = (message: string) => json({ error: { message } }, 400);
    const refusal = "Unsupported parameter: 'max_tokens' is not supported with this model.";
    server.answer(refusing(refusal), refusing(refusal), json(completions.query));
    const model = withModel('small');
    await expect(model.complete(REQUEST, calm())).rejects.toMatchObject({ status: 400 });
    expect(server.requests).toHaveLength(2);
    await model.complete(REQUEST, calm());
    expect(server.requests[2]?.body).toHaveProperty('max_tokens');
    server.answer(refusing("This model's maximum context length is 512 tokens."));
    await expect(withModel('small').complete(REQUEST, calm())).rejects.toMatchObject({
      message: "OpenAI error: 400 Bad Request - This model's maximum context length is 512 tokens",
    });
    expect(server.requests).toHaveLength(4);
  });

  it('does not treat a parameter as refused because an error other than a 400 says so', async () => {
    server.answer(
      json({ error: { message: "'temperature' is not supported" } }, 403),
      json(completions.query),
    );
    await expect(withModel('small').complete(REQUEST, calm())).rejects.toMatchObject({ status: 403 });
    expect(server.requests).toHaveLength(1);
  });

  it.each(["Invalid parameter: 'temperature'", '`temperature` is deprecated for this model.'])(
    'reads other wordings of a refused parameter too: %s',
    async (message) => {
      server.answer(json({ error: { message } }, 400), json(completions.query));
      await withModel('small').complete(REQUEST, calm());
      expect(server.requests[1]?.body).not.toHaveProperty('temperature');
    },
  );

  it.each([
    'max_tokens is too large: 900',
    'Could not finish the message because max_tokens or model output limit was reached.',
    "This model's maximum context length is 512 tokens, but 812 were requested (max_tokens: 700)",
    "Invalid content: 'temperature and response_format'",
  ])('does not treat a parameter as refused because a 400 mentions it: %s', async (message) => {
    server.answer(json({ error: { message } }, 400), json(completions.query));
    const model = withModel('small');
    await expect(model.complete(REQUEST, calm())).rejects.toMatchObject({ status: 400 });
    await model.complete(REQUEST, calm());
    expect(server.requests).toHaveLength(2);
    expect(server.requests[1]?.body).toMatchObject({ max_tokens: 900, temperature: 0.3 });
  });

  it('returns the text and the token usage', async () => {
    const completion = await withModel('gpt-4.1-mini').complete(REQUEST, calm());
    expect(completion.usage).toEqual({ inputTokens: 812, outputTokens: 164 });
    expect(JSON.parse(completion.text)).toMatchObject({ targetCriteria: { nationality: 'Peruvian' } });
  });

  describe('extracts only the JSON from a message', () => {
    const reply = '{"a":"</think>"}';
    const saying = (content: unknown) => ({ choices: [{ finish_reason: 'stop', message: { content } }] });
    it.each<[what: string, content: unknown]>([
      [
        'in parts',
        [
          { type: 'text', text: '{"a":' },
          { type: 'text', text: '"</think>"}' },
        ],
      ],
      [
        'in parts with thoughts',
        [
          { type: 'thinking', thinking: [{ type: 'text', text: 'Hm.' }] },
          { type: 'reference', reference_ids: [1] },
          { type: 'reasoning', text: 'Hm.' },
          null,
          { type: 'text', text: reply },
        ],
      ],
      [
        'in its first hundred parts',
        [...Array(99).fill(null), { type: 'text', text: reply }, { type: 'text', text: '!' }],
      ],
      ['behind thoughts', `<think>\nHm: {"a":1}.\n</think>\n\n${reply}`],
      ['behind thoughts without a beginning', `Hm.\n</think>\n${reply}`],
      ['behind no thoughts', `<think>\n\n</think>${reply}`],
      ['that stands alone', reply],
    ])('%s', async (_, content) => {
      server.answer(json(saying(content)));
      expect((await withModel('qwen3').complete(REQUEST, calm())).text).toBe(reply);
    });

    it.each<[unknown]>([[[]], [[{ type: 'thinking', thinking: [] }]], ['<think>Hm.</think>\n']])(
      'and finds none in %j',
      async (content) => {
        server.answer(json(saying(content)));
        await expect(withModel('qwen3').complete(REQUEST, calm())).rejects.toMatchObject({
          code: 'no-response',
        });
      },
    );
  });

  it('reads the first choice only, whatever the others are', async () => {
    const [first] = completions.query.choices;
    server.answer(json({ ...completions.query, choices: [first, { message: { content: 7 } }, 1] }));
    const { text } = await withModel('llama3.2').complete(REQUEST, calm());
    expect(JSON.parse(text)).toMatchObject({ targetCriteria: { nationality: 'Peruvian' } });
  });

  it('reports no usage if the server reports none', async () => {
    const { usage: _, ...withoutUsage } = completions.query;
    server.answer(json(withoutUsage));
    const { usage } = await withModel('llama3.2').complete(REQUEST, calm());
    expect(usage).toBeUndefined();
  });

  it.each([
    ['truncated', completions.truncated],
    ['filtered', completions.filtered],
    ['refused', completions.refusal],
    ['no-response', completions.empty],
    ['invalid-reply', { choices: [] }],
    ['invalid-reply', { error: 'no such model' }],
  ])('classifies a reply as %s before parsing it, and does not retry', async (code, body) => {
    server.answer(json(body));
    await expect(withModel('gpt-4.1-mini').complete(REQUEST, calm())).rejects.toMatchObject({
      name: 'ProviderError',
      provider: 'language-model',
      code,
      retryable: false,
    });
    expect(server.requests).toHaveLength(1);
  });

  it.each([
    ['a refusal', null, 'No.'],
    ['a reply that is then refused', '{"scores":', '{"scores":'],
  ])('keeps the text of %s, whose tokens are counted by it', async (_, content, text) => {
    server.answer(json({ choices: [{ finish_reason: 'stop', message: { content, refusal: 'No.' } }] }));
    await expect(withModel('gpt-4.1-mini').complete(REQUEST, calm())).rejects.toMatchObject({
      code: 'refused',
      text,
    });
  });

  it('passes on the error of a replayed call that was not recorded', async () => {
    const error = new ProviderError({
      provider: 'language-model',
      code: 'invalid-reply',
      reason: 'Not recorded',
    });
    const { languageModel } = testProviders(configFor(server.url), { fetch: () => Promise.reject(error) });
    await expect(languageModel.complete(REQUEST, calm())).rejects.toBe(error);
  });

  it('reports the error that an answer has instead of a completion', async () => {
    server.answer(json({ error: { message: 'Provider returned error. Try later.', code: 502 } }));
    await expect(withModel('gpt-4.1-mini').complete(REQUEST, calm())).rejects.toMatchObject({
      code: 'invalid-reply',
      message: 'OpenAI sent no chat completion - Provider returned error',
    });
  });

  it('reports an empty reply in the product’s words', async () => {
    server.answer(json(completions.empty));
    await expect(withModel('gpt-4.1-mini').complete(REQUEST, calm())).rejects.toThrow(
      'No response from OpenAI',
    );
  });

  it.each([undefined, '', '  ', 'sk-pasted\nwrongly', 'sk-„quoted“'])(
    'sends nothing without a key (%j)',
    async (apiKey) => {
      const config = configFor(server.url);
      const { languageModel } = testProviders({ ...config, openai: { ...config.openai, apiKey } });
      await expect(languageModel.complete(REQUEST, calm())).rejects.toMatchObject({
        code: 'missing-key',
        message: SEARCH_ERRORS.openaiKeyMissing,
      });
      expect(server.requests).toHaveLength(0);
    },
  );

  it('retries a rate-limited call after the time it was told, but never one over quota', async () => {
    const [, limited, quota] = errors;
    server.answer(json(limited?.body, 429, { 'retry-after': '2' }), json(completions.query));
    const patient = testProviders(configFor(server.url));
    await patient.languageModel.complete(REQUEST, calm());
    expect(patient.waits).toEqual([2_000]);
    server.answer(json(quota?.body, 429), json(completions.query));
    await expect(patient.languageModel.complete(REQUEST, calm())).rejects.toMatchObject({
      status: 429,
      message: 'OpenAI error: 429 Too Many Requests - You exceeded your current quota',
    });
    expect(server.requests).toHaveLength(3);
  });

  it.each(['billing_not_active', 'billing_hard_limit_reached'])(
    'does not retry for an account with %s',
    async (type) => {
      const error = {
        message: 'Your account is not active, please check your billing details.',
        type,
        code: null,
      };
      server.answer(json({ error }, 429));
      await expect(withModel('gpt-4.1-mini').complete(REQUEST, calm())).rejects.toMatchObject({
        status: 429,
      });
      expect(server.requests).toHaveLength(1);
    },
  );

  it('reports no usage if the server reports 0 tokens', async () => {
    server.answer(json({ ...completions.query, usage: { prompt_tokens: 0, completion_tokens: 0 } }));
    expect((await withModel('llama3.2').complete(REQUEST, calm())).usage).toBeUndefined();
  });

  it('reads nothing from the environment', async () => {
    vi.stubEnv('OPENAI_ORG_ID', 'org-from-the-environment');
    vi.stubEnv('OPENAI_PROJECT_ID', 'project-from-the-environment');
    vi.stubEnv('OPENAI_BASE_URL', 'http://127.0.0.1:9');
    await withModel('gpt-4.1-mini').complete(REQUEST, calm());
    vi.unstubAllEnvs();
    expect(server.requests[0]?.headers).not.toHaveProperty('openai-organization');
    expect(server.requests[0]?.headers).not.toHaveProperty('openai-project');
  });
});
