import { type ComponentProps, memo, type ReactNode, type Ref, useEffect, useRef } from 'react';
import * as v from 'valibot';
import { MessageId } from '#shared/ids.ts';
import { type Message, type Outcome, PARTLY_UNREADABLE } from '#shared/message.ts';
import { type DisplayData, type DisplayProfile, profilesIn } from '#shared/results.ts';
import { APOLOGY } from '#shared/search-errors.ts';
import { useChatChanges } from '#web/features/chats/changes.ts';
import {
  type AnswerProps,
  AssistantMessage,
  Conversation,
  FailedAnswer,
  isBroken,
} from '#web/features/chats/components/index.ts';
import * as chats from '#web/features/chats/index.ts';
import type { SearchView } from '#web/features/chats/search-view.ts';
import { newVersion } from '#web/features/chats/turns/versions.ts';
import { ListChooser, ListNewsToasts } from '#web/features/lists/index.ts';
import { ExportMenu, type Person, peopleOf, useIsTable } from '#web/features/people/index.ts';
import { clipOfAnswer } from '#web/features/results/clips.ts';
import { HideNames } from '#web/features/results/hide-names.tsx';
import { ProgressPanel } from '#web/features/search/index.ts';
import { ShareButton, withoutSharing } from '#web/features/shares/index.ts';
import { Button, lazyComponent, Part } from '#web/ui/index.ts';
import { Directory } from './answer-directory.tsx';
import { useSaving } from './saving.tsx';
import { useScrollRestoration } from './scroll-restoration.ts';
import { useScrollToTarget } from './scroll-to-position.ts';
import { useAnswer } from './shown-answer.ts';

export { readHidden } from '#web/features/lists/index.ts';

/** A chat's messages with their directories, including the answer in progress. */
export function ShownConversation(props: Omit<ComponentProps<typeof Conversation>, 'title' | 'Answer'>) {
  const title = chats.useCurrentTitle() ?? 'Conversation';
  useLinkedAnswer();
  useScrollToTarget(props.scroller);
  useScrollRestoration(props.scroller);
  const hasMessages = chats.useMessages().length > 0;
  if (chats.useAreMessagesMissing() && !hasMessages) return <MissingMessages />;
  return (
    <>
      <Conversation {...props} title={title} Answer={Answer} />
      <ListNewsToasts />
      <ListChooser />
    </>
  );
}

/** Shown in place of a chat whose messages could not be read. */
function MissingMessages() {
  const { selectChat } = chats.useChatActions();
  const chatId = chats.useCurrentChatId() ?? '';
  return (
    <div className="mx-auto flex w-full max-w-column flex-1 flex-col items-start justify-center gap-4 @pair:px-6 px-gutter py-8">
      <h1 tabIndex={-1} className="text-balance font-semibold text-heading outline-none">
        This chat could not be loaded.
      </h1>
      <Button onClick={() => selectChat(chatId)}>Try again</Button>
    </div>
  );
}

/** Scrolls to a linked answer: lists link to `/chat/<id>#<answer>`; returning from sign-in to share one uses a hash of its own. */
function useLinkedAnswer(): void {
  const { page } = chats.useSession();
  const chatId = chats.useCurrentChatId();
  useEffect(() => {
    const messageId = withoutSharing(location.hash).slice(1);
    if (chatId !== undefined && v.is(MessageId, messageId)) page.setState({ sought: { chatId, messageId } });
  }, [page, chatId]);
}

/** An answer with its directory. Before it arrives: the steps and the people found so far, or why there is no answer. */
const Answer = memo(function Answer({ turn, isLatest, canRetry }: AnswerProps) {
  const session = chats.useSession();
  const { ask } = chats.useChatActions();
  const { rate } = useChatChanges();
  const shown = useAnswer(turn);
  const { message, data, hidden, story, title, brokenOff, resultsProps, search } = shown;
  const fallen = resultsProps.controls?.shownFallen ?? [];
  const people = () => (data === undefined ? [] : peopleOf(data, brokenOff, fallen));
  const inTable = useRef<readonly Person[]>(null);
  const request = canRetry ? newVersion(session, turn) : undefined;
  const regenerate = request && (() => void ask(request));
  const progress = search.isRunning && (
    <Progress view={search} data={data} areNamesHidden={resultsProps.areNamesHidden} />
  );
  const noAnswer = canRetry && <NoAnswer outcome={search.search?.outcome} onRetry={regenerate} />;
  // There is nothing to show yet for a question whose search has neither begun nor ended.
  if (message === undefined && search.search === undefined && !progress && !noAnswer) return null;
  return (
    <AssistantMessage
      message={message}
      isLatest={isLatest}
      progress={progress || noAnswer}
      results={<AnswerResults {...{ turn, shown, progress, inTable }} />}
      clip={() => clipOfAnswer(message?.content ?? '', inTable.current ?? people())}
      actions={
        <PeopleActions
          message={message}
          {...{ people, title, hidden }}
          hasPeople={hasAnybody(data, fallen)}
        />
      }
      story={
        story && (
          <Part>
            <Story {...story} />
          </Part>
        )
      }
      onRate={rate}
      onRetry={turn.answer && regenerate}
    />
  );
});

interface AnswerResultsProps extends Pick<AnswerProps, 'turn'> {
  shown: ReturnType<typeof useAnswer>;
  progress: ReactNode;
  inTable: Ref<readonly Person[]>;
}

/** The people of an answer and, below them, the progress or outcome of the search for more. */
function AnswerResults({ turn, shown, progress, inTable }: AnswerResultsProps) {
  const { message, data, story, title, hidden, brokenOff, resultsProps, search } = shown;
  const provisional = search.isRunning && (message === undefined || search.isContinued);
  const saving = useSaving(message, { provisional, brokenOff });
  return (
    <>
      <Directory
        data={data}
        provisional={provisional}
        isContinued={search.isContinued}
        brokenOff={brokenOff}
        answerId={message?.id}
        title={title}
        namesOf={hidden}
        {...resultsProps}
        saving={saving}
        inTable={inTable}
      />
      {turn.answer &&
        (progress || <Continued turn={turn} answers={story?.more} outcome={search.search?.outcome} />)}
    </>
  );
}

interface PeopleActionsProps extends Omit<ComponentProps<typeof ShareButton>, 'kind'> {
  message: Message | undefined;
  hasPeople: boolean;
}

/** Actions on all people of a finished answer. A table brings its own, which respect its filter and selection. */
function PeopleActions({ message, hasPeople, people, title, hidden }: PeopleActionsProps) {
  const isTable = useIsTable('answers');
  if (message === undefined || !hasPeople) return null;
  return (
    <>
      <HideNames answer={message} />
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
      // Step details contain names, and people found only now have no number yet to replace theirs.
      steps={areNamesHidden ? steps.map(({ details: _, ...step }) => step) : steps}
      loadingMessage={loadingMessage}
      isReconnecting={search?.isReconnecting ?? false}
      isBrief={(data?.totalProfiles ?? 0) > 0}
    />
  );
}

interface ContinuedProps extends Pick<AnswerProps, 'turn'> {
  /** The continuations' answers, without names if those are hidden. */
  answers: readonly Message[] | undefined;
  outcome: Outcome | undefined;
}

/** The outcome of the last continuation: of the search for more people, or of one verification. */
function Continued({ turn, answers = [], outcome }: ContinuedProps) {
  const last = turn.continuations.at(-1);
  if (last === undefined) return null;
  const isAnswered = last.role === 'assistant';
  if (isAnswered && last.lost !== undefined)
    return <FailedAnswer onRetry={undefined}>{PARTLY_UNREADABLE}</FailedAnswer>;
  if (isAnswered && !isBroken(last))
    return (
      <p dir="auto" className="max-w-prose whitespace-pre-wrap text-ink-muted">
        {answers.at(-1)?.content}
      </p>
    );
  const isStopped = (isAnswered ? last.metadata?.outcome : outcome) === 'stopped';
  return (
    <FailedAnswer stopped={isStopped} onRetry={undefined}>
      {isAnswered ? answers.at(-1)?.content : describeEnd(outcome)}
    </FailedAnswer>
  );
}

const hasAnybody = (data: DisplayData | undefined, fallen: readonly DisplayProfile[]): boolean =>
  data !== undefined && profilesIn(data).length + fallen.length > 0;

interface NoAnswerProps {
  outcome: Outcome | undefined;
  onRetry: (() => void) | undefined;
}

/** Says why a question has no answer, with a button to try again. */
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
