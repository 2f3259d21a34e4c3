import { type ComponentProps, memo, useMemo } from 'react';
import { APOLOGY } from '#shared/errors.ts';
import type { Outcome } from '#shared/message.ts';
import type { DisplayData } from '#shared/results.ts';
import { useChatChanges } from '#web/features/chats/changes.ts';
import {
  type AnswerProps,
  AssistantMessage,
  Conversation,
  FailedAnswer,
  isApology,
} from '#web/features/chats/components/index.ts';
import { useChatActions, useMessages, useSearchView } from '#web/features/chats/index.ts';
import { clipOfAnswer } from '#web/features/results/clips.ts';
import { HideNames, useAreNamesHidden } from '#web/features/results/hide-names.tsx';
import { storyWithoutNames, withoutNames } from '#web/features/results/names.ts';
import { ProgressPanel } from '#web/features/search/index.ts';
import { lazyComponent, Part, PartMissing } from '#web/ui/index.ts';
import { useSought } from './sought.ts';

/** A chat's messages with their directories, and the answer that is coming about. */
export function ShownConversation(props: Omit<ComponentProps<typeof Conversation>, 'Answer'>) {
  useSought(props.scroller);
  return <Conversation {...props} Answer={Answer} />;
}

/** An answer with its directory; until it is there, the steps and the people found so far, or why it never came. */
const Answer = memo(function Answer({ message: stored, isLatest, canRetry }: AnswerProps) {
  const { search, loadingMessage, isRunning } = useSearchView({ idle: stored !== undefined });
  const { retry } = useChatActions();
  const { rate } = useChatChanges();
  // The search knows its answer a moment before the chat does.
  const message = stored ?? search?.assistantMessage;
  const { data, told, brokenOff, areNamesHidden } = useShown(message, search?.profiles);
  const isPending = message === undefined && isRunning;
  // Nothing can be said yet of a question whose search has neither begun nor ended.
  if (message === undefined && search === undefined && !isRunning && !canRetry) return null;
  return (
    <AssistantMessage
      message={message}
      isLatest={isLatest}
      progress={
        isRunning ? (
          <ProgressPanel
            steps={search?.steps ?? []}
            loadingMessage={loadingMessage}
            isReconnecting={search?.isReconnecting ?? false}
            isBrief={(data?.totalProfiles ?? 0) > 0}
          />
        ) : (
          canRetry && <NoAnswer outcome={search?.outcome} />
        )
      }
      results={
        data !== undefined && (
          <Part
            loading={<div data-loading className="h-72 animate-breathe rounded-large bg-well" />}
            missing={<PartMissing>These results could not be shown.</PartMissing>}
          >
            <Results
              data={data}
              provisional={isPending}
              brokenOff={!isPending && brokenOff}
              areNamesHidden={areNamesHidden}
            />
          </Part>
        )
      }
      clip={() => clipOfAnswer(message?.content ?? '', data, brokenOff)}
      actions={message !== undefined && hasPeople(data) && <HideNames answerId={message.id} />}
      story={
        told && (
          <Part>
            <Story message={told} />
          </Part>
        )
      }
      onRate={rate}
      onRetry={stored !== undefined && canRetry ? () => void retry(stored.id) : undefined}
    />
  );
});

/** What is shown of an answer's people and of how they were found: without names where the person has hidden them. */
function useShown(message: AnswerProps['message'], foundSoFar: DisplayData | undefined) {
  const found = message === undefined ? foundSoFar : message.metadata?.profileDisplayData;
  const areNamesHidden = useAreNamesHidden(message?.id);
  const brokenOff = isBrokenOff(message);
  return useMemo(() => {
    const shown = { data: found, told: message, brokenOff, areNamesHidden };
    if (found === undefined || !areNamesHidden) return shown;
    const told = message && storyWithoutNames(message, found, brokenOff);
    return { ...shown, data: withoutNames(found, brokenOff), told };
  }, [message, found, areNamesHidden, brokenOff]);
}

/** Whether the search behind a directory ended before its time. Where there is no answer it did. */
const isBrokenOff = (message: AnswerProps['message']): boolean =>
  message === undefined || message.metadata?.outcome === 'stopped' || isApology(message);

const hasPeople = (data: DisplayData | undefined): boolean =>
  data !== undefined && data.verifiedProfiles.length + data.otherProfiles.length > 0;

/** What became of a question without an answer, and the way on. */
function NoAnswer({ outcome }: { outcome: Outcome | undefined }) {
  const { retry } = useChatActions();
  const question = useMessages().at(-1);
  if (question === undefined) return null;
  return (
    <FailedAnswer stopped={outcome === 'stopped'} onRetry={() => void retry(question.id)}>
      {describeEnd(outcome)}
    </FailedAnswer>
  );
}

function describeEnd(outcome: Outcome | undefined): string {
  if (outcome === 'stopped') return 'You stopped this search.';
  return outcome === undefined ? 'There is no answer to this request.' : APOLOGY;
}

const Story = lazyComponent(() => import('#web/features/chats/components/story.tsx'), 'Story');
const Results = lazyComponent(() => import('#web/features/results/index.ts'), 'Results');
