import { type ComponentType, type RefObject, useEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand/react';
import type { Message } from '#shared/message.ts';
import { classNames, Icon } from '#web/ui/index.ts';
import { ARROW_DOWN } from '#web/ui/lazy-icons.ts';
import {
  useCurrentChatId,
  useIsLoading,
  useIsSending,
  useMessages,
  usePage,
  useSession,
} from '../chat-context.tsx';
import { fetchPlanning } from '../turns/send.ts';
import { type ChosenVersions, shownTurns, type Turn } from '../turns/turns.ts';
import { chosenVersions } from '../turns/versions.ts';
import { Question } from './question.tsx';
import { type DrawnRows, useDrawnRows } from './use-drawn-rows.ts';
import { type Reader, useFollowLatest } from './use-follow-latest.ts';

export interface AnswerProps {
  /** Its answer is undefined until it arrives, or if it never did. */
  turn: Turn;
  isLatest: boolean;
  canRetry: boolean;
}

interface ConversationProps {
  title: string;
  /** The scroll container, which also contains the header above the conversation. */
  scroller: RefObject<HTMLElement | null>;
  /** The space between the scroll container and the input: what is placed there covers no text. */
  gap: HTMLElement | null;
  /** Renders an answer. It is the same component before and after the answer arrives, so that it stays mounted. */
  Answer: ComponentType<AnswerProps>;
}

/** The turns of the current chat; the view follows the newest. Mount one per chat. */
export function Conversation({ title, scroller, gap, Answer }: ConversationProps) {
  const { turns, chosen } = useShownTurns();
  const question = turns.findLast((turn) => turn.question !== undefined)?.question;
  const searchedId = usePage(({ sends, currentChatId = '' }) => sends[currentChatId]?.messageId);
  const rows = useMemo(
    () => turns.flatMap((turn, index) => rowsOf(turn, { isLast: index === turns.length - 1, searchedId })),
    [turns, searchedId],
  );
  const searchAnswer = useSearchAnswer();
  const answer = turns.at(-1)?.answer ?? searchAnswer;
  const reader = useRef<Reader>({ follows: true, isAtRest: true });
  const drawn = useDrawnRows(scroller, rows, reader);
  const isOwnTurn = useIsOwnTurn(question);
  const isResumedTurn = useSearchAtStart() === question?.id;
  const { isAway, jump } = useFollowLatest(scroller, reader, {
    turnId: question?.id,
    choice: chosen,
    isOwnTurn,
    isResumedTurn,
    isUnanswered: answer === undefined,
    isStopped: answer?.metadata?.outcome === 'stopped',
    moreRequestId: useMoreRequestId(),
  });
  // The next message is planned from the turns shown.
  useEffect(() => void fetchPlanning().catch(() => undefined), []);
  return (
    <div data-print="flow" className="mx-auto w-full max-w-column flex-1 @pair:px-6 px-gutter room-above">
      <h1 tabIndex={-1} className="sr-only">
        {title}
      </h1>
      <RowList rows={rows} Answer={Answer} {...drawn} />
      {gap &&
        createPortal(
          <>
            <div className="pointer-events-none absolute inset-x-0 bottom-full h-6 bg-linear-to-t from-canvas" />
            {isAway && <JumpButton onJump={jump} />}
          </>,
          gap,
        )}
    </div>
  );
}

/** The shown turns of the current chat, oldest first, and the chosen versions that determine them. */
function useShownTurns(): { turns: readonly Turn[]; chosen: ChosenVersions } {
  const session = useSession();
  const messages = useMessages();
  const changed = usePage((page) => page.chosen);
  const chosen = useMemo(() => changed ?? chosenVersions(session), [changed, session]);
  const sentAs = usePage((page) => page.sentAs);
  const turns = useMemo(() => shownTurns(messages, chosen, sentAs), [messages, chosen, sentAs]);
  return { turns, chosen };
}

/** The answer of the current chat's search, which arrives a moment before the chat has it. */
function useSearchAnswer(): Message | undefined {
  const { searches } = useSession();
  const chatId = useCurrentChatId() ?? '';
  return useStore(searches.store, ({ [chatId]: search }) => search?.assistantMessage);
}

interface Row {
  key: string;
  turn: Turn;
  isQuestion: boolean;
}

interface RowsOptions {
  isLast: boolean;
  /** The question whose search is under way. Not always the last: another tab may have asked something since. */
  searchedId: string | undefined;
}

/** All versions of a question share one key. An answer is keyed by its question, so its key is the same before and after it arrives. */
function rowsOf(turn: Turn, { isLast, searchedId }: RowsOptions): Row[] {
  const { question, answer, versions } = turn;
  const asked = question && { key: versions.ids[0] ?? question.id, turn, isQuestion: true };
  const key = question === undefined ? (answer?.id ?? '') : `${question.id} answer`;
  const answered = { key, turn, isQuestion: false };
  const isDrawn = answer !== undefined || isLast || (question !== undefined && question.id === searchedId);
  return [...(asked ? [asked] : []), ...(isDrawn ? [answered] : [])];
}

function JumpButton({ onJump }: { onJump: () => void }) {
  return (
    <div className="flex justify-center pb-1.5">
      <button
        type="button"
        aria-label="Jump to latest"
        data-tooltip="Jump to latest"
        onClick={onJump}
        className="relative inline-flex size-8 animate-rise items-center justify-center rounded-full bg-raised text-ink-muted shadow-popover hover:text-ink touch:before:absolute touch:before:-inset-1.5"
      >
        <Icon name={ARROW_DOWN} />
      </button>
    </div>
  );
}

/** Whether a message was sent from this page and has not been answered yet. */
const useIsOwnTurn = ({ id = '', chatId = '' }: Partial<Message> = {}): boolean =>
  usePage(({ sends }) => sends[chatId]?.messageId === id && !sends[chatId].isFollowed);

/** The question, typed on this page, whose search for more people is under way in the current chat. */
const useMoreRequestId = (): string | undefined =>
  usePage(({ sends, sentAs, currentChatId = '' }) => {
    const { messageId = '', isTyped, isFollowed } = sends[currentChatId] ?? {};
    const isForMore = isTyped && !isFollowed && sentAs[messageId]?.task?.kind === 'more';
    return isForMore ? messageId : undefined;
  });

/** The message whose search was under way in this browser when the chat opened, left by a reload or followed by another tab. */
function useSearchAtStart(): string | undefined {
  const { remembered, userId } = useSession();
  const chatId = useCurrentChatId();
  const [messageId] = useState(
    () => remembered.list(userId).find((sent) => sent.chatId === chatId)?.messageId,
  );
  return messageId;
}

interface RowListProps extends DrawnRows, Pick<ConversationProps, 'Answer'> {
  rows: readonly Row[];
}

/** Older answers are laid out only when they come near the view. */
function RowList({ rows, first, skipped, measure, Answer }: RowListProps) {
  const isSending = useIsSending();
  const canRetry = !useIsLoading() && !isSending;
  const last = rows.length - 1;
  return (
    <ol aria-label="Messages" className="flex flex-col">
      {rows.slice(first).map(({ key, turn, isQuestion }, offset) => {
        const index = first + offset;
        const isLatest = index === last;
        return (
          <li
            key={key}
            ref={measure}
            data-index={index}
            data-message={(isQuestion ? turn.question : turn.answer)?.id}
            data-turn={isQuestion ? '' : undefined}
            style={offset === 0 && skipped > 0 ? { marginTop: skipped } : undefined}
            className={classNames(
              'print:mt-0! pb-6 print:last:pb-0',
              last - index > 2 && !isQuestion && 'defer-layout',
            )}
          >
            {isQuestion ? (
              <Question turn={turn} isLatest={index >= last - 1} />
            ) : (
              <Answer turn={turn} isLatest={isLatest} canRetry={isLatest && canRetry} />
            )}
          </li>
        );
      })}
    </ol>
  );
}
