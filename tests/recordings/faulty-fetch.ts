import type { ProviderFetch } from '#functions/providers/http.ts';
import type { Fault, FaultAnswer } from './cases.ts';

const TASKS = ['query', 'scoring', 'assessment', 'formatting'] as const;

/** A `fetch` that answers as the faults say and otherwise asks the real one. */
export function faultyFetch(faults: readonly Fault[], send: ProviderFetch): ProviderFetch {
  const seen = new Map<Fault, number>();
  return async (url, init) => {
    const call = callOf(url, init);
    for (const fault of faults.filter((each) => each.call === call)) {
      const count = (seen.get(fault) ?? 0) + 1;
      seen.set(fault, count);
      if (fault.nth === undefined || fault.nth === count) return answerWith(fault.answer);
    }
    return send(url, init);
  };
}

function callOf(_url: string, { provider, body }: Parameters<ProviderFetch>[1]): Fault['call'] | undefined {
  if (provider === 'web-search') return 'search';
  if (provider === 'profile-data') return 'lookup';
  const system: string = JSON.parse(String(body)).messages[0].content;
  return TASKS.find((task) => system.startsWith(`Task: ${task}\n`));
}

function answerWith(answer: FaultAnswer): Response {
  if ('networkError' in answer)
    throw new TypeError('fetch failed', {
      cause: Object.assign(new Error(answer.networkError), { code: answer.networkError }),
    });
  if ('reply' in answer) return Response.json(completion(answer.reply, answer.finishReason ?? 'stop'));
  const { status, headers = {}, json, html } = answer;
  if (html !== undefined)
    return new Response(html, { status, headers: { 'content-type': 'text/html', ...headers } });
  return Response.json(json, { status, headers });
}

function completion(content: string, finishReason: string): unknown {
  return {
    id: 'chatcmpl-fault',
    object: 'chat.completion',
    created: 1_793_000_000,
    model: 'gpt-4.1-mini',
    choices: [
      {
        index: 0,
        message: { role: 'assistant', content, refusal: null },
        logprobs: null,
        finish_reason: finishReason,
      },
    ],
    usage: { prompt_tokens: 812, completion_tokens: 64, total_tokens: 876 },
  };
}
