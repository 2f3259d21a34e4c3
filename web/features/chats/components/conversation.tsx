import { useVirtualizer, type VirtualItem, type Virtualizer } from '@tanstack/react-virtual';
import { type ComponentType, type RefObject, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { useStore } from 'zustand/react';
import type { Message } from '#shared/message.ts';
import { classNames, Icon } from '#web/ui/index.ts';
import { ARROW_DOWN } from '#web/ui/later-icons.ts';
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
import { isJust, type Reader, useFollowLatest } from './use-follow-latest.ts';

/** Rows drawn when a chat opens. */
const NEWEST = 24;
/** Rows drawn before the reader has come to them. */
const SPARE = 12;
/** Roughly the CSS pixels of a row that has not been measured. */
const DESIGNED = 200;

/** What an answer is drawn from. */
export interface AnswerProps {
  /** Its answer is undefined while it comes about, or where it never came. */
  turn: Turn;
  isLatest: boolean;
  canRetry: boolean;
}

interface ConversationProps {
  title: string;
  /** What scrolls, with what stands above the conversation in it. */
  scroller: RefObject<HTMLElement | null>;
  /** Between what scrolls and the input: what stands there covers no text. */
  gap: HTMLElement | null;
  /** Draws an answer. The same component before and after the answer is there, so that what is drawn stays. */
  Answer: ComponentType<AnswerProps>;
}

/** The turns of the current chat, following the newest. Mount one per chat. */
export function Conversation({ title, scroller, gap, Answer }: ConversationProps) {
  const { turns, chosen } = useShownTurns();
  const question = turns.findLast((turn) => turn.question !== undefined)?.question;
  const searchedId = usePage(({ sends, currentChatId = '' }) => sends[currentChatId]?.messageId);
  const rows = useMemo(
    () => turns.flatMap((turn, index) => rowsOf(turn, { isLast: index === turns.length - 1, searchedId })),
    [turns, searchedId],
  );
  const coming = useComingAnswer();
  const answer = turns.at(-1)?.answer ?? coming;
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
    typedForMore: useTypedForMore(),
  });
  // A message goes on from what is shown.
  useEffect(() => void fetchPlanning().catch(() => undefined), []);
  return (
    <div className="mx-auto w-full max-w-column flex-1 @pair:px-6 px-gutter py-6">
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

/** The turns of the current chat that are shown, oldest first, with the choice of versions they follow from. */
function useShownTurns(): { turns: readonly Turn[]; chosen: ChosenVersions } {
  const session = useSession();
  const messages = useMessages();
  const changed = usePage((page) => page.chosen);
  const chosen = useMemo(() => changed ?? chosenVersions(session), [changed, session]);
  const sentAs = usePage((page) => page.sentAs);
  const turns = useMemo(() => shownTurns(messages, chosen, sentAs), [messages, chosen, sentAs]);
  return { turns, chosen };
}

/** The answer that the search in the current chat has, which shows a moment before the chat has it. */
function useComingAnswer(): Message | undefined {
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
  /** The question whose search is under way: another tab may have asked something in the chat since. */
  searchedId: string | undefined;
}

/** Versions of a question take turns in one row. An answer is known by its question, before and after it is there. */
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

/** Whether a message has been sent from this very page, and not yet answered. */
const useIsOwnTurn = ({ id = '', chatId = '' }: Partial<Message> = {}): boolean =>
  usePage(({ sends }) => sends[chatId]?.messageId === id && !sends[chatId].isFollowed);

/** The question, typed on this page, by which more people are looked for in the current chat. */
const useTypedForMore = (): string | undefined =>
  usePage(({ sends, sentAs, currentChatId = '' }) => {
    const { messageId = '', isTyped, isFollowed } = sends[currentChatId] ?? {};
    const isForMore = isTyped && !isFollowed && sentAs[messageId]?.task?.kind === 'more';
    return isForMore ? messageId : undefined;
  });

/** The message whose search was under way in this browser when the chat opened: a reload has left it, or another tab follows it. */
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

/** What is far off the screen is laid out only when it comes near. */
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
            className={classNames('print:mt-0! pb-6', last - index > 2 && !isQuestion && 'defer-layout')}
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

type DrawnRows = ReturnType<typeof useDrawnRows>;

/** Which rows of a long chat are drawn: the newest, and back to the oldest one that the reader has come near. */
function useDrawnRows(
  scroller: RefObject<HTMLElement | null>,
  rows: readonly Row[],
  reader: RefObject<Reader>,
) {
  const count = rows.length;
  const oldest = useRef(Number.POSITIVE_INFINITY);
  // A chat opens at its end: until it has been scrolled there its beginning only seems to be in sight.
  const hasOpened = useRef(false);
  const virtualizer = useVirtualizer<HTMLElement, Element>({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => DESIGNED,
    getItemKey: useCallback((index: number) => rows[index]?.key ?? index, [rows]),
    initialRect: { width: 0, height: DESIGNED },
    rangeExtractor: ({ startIndex }) => {
      const near = hasOpened.current ? startIndex - SPARE : count;
      oldest.current = Math.max(0, Math.min(oldest.current, near, count - NEWEST));
      return Array.from({ length: count - oldest.current }, (_, row) => oldest.current + row);
    },
    useFlushSync: false,
  });
  // Where the page stands at the newest turn, which it follows, it has made up for what has come above that.
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = (item, delta, instance) => {
    const { follows, isAtRest, pressed } = reader.current;
    // What has just been pressed stays where it is, whatever that does to the answers above it.
    if (isJust(pressed)) return item.index < Number(pressed.row.dataset['index']);
    return !(follows && isAtRest && delta > 0) && keepsPlace(item, instance);
  };
  useEffect(() => {
    const open = () => {
      hasOpened.current = true;
    };
    scroller.current?.addEventListener('scroll', open, { once: true, passive: true });
  }, [scroller]);
  const [oldestDrawn] = virtualizer.getVirtualItems();
  return {
    /** Index of the first row to draw; all that follow are drawn. */
    first: oldestDrawn?.index ?? Math.max(0, count - NEWEST),
    /** Height in CSS pixels of the rows before it. */
    skipped: oldestDrawn?.start ?? 0,
    /** For each row's element, which names its index as `data-index`. */
    measure: virtualizer.measureElement,
  };
}

/** What is being read stays where it is when something above it turns out to be higher than it was thought. */
function keepsPlace(
  { key, start, end }: VirtualItem,
  { itemSizeCache, scrollOffset }: Virtualizer<HTMLElement, Element>,
): boolean {
  const top = scrollOffset ?? 0;
  return itemSizeCache.has(key) ? end <= top : start < top;
}
