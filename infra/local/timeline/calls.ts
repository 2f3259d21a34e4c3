import type { CompletionTask, ProviderKind } from '#functions/providers/ports.ts';
import { STEPS, type StepId } from '#shared/steps.ts';
import type { RecordedCall, RecordedRequest, Recording } from '../recording/format.ts';
import { requestKey } from '../recording/requests.ts';
import { type Outcome, type PricedUsage, type ReadOptions, readChat, readOutcome, sum } from './outcome.ts';

/** A recorded search as a timeline: the calls of each step on a common scale. Times are in milliseconds since the search began. */
export interface Timeline {
  /** `order` if the recording has no times: every attempt then takes one unit of `end`, one after the other. */
  scale: 'time' | 'order';
  end: number;
  steps: readonly TimelineStep[];
  total: PricedUsage;
}

export interface TimelineStep {
  /** Undefined for calls that do not say what they are for. */
  id: StepId | undefined;
  calls: readonly Call[];
  total: PricedUsage;
}

/** One request to a provider, with all its attempts. */
export interface Call {
  kind: ProviderKind;
  /** The task of a model call, if it names one. */
  task: string | undefined;
  attempts: readonly Attempt[];
  total: PricedUsage;
}

export interface Attempt extends Outcome {
  start: number;
  end: number;
}

/** Groups a recording's attempts into calls, and calls into the steps they belong to. */
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

/** Until the last chunk of the body arrived. */
const durationOf = ({ outcome }: RecordedCall): number =>
  'failed' in outcome ? outcome.after : (outcome.chunks.at(-1)?.[0] ?? outcome.after);

/** Repeating a failed request is a further attempt; repeating it in parallel, or after a success, is a separate call. */
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

/** The first line of a model call's instructions names its task. */
function taskOf(request: RecordedRequest): string | undefined {
  const [first] = readChat(request)?.messages ?? [];
  return /^Task: ([\w-]{1,40})\n/.exec(first?.content ?? '')?.[1];
}
