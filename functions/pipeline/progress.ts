import type { StepId, StepStatus } from '#shared/steps.ts';
import { STEPS } from '#shared/steps.ts';
import { toTimestamp } from '#shared/timestamp.ts';
import type { SearchTools } from './context.ts';
import { StopRequested } from './context.ts';

const DESCRIPTIONS: Readonly<Record<StepId, string>> = {
  'query-generation': 'Turning your request into a web search',
  'profile-search': 'Searching the web for matching LinkedIn profiles',
  'ai-filtering': 'Scoring every profile against your criteria',
  'deep-verification': 'Checking the best profiles against their full records',
  'final-analysis': 'Comparing the verified profiles',
  formatting: 'Putting the directory together',
};

/** One step while it runs. Each call sends the step anew, with all its details so far. */
export interface StepProgress {
  /** Replaces the details, one readable line each. */
  show(details: readonly string[]): void;
  complete(details?: readonly string[]): void;
  fail(reason: string): void;
}

/** Starts a step: sends it as active. A step that ends after the person asked to stop ends as stopped, however it went. */
export function startStep(tools: Pick<SearchTools, 'emit' | 'clock' | 'signal'>, id: StepId): StepProgress {
  const title = STEPS.find((step) => step.id === id)?.title ?? id;
  let details: readonly string[] = [];
  const send = (status: StepStatus) =>
    tools.emit({
      type: 'step',
      data: {
        id,
        title,
        description: DESCRIPTIONS[id],
        status,
        timestamp: toTimestamp(tools.clock()),
        ...(details.length > 0 && { details: [...details] }),
      },
    });
  const end = (status: 'completed' | 'error', lines: readonly string[]) => {
    const stopped = tools.signal.reason instanceof StopRequested;
    details = stopped ? [...details, 'Stopped'] : lines;
    send(stopped ? 'error' : status);
  };
  send('active');
  return {
    show(lines) {
      details = lines;
      send('active');
    },
    complete: (lines = details) => end('completed', lines),
    fail: (reason) => end('error', [...details, reason]),
  };
}
