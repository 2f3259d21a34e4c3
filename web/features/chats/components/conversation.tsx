import { useVirtualizer, type VirtualItem, type Virtualizer } from '@tanstack/react-virtual';
import { type ComponentType, type RefObject, useCallback, useEffect, useMemo, useRef } from 'react';
import { createPortal } from 'react-dom';
import type { Message } from '#shared/message.ts';
import { classNames, Icon } from '#web/ui/index.ts';
import { useIsLoading, useIsSending, useMessages, usePage } from '../chat-context.tsx';
import { useFollowLatest } from './use-follow-latest.ts';
import { UserMessage } from './user-message.tsx';

/** Messages drawn when a chat opens. */
const NEWEST = 24;
/** Messages drawn before the reader has come to them. */
const SPARE = 12;
/** Roughly the CSS pixels of a message that has not been measured. */
const DESIGNED = 200;

/** What an answer is drawn from. */
export interface AnswerProps {
  /** Undefined while it comes about, or where it never came. */
  message: Message | undefined;
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

/** The messages of the current chat, following the newest. Mount one per chat. */
export function Conversation({ title, scroller, gap, Answer }: ConversationProps) {
  const messages = useMessages();
  const question = messages.findLast(({ role }) => role === 'user');
  const shown = useMemo(() => messages.filter(({ role }) => role !== 'tool'), [messages]);
  const isUnanswered = shown.at(-1)?.role === 'user';
  const drawn = useDrawnMessages(scroller, shown, isUnanswered ? shown.length + 1 : shown.length);
  const isOwnTurn = useIsOwnTurn(question);
  const { isAway, jump } = useFollowLatest(scroller, { turnId: question?.id, isOwnTurn, isUnanswered });
  return (
    <div className="mx-auto w-full max-w-column flex-1 @pair:px-6 px-gutter py-6">
      <h1 tabIndex={-1} className="sr-only">
        {title}
      </h1>
      <MessageList messages={shown} isUnanswered={isUnanswered} Answer={Answer} {...drawn} />
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
        <Icon name="arrow-down" />
      </button>
    </div>
  );
}

/** Whether a message has been sent from this very page, and not yet answered. */
const useIsOwnTurn = ({ id = '', chatId = '' }: Partial<Message> = {}): boolean =>
  usePage(({ sends }) => sends[chatId]?.messageId === id && !sends[chatId].isFollowed);

interface MessageListProps extends DrawnMessages, Pick<ConversationProps, 'Answer'> {
  messages: readonly Message[];
  /** The newest question has no answer: one more row stands for it. */
  isUnanswered: boolean;
}

/** What is far off the screen is laid out only when it comes near. */
function MessageList({ messages, first, skipped, measure, isUnanswered, Answer }: MessageListProps) {
  const isSending = useIsSending();
  const canRetry = !useIsLoading() && !isSending;
  const last = messages.length - 1;
  const rows = messages.slice(first).map((message, offset) => {
    const index = first + offset;
    const isLatest = index === last;
    return (
      <li
        key={keyOf(messages, index)}
        ref={measure}
        data-index={index}
        data-message={message.id}
        data-turn={message.role === 'user' ? '' : undefined}
        style={offset === 0 && skipped > 0 ? { marginTop: skipped } : undefined}
        className={classNames(
          'print:mt-0! pb-6',
          last - index > 2 && message.role === 'assistant' && 'defer-layout',
        )}
      >
        {message.role === 'user' ? (
          <UserMessage content={message.content} />
        ) : (
          <Answer message={message} isLatest={isLatest} canRetry={isLatest && canRetry} />
        )}
      </li>
    );
  });
  if (isUnanswered)
    rows.push(
      <li
        key={keyOf(messages, messages.length)}
        ref={measure}
        data-index={messages.length}
        className="print:mt-0! pb-6"
      >
        <Answer message={undefined} isLatest canRetry={canRetry} />
      </li>,
    );
  return (
    <ol aria-label="Messages" className="flex flex-col">
      {rows}
    </ol>
  );
}

/** An answer is known by its question, before and after it is there. */
function keyOf(messages: readonly Message[], index: number): string {
  const message = messages[index];
  const before = messages[index - 1];
  if (message?.role === 'user' || before?.role !== 'user') return message?.id ?? 'answer';
  return `${before.id} answer`;
}

type DrawnMessages = ReturnType<typeof useDrawnMessages>;

/** Which messages of a long chat are drawn: the newest, and back to the oldest one that the reader has come near. */
function useDrawnMessages(
  scroller: RefObject<HTMLElement | null>,
  messages: readonly Message[],
  /** Of rows: an answer to come has one. */
  count: number,
) {
  const oldest = useRef(Number.POSITIVE_INFINITY);
  // A chat opens at its end: until it has been scrolled there its beginning only seems to be in sight.
  const hasOpened = useRef(false);
  const virtualizer = useVirtualizer<HTMLElement, Element>({
    count,
    getScrollElement: () => scroller.current,
    estimateSize: () => DESIGNED,
    getItemKey: useCallback((index: number) => keyOf(messages, index), [messages]),
    initialRect: { width: 0, height: DESIGNED },
    rangeExtractor: ({ startIndex }) => {
      const near = hasOpened.current ? startIndex - SPARE : count;
      oldest.current = Math.max(0, Math.min(oldest.current, near, count - NEWEST));
      return Array.from({ length: count - oldest.current }, (_, row) => oldest.current + row);
    },
    useFlushSync: false,
  });
  virtualizer.shouldAdjustScrollPositionOnItemSizeChange = keepsPlace;
  useEffect(() => {
    const open = () => {
      hasOpened.current = true;
    };
    scroller.current?.addEventListener('scroll', open, { once: true, passive: true });
  }, [scroller]);
  const [oldestDrawn] = virtualizer.getVirtualItems();
  return {
    /** Index of the first message to draw; all that follow are drawn. */
    first: oldestDrawn?.index ?? Math.max(0, count - NEWEST),
    /** Height in CSS pixels of the messages before it. */
    skipped: oldestDrawn?.start ?? 0,
    /** For each message's element, which names its index as `data-index`. */
    measure: virtualizer.measureElement,
  };
}

/** What is being read stays where it is when something above it turns out to be higher than it was thought. */
function keepsPlace(
  { key, start, end }: VirtualItem,
  _delta: number,
  { itemSizeCache, scrollOffset }: Virtualizer<HTMLElement, Element>,
): boolean {
  const top = scrollOffset ?? 0;
  return itemSizeCache.has(key) ? end <= top : start < top;
}
