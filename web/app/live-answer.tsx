import { APOLOGY } from '#shared/errors.ts';
import type { Outcome } from '#shared/outcome.ts';
import { FailedAnswer } from '#web/features/chats/components/index.ts';
import { useChat } from '#web/features/chats/index.ts';
import { ProgressPanel } from '#web/features/search/components/index.ts';
import { LazyResults } from './lazy-results.tsx';

/** The answer while it comes about: the steps, and the people found so far. Where none came, what there was and the way on. */
export function LiveAnswer() {
  const { search, loadingMessage, messages, isLoading, retry } = useChat();
  const isRunning = loadingMessage !== undefined || (search !== undefined && search.phase !== 'finished');
  if (isRunning) {
    return (
      <div className="flex flex-col gap-4 pb-6">
        <ProgressPanel
          steps={search?.steps ?? []}
          loadingMessage={loadingMessage}
          isDeep={search?.profiles?.useDeepResearch === true}
          isReconnecting={search?.isReconnecting ?? false}
        />
        <LazyResults data={search?.profiles} provisional />
      </div>
    );
  }
  const last = messages.at(-1);
  if (last?.role !== 'user' || isLoading) return null;
  return (
    <div className="flex flex-col gap-4 pb-6">
      <FailedAnswer stopped={search?.outcome === 'stopped'} onRetry={() => void retry(last.id)}>
        {describeEnd(search?.outcome)}
      </FailedAnswer>
      <LazyResults data={search?.profiles} />
    </div>
  );
}

function describeEnd(outcome: Outcome | undefined): string {
  if (outcome === 'stopped') return 'You stopped this search.';
  return outcome === undefined ? 'There is no answer to this request.' : APOLOGY;
}
