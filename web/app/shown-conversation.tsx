import { type ComponentProps, memo, type ReactNode, useEffect } from 'react';
import * as v from 'valibot';
import { MessageId } from '#shared/ids.ts';
import { type Message, NOT_WHOLE, type Outcome } from '#shared/message.ts';
import type { DisplayData, DisplayProfile } from '#shared/results.ts';
import { APOLOGY } from '#shared/search-errors.ts';
import { useChatChanges } from '#web/features/chats/changes.ts';
import {
  type AnswerProps,
  AssistantMessage,
  Conversation,
  FailedAnswer,
  isBroken,
} from '#web/features/chats/components/index.ts';
import { useChatActions, useCurrentChatId, useCurrentTitle, useSession } from '#web/features/chats/index.ts';
import type { SearchView } from '#web/features/chats/session.ts';
import { newVersion } from '#web/features/chats/turns/versions.ts';
import { ListNewsToasts } from '#web/features/lists/index.ts';
import { ExportMenu, peopleOf, useIsTable } from '#web/features/people/index.ts';
import { clipOfAnswer } from '#web/features/results/clips.ts';
import { HideNames } from '#web/features/results/hide-names.tsx';
import { ProgressPanel } from '#web/features/search/index.ts';
import { ShareButton } from '#web/features/shares/index.ts';
import { SHARING } from '#web/lib/page.ts';
import { lazyComponent, Part } from '#web/ui/index.ts';
import { Directory } from './answer-directory.tsx';
import { useKeptPlace } from './kept-place.ts';
import { useSaving } from './saving.tsx';
import { useAnswer } from './shown-answer.ts';
import { useSought } from './sought.ts';

export { readHidden } from '#web/features/lists/index.ts';

/** A chat's messages with their directories, and the answer that is coming about. */
export function ShownConversation(props: Omit<ComponentProps<typeof Conversation>, 'title' | 'Answer'>) {
  const title = useCurrentTitle() ?? 'Conversation';
  useLinkedAnswer();
  useSought(props.scroller);
  useKeptPlace(props.scroller);
  return (
    <>
      <Conversation {...props} title={title} Answer={Answer} />
      <ListNewsToasts />
    </>
  );
}

/** A link to one answer, as lists have them, leads to `/chat/<id>#<answer>`, and the way back to sharing one to its own hash. */
function useLinkedAnswer(): void {
  const { page } = useSession();
  const chatId = useCurrentChatId();
  useEffect(() => {
    const messageId = location.hash.replace(`${SHARING}-`, '#').slice(1);
    if (chatId !== undefined && v.is(MessageId, messageId)) page.setState({ sought: { chatId, messageId } });
  }, [page, chatId]);
}

/** An answer with its directory; until it is there, the steps and the people found so far, or why it never came. */
const Answer = memo(function Answer({ turn, isLatest, canRetry }: AnswerProps) {
  const session = useSession();
  const { ask } = useChatActions();
  const { rate } = useChatChanges();
  const shown = useAnswer(turn);
  const { message, data, hidden, told, title, brokenOff, drawn, search } = shown;
  const fallen = drawn.controls?.shownFallen ?? [];
  const people = () => (data === undefined ? [] : peopleOf(data, brokenOff, fallen));
  const request = canRetry ? newVersion(session, turn) : undefined;
  const regenerate = request && (() => void ask(request));
  const progress = search.isRunning && (
    <Progress view={search} data={data} areNamesHidden={drawn.areNamesHidden} />
  );
  const noAnswer = canRetry && <NoAnswer outcome={search.search?.outcome} onRetry={regenerate} />;
  // Nothing can be said yet of a question whose search has neither begun nor ended.
  if (message === undefined && search.search === undefined && !progress && !noAnswer) return null;
  return (
    <AssistantMessage
      message={message}
      isLatest={isLatest}
      progress={progress || noAnswer}
      results={<Found turn={turn} shown={shown} progress={progress} />}
      clip={() => clipOfAnswer(message?.content ?? '', people())}
      actions={
        <PeopleActions
          message={message}
          {...{ people, title, hidden }}
          hasPeople={hasAnybody(data, fallen)}
        />
      }
      story={
        told && (
          <Part>
            <Story {...told} />
          </Part>
        )
      }
      onRate={rate}
      onRetry={turn.answer && regenerate}
    />
  );
});

interface FoundProps extends Pick<AnswerProps, 'turn'> {
  shown: ReturnType<typeof useAnswer>;
  progress: ReactNode;
}

/** The people of an answer, and below them what is, or was, done to find more. */
function Found({ turn, shown, progress }: FoundProps) {
  const { message, data, told, title, hidden, brokenOff, drawn, search } = shown;
  const saving = useSaving(message);
  return (
    <>
      <Directory
        data={data}
        provisional={search.isRunning && (message === undefined || search.isContinued)}
        isContinued={search.isContinued}
        brokenOff={brokenOff}
        answerId={message?.id}
        title={title}
        namesOf={hidden}
        {...drawn}
        saving={saving}
      />
      {turn.answer &&
        (progress || <Continued turn={turn} told={told?.more} outcome={search.search?.outcome} />)}
    </>
  );
}

interface PeopleActionsProps extends Omit<ComponentProps<typeof ShareButton>, 'kind'> {
  message: Message | undefined;
  hasPeople: boolean;
}

/** What can be done with all people of an answer that is there. A table has its own, which know who is filtered and selected. */
function PeopleActions({ message, hasPeople, people, title, hidden }: PeopleActionsProps) {
  const isTable = useIsTable('answers');
  if (message === undefined || !hasPeople) return null;
  return (
    <>
      <HideNames answerId={message.id} />
      {!isTable && (
        <>
          <ExportMenu people={people} title={title} />
          <ShareButton kind="answer" answerId={message.id} {...{ people, title, hidden }} />
        </>
      )}
    </>
  );
}

interface ProgressProps {
  view: SearchView;
  data: DisplayData | undefined;
  areNamesHidden: boolean;
}

function Progress({ view: { search, loadingMessage }, data, areNamesHidden }: ProgressProps) {
  const steps = search?.steps ?? [];
  return (
    <ProgressPanel
      // Details go by names, and whoever has only now been found has no number to stand for theirs.
      steps={areNamesHidden ? steps.map(({ details: _, ...step }) => step) : steps}
      loadingMessage={loadingMessage}
      isReconnecting={search?.isReconnecting ?? false}
      isBrief={(data?.totalProfiles ?? 0) > 0}
    />
  );
}

interface ContinuedProps extends Pick<AnswerProps, 'turn'> {
  /** The answers among the continuations, without names where those are hidden. */
  told: readonly Message[] | undefined;
  outcome: Outcome | undefined;
}

/** What came of asking for more people of an answer, or for more of one of them. */
function Continued({ turn, told = [], outcome }: ContinuedProps) {
  const last = turn.continuations.at(-1);
  if (last === undefined) return null;
  const isAnswered = last.role === 'assistant';
  if (isAnswered && last.lost !== undefined)
    return <FailedAnswer onRetry={undefined}>{NOT_WHOLE}</FailedAnswer>;
  if (isAnswered && !isBroken(last))
    return (
      <p dir="auto" className="max-w-prose whitespace-pre-wrap text-ink-muted">
        {told.at(-1)?.content}
      </p>
    );
  const isStopped = (isAnswered ? last.metadata?.outcome : outcome) === 'stopped';
  return (
    <FailedAnswer stopped={isStopped} onRetry={undefined}>
      {isAnswered ? told.at(-1)?.content : describeEnd(outcome)}
    </FailedAnswer>
  );
}

const hasAnybody = (data: DisplayData | undefined, fallen: readonly DisplayProfile[]): boolean =>
  data !== undefined && data.verifiedProfiles.length + data.otherProfiles.length + fallen.length > 0;

interface NoAnswerProps {
  outcome: Outcome | undefined;
  onRetry: (() => void) | undefined;
}

/** What became of a question without an answer, and the way on. */
const NoAnswer = ({ outcome, onRetry }: NoAnswerProps) => (
  <FailedAnswer stopped={outcome === 'stopped'} onRetry={onRetry}>
    {describeEnd(outcome)}
  </FailedAnswer>
);

function describeEnd(outcome: Outcome | undefined): string {
  if (outcome === 'stopped') return 'You stopped this search.';
  return outcome === undefined ? 'There is no answer to this request.' : APOLOGY;
}

const Story = lazyComponent(() => import('#web/features/chats/components/story.tsx'), 'Story');
