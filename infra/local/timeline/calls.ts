import { STATUS_CODES } from 'node:http';
import * as v from 'valibot';
import type { Prices } from '#functions/config.ts';
import { NOT_UNPACKED } from '#functions/providers/failures.ts';
import type { CompletionTask, ProviderKind } from '#functions/providers/ports.ts';
import { estimateTokens } from '#functions/providers/ports.ts';
import { type AccountOptions, priceOf, type Usage } from '#functions/providers/spending.ts';
import { STEPS, type StepId } from '#shared/steps.ts';
import type { RecordedAnswer, RecordedCall, RecordedRequest, Recording } from '../recording/format.ts';
import { requestKey } from '../recording/requests.ts';

/** What a recording shows of its search: the calls of each step on one scale of time. Times in milliseconds since the search began. */
export interface Timeline {
  /** `order` where the recording has no times: then every attempt takes one unit of `end`, one after the other. */
  scale: 'time' | 'order';
  end: number;
  steps: readonly TimelineStep[];
  total: Use;
}

export interface TimelineStep {
  /** Undefined for calls that say nothing of what they are for. */
  id: StepId | undefined;
  calls: readonly Call[];
  total: Use;
}

/** One thing asked of a provider, in as many attempts as it took. */
export interface Call {
  kind: ProviderKind;
  /** The task of a model call, where it names one. */
  task: string | undefined;
  attempts: readonly Attempt[];
  total: Use;
}

export interface Attempt {
  recorded: RecordedCall;
  start: number;
  end: number;
  /** What was wrong with the outcome, in a few words. */
  failure: string | undefined;
  /** The chat completion, where a model gave one. */
  reply: Reply | undefined;
  use: Use;
}

/** What calls used; `dollars` by the list prices, undefined where one of them is not known. */
export type Use = Usage & { dollars: number | undefined };

export interface ReadOptions extends AccountOptions {
  /** The prices with a model, which is undefined for other providers. */
  pricesOf: (model: string | undefined) => Prices;
}

/** Puts a recording's calls together: attempts into calls, calls into the steps they serve. */
export function readTimeline({ calls: recorded }: Pick<Recording, 'calls'>, options: ReadOptions): Timeline {
  const scale = recorded.some((call) => call.at > 0 || durationOf(call) > 0) ? 'time' : 'order';
  const attempts = recorded.map((call, index): Attempt => {
    const start = scale === 'time' ? call.at : index;
    return { ...readOutcome(call, options), start, end: start + (scale === 'time' ? durationOf(call) : 1) };
  });
  const calls = joinAttempts(attempts);
  const steps = [...STEPS.map(({ id }) => id), undefined].flatMap((id) => {
    const own = calls.filter((call) => stepOf(call) === id);
    return own.length === 0 ? [] : [{ id, calls: own, total: sum(own.map(({ total }) => total)) }];
  });
  return {
    scale,
    end: Math.max(1, ...attempts.map(({ end }) => end)),
    steps,
    total: sum(attempts.map(({ use }) => use)),
  };
}

/** Until the last of the body came. */
const durationOf = ({ outcome }: RecordedCall): number =>
  'failed' in outcome ? outcome.after : (outcome.chunks.at(-1)?.[0] ?? outcome.after);

/** The same request again, after it had failed, is a further attempt; beside it, or after an answer, it is a call of its own. */
function joinAttempts(attempts: readonly Attempt[]): Call[] {
  const open: { key: string; attempts: Attempt[] }[] = [];
  for (const attempt of attempts) {
    const key = requestKey(attempt.recorded.request);
    const before = open.find((call) => {
      const last = call.attempts.at(-1);
      return call.key === key && last?.failure !== undefined && last.end <= attempt.start;
    });
    if (before === undefined) open.push({ key, attempts: [attempt] });
    else before.attempts.push(attempt);
  }
  return open.map(({ attempts: own }) => ({
    kind: own[0]?.recorded.request.provider ?? 'language-model',
    task: own[0] && taskOf(own[0].recorded.request),
    attempts: own,
    total: sum(own.map(({ use }) => use)),
  }));
}

const STEP_OF_TASK: Readonly<Record<CompletionTask, StepId>> = {
  query: 'query-generation',
  scoring: 'ai-filtering',
  assessment: 'deep-verification',
  formatting: 'formatting',
};

function stepOf({ kind, task }: Call): StepId | undefined {
  if (kind === 'web-search') return 'profile-search';
  if (kind === 'profile-data') return 'deep-verification';
  return isTask(task) ? STEP_OF_TASK[task] : undefined;
}

const isTask = (task: string | undefined): task is CompletionTask =>
  task !== undefined && Object.hasOwn(STEP_OF_TASK, task);

const ChatRequest = v.object({
  model: v.optional(v.string()),
  messages: v.array(v.object({ role: v.string(), content: v.string() })),
});

/** The instructions, the data and the rest of what a model was sent; undefined for anything but a chat. */
export function readChat({ body }: RecordedRequest) {
  const chat = v.safeParse(ChatRequest, body);
  return chat.success ? chat.output : undefined;
}

/** The first line of a model call's instructions names its task. */
function taskOf(request: RecordedRequest): string | undefined {
  const [first] = readChat(request)?.messages ?? [];
  return /^Task: ([\w-]{1,40})\n/.exec(first?.content ?? '')?.[1];
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
  usage: v.fallback(v.optional(v.object({ prompt_tokens: tokens, completion_tokens: tokens })), undefined),
});

interface Reply {
  /** As the server names it, which may be more exact than what was asked for. */
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

function readOutcome(recorded: RecordedCall, { pricesOf, chargesForUnknown }: ReadOptions) {
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

const BAD_FINISHES: Readonly<Record<string, string>> = {
  length: 'cut off at its length limit',
  content_filter: 'stopped by a content filter',
  refusal: 'the model declined',
};

function cutOf({ cutBy }: RecordedAnswer): string {
  if (cutBy === 'stopped') return 'stopped in mid-answer';
  return isNotUnpacked(cutBy) ? 'could not be unpacked' : 'broke off in mid-answer';
}

function failureOf({ request, outcome }: RecordedCall, reply: Reply | undefined): string | undefined {
  if ('failed' in outcome)
    return outcome.failed === 'stopped' ? 'stopped before an answer' : `no answer: ${outcome.failed}`;
  if (outcome.ended === 'cut') return cutOf(outcome);
  if (!isSuccess(outcome)) {
    // The ordinary answer about somebody it does not know.
    if (request.provider === 'profile-data' && outcome.status === 404) return undefined;
    return `${outcome.status} ${outcome.statusText || (STATUS_CODES[outcome.status] ?? '')}`.trim();
  }
  if (outcome.json === undefined) return 'not JSON';
  const finish = reply?.finishReason;
  return finish !== undefined && Object.hasOwn(BAD_FINISHES, finish) ? BAD_FINISHES[finish] : undefined;
}

/** What a call used, by the rules by which a search's account counts (functions/providers/spending.ts). */
function usageOf(call: RecordedCall, reply: Reply | undefined, chargesForUnknown: boolean): Usage {
  const { request, outcome } = call;
  const nothing: Usage = { ...NOTHING, modelCalls: request.provider === 'language-model' ? 1 : 0 };
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

/** Answers are paid for, and calls that were given up may have had one; that nobody is known there is an answer some charge for. */
function isPaid({ request, outcome }: RecordedCall, chargesForUnknown: boolean): boolean {
  if ('failed' in outcome) return outcome.failed === 'stopped';
  if (outcome.ended === 'cut') return outcome.cutBy === 'stopped' || isNotUnpacked(outcome.cutBy);
  return (
    isSuccess(outcome) || (chargesForUnknown && request.provider === 'profile-data' && outcome.status === 404)
  );
}

const isNotUnpacked = (code = ''): boolean => NOT_UNPACKED.test(code);

const NOTHING: Usage = {
  modelCalls: 0,
  inputTokens: 0,
  outputTokens: 0,
  tokensEstimated: false,
  searchPages: 0,
  lookups: 0,
};

function sum(uses: readonly Use[]): Use {
  const total = (amount: (use: Use) => number) => uses.reduce((all, use) => all + amount(use), 0);
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
