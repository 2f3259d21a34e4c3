import { APOLOGY } from '#shared/errors.ts';
import type { Message, Outcome } from '#shared/message.ts';
import type { DisplayData } from '#shared/results.ts';
import { Conversation, FailedAnswer } from '#web/features/chats/components/index.ts';
import { useChatActions, useIsLoading, useMessages, useSearchView } from '#web/features/chats/index.ts';
import { ProgressPanel } from '#web/features/search/index.ts';
import { lazyComponent } from '#web/lib/lazy.ts';
import { Part, PartMissing } from '#web/ui/index.ts';

/** A chat's messages with their directories, and the answer that is coming about. */
export function ShownConversation({ title }: { title: string }) {
  return <Conversation title={title} renderResults={renderResults} live={<LiveAnswer />} />;
}

const renderResults = ({ metadata }: Message) => <LazyResults data={metadata?.profileDisplayData} />;

/** The answer while it comes about: the steps, and the people found so far. Where none came, what there was and the way on. */
function LiveAnswer() {
  const { search, loadingMessage, isRunning } = useSearchView();
  const messages = useMessages();
  const isLoading = useIsLoading();
  const { retry } = useChatActions();
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

const Results = lazyComponent(() => import('#web/features/results/index.ts'), 'Results');

function LazyResults({ data, provisional }: { data: DisplayData | undefined; provisional?: boolean }) {
  if (data === undefined) return null;
  return (
    <Part
      loading={<div className="h-72 animate-breathe rounded-large bg-well" />}
      missing={<PartMissing>These results could not be shown.</PartMissing>}
    >
      <Results data={data} provisional={provisional ?? false} />
    </Part>
  );
}
