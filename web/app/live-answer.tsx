import { FailedAnswer } from '#web/features/chats/components/index.ts';
import { useChat } from '#web/features/chats/index.ts';
import { ProgressPanel } from '#web/features/search/components/index.ts';
import { LazyResults } from './lazy-results.tsx';

/** The answer while it comes about: the steps, and the people found so far. After a stop, what there was. */
export function LiveAnswer() {
  const { search, loadingMessage, messages, retry } = useChat();
  const isRunning = loadingMessage !== undefined || (search !== undefined && search.phase !== 'finished');
  const question = messages.findLast(({ role }) => role === 'user');
  if (isRunning) {
    return (
      <div className="flex flex-col gap-4 pb-6">
        <ProgressPanel
          steps={search?.steps ?? []}
          loadingMessage={loadingMessage}
          isDeep={search?.profiles?.useDeepResearch === true}
        />
        <LazyResults data={search?.profiles} provisional />
      </div>
    );
  }
  if (search?.outcome !== 'stopped' || messages.at(-1) !== question) return null;
  return (
    <div className="flex flex-col gap-4 pb-6">
      <FailedAnswer stopped onRetry={question && (() => void retry(question.id))}>
        You stopped this search.
      </FailedAnswer>
      <LazyResults data={search.profiles} />
    </div>
  );
}
