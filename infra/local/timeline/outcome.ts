import { STATUS_CODES } from 'node:http';
import * as v from 'valibot';
import type { Prices } from '#functions/config.ts';
import { DECOMPRESSION_ERROR } from '#functions/providers/failures.ts';
import { estimateTokens } from '#functions/providers/ports.ts';
import { priceOf, type Usage, type UsageMeterOptions } from '#functions/providers/spending.ts';
import type { RecordedAnswer, RecordedCall, RecordedRequest } from '../recording/format.ts';

/** What calls used; `dollars` at list prices, undefined if a price is unknown. */
export type PricedUsage = Usage & { dollars: number | undefined };

export interface ReadOptions extends UsageMeterOptions {
  /** The prices for a model; `undefined` for other providers. */
  pricesOf: (model: string | undefined) => Prices;
}

/** The result of one attempt. */
export interface Outcome {
  recorded: RecordedCall;
  /** What went wrong, in a few words. */
  failure: string | undefined;
  /** The chat completion, if a model returned one. */
  reply: Reply | undefined;
  use: PricedUsage;
}

/** Reads a provider's response, whether it is a failure, and what it cost. */
export function readOutcome(recorded: RecordedCall, { pricesOf, chargesForUnknown }: ReadOptions): Outcome {
  const reply = readReply(recorded);
  const use = usageOf(recorded, reply, chargesForUnknown);
  const prices = pricesOf(readChat(recorded.request)?.model);
  return {
    recorded,
    reply,
    failure: failureOf(recorded, reply),
    use: { ...use, dollars: priceOf(use, prices) },
  };
}

const ChatRequest = v.object({
  model: v.optional(v.string()),
  messages: v.array(v.object({ role: v.string(), content: v.string() })),
});

/** The model and messages of a chat request; undefined for any other request. */
export function readChat({ body }: RecordedRequest) {
  const chat = v.safeParse(ChatRequest, body);
  return chat.success ? chat.output : undefined;
}

const tokens = v.pipe(v.number(), v.integer(), v.minValue(0));
const ChatReply = v.object({
  model: v.fallback(v.optional(v.string()), undefined),
  choices: v.fallback(
    v.array(
      v.object({
        finish_reason: v.nullish(v.string()),
        message: v.object({ content: v.nullish(v.string()), refusal: v.nullish(v.string()) }),
      }),
    ),
    [],
  ),
  usage: v.fallback(
    v.optional(v.object({ prompt_tokens: v.pipe(tokens, v.minValue(1)), completion_tokens: tokens })),
    undefined,
  ),
});

interface Reply {
  /** As the server names it, which may be more specific than the name requested. */
  model: string | undefined;
  content: string | undefined;
  finishReason: string | undefined;
  usage: { inputTokens: number; outputTokens: number } | undefined;
}

function readReply({ request, outcome }: RecordedCall): Reply | undefined {
  if (request.provider !== 'language-model' || 'failed' in outcome || !isSuccess(outcome)) return undefined;
  const reply = v.safeParse(ChatReply, outcome.json);
  if (!reply.success) return undefined;
  const { model, choices, usage } = reply.output;
  const [choice] = choices;
  return {
    model,
    content: choice?.message.content ?? choice?.message.refusal ?? undefined,
    finishReason: choice?.message.refusal ? 'refusal' : (choice?.finish_reason ?? undefined),
    usage: usage && { inputTokens: usage.prompt_tokens, outputTokens: usage.completion_tokens },
  };
}

const isSuccess = ({ status }: RecordedAnswer): boolean => status >= 200 && status < 300;

const FINISH_FAILURES: Readonly<Record<string, string>> = {
  length: 'cut off at its length limit',
  content_filter: 'stopped by a content filter',
  refusal: 'the model declined',
};

function describeCut({ cutBy }: RecordedAnswer): string {
  if (cutBy === 'stopped') return 'stopped mid-response';
  return cutBy !== undefined && DECOMPRESSION_ERROR.test(cutBy)
    ? 'could not be decompressed'
    : 'broke off mid-response';
}

function failureOf({ request, outcome }: RecordedCall, reply: Reply | undefined): string | undefined {
  if ('failed' in outcome)
    return outcome.failed === 'stopped' ? 'stopped before a response' : `no response: ${outcome.failed}`;
  if (outcome.ended === 'cut' && (isSuccess(outcome) || outcome.cutBy === 'stopped'))
    return describeCut(outcome);
  if (!isSuccess(outcome)) {
    // The provider's normal response for an unknown person.
    if (request.provider === 'profile-data' && outcome.status === 404) return undefined;
    return `${outcome.status} ${outcome.statusText || (STATUS_CODES[outcome.status] ?? '')}`.trim();
  }
  if (outcome.json === undefined) return 'not JSON';
  const finish = reply?.finishReason;
  return finish !== undefined && Object.hasOwn(FINISH_FAILURES, finish) ? FINISH_FAILURES[finish] : undefined;
}

/** What a call used, counted by the same rules as for a search (functions/providers/spending.ts). */
function usageOf(call: RecordedCall, reply: Reply | undefined, chargesForUnknown: boolean): Usage {
  const { request, outcome } = call;
  const nothing: Usage = { ...NO_USAGE, modelCalls: request.provider === 'language-model' ? 1 : 0 };
  if (!isPaid(call, chargesForUnknown)) return nothing;
  if (request.provider === 'web-search') return { ...nothing, searchPages: 1 };
  if (request.provider === 'profile-data') return { ...nothing, lookups: 1 };
  if (reply?.usage !== undefined) return { ...nothing, ...reply.usage };
  const sent = readChat(request)?.messages.map(({ content }) => content) ?? [];
  return {
    ...nothing,
    inputTokens: estimateTokens(sent.join('')),
    outputTokens: 'failed' in outcome ? 0 : estimateTokens(reply?.content ?? ''),
    tokensEstimated: true,
  };
}

/**
 * Responses are paid for, even if they broke off. Stopped calls may have had one, so they count too. Some providers also charge for the
 * response that a person is unknown.
 */
function isPaid({ request, outcome }: RecordedCall, chargesForUnknown: boolean): boolean {
  if ('failed' in outcome) return outcome.failed === 'stopped';
  if (outcome.ended === 'cut') return outcome.cutBy === 'stopped' || isSuccess(outcome);
  return (
    isSuccess(outcome) || (chargesForUnknown && request.provider === 'profile-data' && outcome.status === 404)
  );
}

const NO_USAGE: Usage = {
  modelCalls: 0,
  inputTokens: 0,
  outputTokens: 0,
  tokensEstimated: false,
  searchPages: 0,
  lookups: 0,
};

export function sum(uses: readonly PricedUsage[]): PricedUsage {
  const total = (amount: (use: PricedUsage) => number) => uses.reduce((all, use) => all + amount(use), 0);
  const dollars = uses.every((use) => use.dollars !== undefined)
    ? total((use) => use.dollars ?? 0)
    : undefined;
  return {
    modelCalls: total((use) => use.modelCalls),
    inputTokens: total((use) => use.inputTokens),
    outputTokens: total((use) => use.outputTokens),
    tokensEstimated: uses.some((use) => use.tokensEstimated),
    searchPages: total((use) => use.searchPages),
    lookups: total((use) => use.lookups),
    dollars,
  };
}
