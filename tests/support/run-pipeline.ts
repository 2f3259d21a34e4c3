import type { SearchDeps } from '#functions/pipeline/context.ts';
import { runSearch } from '#functions/pipeline/run.ts';
import type { Search, SearchEvent } from '#shared/search.ts';
import type { SearchPlan } from '#shared/search-request.ts';
import type { ProgressStep } from '#shared/steps.ts';
import { type FakeProviders, fakeProviders } from './fake-providers.ts';

const NOW = Date.UTC(2026, 10, 21);

export interface PipelineRun {
  events: SearchEvent[];
  providers: FakeProviders;
  /** Every requested pause, in milliseconds. */
  pauses: number[];
  logged: string[];
}

type Overrides = Partial<Pick<SearchDeps, 'pause' | 'signal' | 'sensitiveCriteria'>> & {
  deepResearch?: boolean;
  content?: string;
  plan?: SearchPlan;
  onEvent?: (event: SearchEvent) => void;
};

/** Runs the pipeline over fake providers to its end and records everything it emits. */
export async function runPipeline(
  providers: FakeProviders = fakeProviders(),
  overrides: Overrides = {},
): Promise<PipelineRun> {
  const run: PipelineRun = { events: [], providers, pauses: [], logged: [] };
  const search: Search = {
    searchId: 'search_1',
    chatId: 'chat_1',
    userId: 'anonymous',
    assistantMessageId: 'msg_2',
    deepResearch: overrides.deepResearch ?? true,
    userMessage: {
      id: 'msg_1',
      chatId: 'chat_1',
      userId: 'anonymous',
      role: 'user',
      content: overrides.content ?? 'Peruvians studying computer science',
      timestamp: new Date(NOW).toISOString(),
    },
  };
  await runSearch(
    search,
    {
      providers,
      clock: () => NOW,
      pause: async (milliseconds, signal) => {
        run.pauses.push(milliseconds);
        await overrides.pause?.(milliseconds, signal);
      },
      emit: (event) => {
        run.events.push(event);
        overrides.onEvent?.(event);
      },
      log: (message) => run.logged.push(message),
      signal: overrides.signal ?? new AbortController().signal,
      sensitiveCriteria: overrides.sensitiveCriteria ?? 'score',
    },
    overrides.plan,
  );
  return run;
}

const ofType = <Type extends SearchEvent['type']>(run: PipelineRun, type: Type) =>
  run.events.filter((event): event is Extract<SearchEvent, { type: Type }> => event.type === type);

export const stepsOf = (run: PipelineRun): ProgressStep[] => ofType(run, 'step').map((event) => event.data);
export const lastStep = (run: PipelineRun, id: ProgressStep['id']): ProgressStep | undefined =>
  stepsOf(run).findLast((step) => step.id === id);
export const messageOf = (run: PipelineRun) => ofType(run, 'message')[0]?.data;
export const profilesOf = (run: PipelineRun) => ofType(run, 'profiles').map((event) => event.data);
export const doneOf = (run: PipelineRun) => ofType(run, 'done').map((event) => event.data);
/** The answer's cards, as displayed. */
export const cardsOf = (run: PipelineRun) => {
  const data = messageOf(run)?.metadata?.profileDisplayData;
  return [...(data?.verifiedProfiles ?? []), ...(data?.otherProfiles ?? [])];
};
