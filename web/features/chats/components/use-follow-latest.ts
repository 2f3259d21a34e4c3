import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { distanceToEnd, jumpToEnd, restingTop, roomAboveTurn, scrollToLatest } from './newest-turn.ts';
import {
  type AnswerSnapshot,
  type Click,
  clickAt,
  isRecentClick,
  keepInPlace,
  keepNewestInPlace,
  snapshotAnswer,
  takeSnapshot,
} from './reading-place.ts';

/** CSS pixels from the end within which a reader counts as being at the end. */
const END_THRESHOLD = 48;

interface FollowOptions {
  turnId: string | undefined;
  choice: unknown;
  isOwnTurn: boolean;
  isResumedTurn: boolean;
  isUnanswered: boolean;
  isStopped: boolean;
  moreRequestId: string | undefined;
}

/** The reader's position. */
export interface Reader {
  /** The page follows the newest turn. */
  follows: boolean;
  /** The page is where it has scrolled to by itself. */
  isAtRest: boolean;
  /** The reader's last click. */
  lastClick?: Click | undefined;
}

/**
 * Keeps the newest turn in view while it grows, unless the reader has scrolled up: its end while it fits on the screen, after that its
 * beginning, so that a long directory is read from its first card. While the search runs, the people being read stay in place, whatever
 * happens to the others.
 * @param reader is kept up to date.
 * @param options.turnId changes when a new turn begins.
 * @param options.choice changes when the reader chooses another version of a question; the view then stays where it is.
 * @param options.isOwnTurn the turn was begun on this page: it is scrolled to from anywhere. One from another tab or device is scrolled
 * to only if the reader is at the end.
 * @param options.isResumedTurn the turn was under way in this browser when the chat opened, and is shown after the stored messages: it is
 * scrolled to unless the reader has scrolled since.
 * @param options.isUnanswered when this ends, the answer's text replaces the progress: the people below it stay where they are on the
 * screen.
 * @param options.isStopped the reader has stopped the search: the question stays in view, even if people who are not being read move.
 * @param options.moreRequestId the question by which the reader, wherever they are, searches for more people: its progress, below all
 * people, is scrolled to.
 */
export function useFollowLatest(
  scroller: RefObject<HTMLElement | null>,
  reader: RefObject<Reader>,
  { turnId, choice, isOwnTurn, isResumedTurn, isUnanswered, isStopped, moreRequestId }: FollowOptions,
) {
  /** Whether the end of the conversation was in view. */
  const isAtEnd = useRef(true);
  /** Turns that have begun: the newest can be missing from the messages for a moment while its answer is processed. */
  const [turns] = useState(() => new Set([turnId]));
  const lastChoice = useRef(choice);
  const lastMoreRequestId = useRef(moreRequestId);
  const lastTop = useRef(0);
  const lastSnapshot = useRef<AnswerSnapshot>(undefined);
  /** Whether the end of the conversation is out of view. */
  const [isAway, setAway] = useState(false);

  // All chats share one scroller, so it is reset for the next one.
  useLayoutEffect(() => {
    const view = scroller.current;
    return () => view?.scrollTo({ top: 0, behavior: 'instant' });
  }, [scroller]);

  useLayoutEffect(() => {
    const view = scroller.current;
    const maxScroll =
      isStopped && lastSnapshot.current?.isInDirectory === false ? roomAboveTurn(view) : undefined;
    if (!isUnanswered && keepNewestInPlace(view, lastSnapshot.current, maxScroll) < 0)
      reader.current.follows = false;
  }, [scroller, reader, isUnanswered, isStopped]);

  useLayoutEffect(() => {
    if (lastChoice.current === choice) return;
    lastChoice.current = choice;
    turns.add(turnId);
    reader.current.follows = false;
  }, [turns, reader, turnId, choice]);

  useLayoutEffect(() => {
    if (!turns.has(turnId))
      reader.current.follows = isOwnTurn || isAtEnd.current || (isResumedTurn && reader.current.isAtRest);
    turns.add(turnId);
    if (reader.current.follows) scrollToLatest(scroller.current);
  }, [scroller, reader, turns, turnId, isOwnTurn, isResumedTurn]);

  useLayoutEffect(() => {
    if (lastMoreRequestId.current === moreRequestId) return;
    lastMoreRequestId.current = moreRequestId;
    if (moreRequestId !== undefined) jumpToEnd(scroller.current);
  }, [scroller, moreRequestId]);

  const keepReaderInPlace = useEffectEvent(() => {
    const { lastClick } = reader.current;
    const view = scroller.current;
    if (view && isRecentClick(lastClick) && lastClick.kept.length > 0) {
      if (keepInPlace(view, lastClick.row, lastClick.snapshot) < 0) reader.current.follows = false;
    } else if (isUnanswered && lastSnapshot.current?.isInDirectory)
      keepNewestInPlace(view, lastSnapshot.current);
  });

  const updateSnapshots = useEffectEvent((view: HTMLElement) => {
    const { lastClick } = reader.current;
    lastSnapshot.current = snapshotAnswer(view, isUnanswered);
    if (isRecentClick(lastClick)) lastClick.snapshot = takeSnapshot(view, lastClick.row, lastClick.kept);
  });

  useEffect(() => {
    const view = scroller.current;
    const content = view?.firstElementChild;
    if (view === null || !content) return;
    const onScroll = () => {
      // Changes made before the frame are laid out by the time of its scroll event: first make up for those.
      keepReaderInPlace();
      const { scrollTop } = view;
      // A page that has grown lags behind without anyone having scrolled: only scrolling up ends following.
      if (scrollTop >= restingTop(view) - END_THRESHOLD) reader.current.follows = true;
      else if (scrollTop < lastTop.current) reader.current.follows = false;
      lastTop.current = scrollTop;
      recordPosition();
    };
    const recordPosition = () => {
      updateSnapshots(view);
      isAtEnd.current = distanceToEnd(view) <= END_THRESHOLD;
      reader.current.isAtRest = Math.abs(view.scrollTop - restingTop(view)) <= END_THRESHOLD;
      recordEnd();
    };
    // In a low window the button that this brings or removes takes room. What it moved while it is being pressed would not be clicked, so
    // that waits; and nothing is pressed between a scroll and its effect, which React would otherwise draw a moment later.
    const recordEnd = () => {
      const isFar = distanceToEnd(view) > END_THRESHOLD * 2;
      if (!content.matches(':active')) flushSync(() => setAway(isFar));
    };
    const observer = new ResizeObserver(() => {
      keepReaderInPlace();
      if (reader.current.follows) scrollToLatest(view);
      // If layout has moved the page, the reader has not scrolled.
      lastTop.current = view.scrollTop;
      recordPosition();
    });
    observer.observe(content);
    observer.observe(view);
    const onClick = ({ target }: Event) => {
      if (target instanceof Element) reader.current.lastClick = clickAt(view, target);
      recordEnd();
    };
    view.addEventListener('scroll', onScroll, { passive: true });
    view.addEventListener('click', onClick, { capture: true });
    return () => {
      observer.disconnect();
      view.removeEventListener('scroll', onScroll);
      view.removeEventListener('click', onClick, { capture: true });
    };
  }, [scroller, reader]);

  return { isAway, jump: () => jumpToEnd(scroller.current) };
}
