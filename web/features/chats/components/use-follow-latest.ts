import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

/** CSS pixels from the end within which a reader counts as being at the end. */
const END_THRESHOLD = 48;
/**
 * CSS pixels left free above a turn that is taller than the screen. An answer's text and changes are up to this much higher than the
 * progress line they replace. The people below stay in place, so the question moves up instead, and must not end up covered.
 */
const SCROLL_MARGIN = 72;

/** Milliseconds after a click within which changes count as its effect. */
const CLICK_EFFECT_DURATION = 1_000;

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

/** What is clicked stays in place: its row and, within that, a part marked `data-stays`, as such a part changes the content above it. */
interface Click {
  row: HTMLElement;
  kept: readonly Element[];
  snapshot: ViewSnapshot;
  /** On the clock of `performance.now()`. */
  until: number;
}

/** Whether a click is so recent that what changes now is its effect. */
export const isRecentClick = (click: Click | undefined): click is Click =>
  click !== undefined && performance.now() < click.until;

/** What is in view of an answer. */
interface ViewSnapshot {
  /** The element to keep in place, then the ones to try if it is gone. */
  landmarks: readonly Landmark[];
  /** The view's scroll position at that time. */
  scrollTop: number;
}

interface AnswerSnapshot extends ViewSnapshot {
  /** People are being read: the directory starts above the visible area. */
  isInDirectory: boolean;
}

interface Landmark {
  element: Element;
  /** CSS pixels from the start of its answer; the list of messages compensates for changes above that. */
  offset: number;
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
      setAway(distanceToEnd(view) > END_THRESHOLD * 2);
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

/**
 * What is being read of the newest answer: people, or the directory as a whole. Once it has its answer, nobody in the directory changes
 * places, so a scroll need not look for the people in view.
 */
function snapshotAnswer(view: HTMLElement, isUnanswered: boolean): AnswerSnapshot | undefined {
  const answer = newestRowIn(view);
  const directory = answer?.querySelector('[data-directory]');
  if (!answer || !directory) return undefined;
  const top = view.getBoundingClientRect().top + coveredTop(view);
  const isInDirectory = directory.getBoundingClientRect().top < top;
  const people = isUnanswered && isInDirectory ? findPeopleInView(directory, view, top) : [];
  return { ...takeSnapshot(view, answer, [...people, directory]), isInDirectory };
}

function takeSnapshot(view: HTMLElement, row: Element, elements: readonly Element[]): ViewSnapshot {
  const start = row.getBoundingClientRect().top;
  const landmarks = elements.map((element) => ({
    element,
    offset: element.getBoundingClientRect().top - start,
  }));
  return { landmarks, scrollTop: view.scrollTop };
}

function clickAt(view: HTMLElement, target: Element): Click | undefined {
  const row = target.closest<HTMLElement>(ROW_SELECTOR);
  if (row === null) return undefined;
  const part = target.closest('[data-stays]');
  const kept = part ? [part] : [];
  return {
    row,
    kept,
    snapshot: takeSnapshot(view, row, kept),
    until: performance.now() + CLICK_EFFECT_DURATION,
  };
}

/** The people in view, preceded by the first visible part of the topmost one, who may start above the view. */
function findPeopleInView(directory: Element, view: HTMLElement, top: number): Element[] {
  const { bottom } = view.getBoundingClientRect();
  const people = [...directory.querySelectorAll('[data-profile]')].filter((person) => {
    const box = person.getBoundingClientRect();
    return box.bottom > top && box.top < bottom;
  });
  const parts = [...(people[0]?.querySelectorAll('*') ?? [])];
  const read = parts.find((part) => part.checkVisibility() && part.getBoundingClientRect().top >= top);
  return read === undefined ? people : [read, ...people];
}

/**
 * Scrolls by as much as the content above what is being read has grown or shrunk. It does not restore a position on the screen, since a
 * scroll of the last moment has not been recorded yet.
 * @param maxScroll CSS pixels to scroll down at most
 * @returns the CSS pixels by which the content has grown, negative if it has shrunk
 */
function keepInPlace(
  view: HTMLElement,
  row: Element,
  snapshot: ViewSnapshot,
  maxScroll = Number.POSITIVE_INFINITY,
): number {
  const kept = snapshot.landmarks.find(({ element }) => row.contains(element) && element.checkVisibility());
  if (kept === undefined) return 0;
  const { top } = kept.element.getBoundingClientRect();
  const grown = top - row.getBoundingClientRect().top - kept.offset;
  if (grown === 0) return 0;
  // If the conversation became shorter, the browser has clamped the scroll position to its end.
  const from = distanceToEnd(view) < 1 ? Math.max(snapshot.scrollTop, view.scrollTop) : view.scrollTop;
  const previousTop = top + view.scrollTop - from - grown;
  if (previousTop > view.getBoundingClientRect().bottom) return 0;
  view.scrollTop = from + Math.min(grown, maxScroll);
  return grown;
}

function keepNewestInPlace(
  view: HTMLElement | null,
  snapshot: ViewSnapshot | undefined,
  maxScroll?: number,
): number {
  const answer = view && newestRowIn(view);
  return answer && snapshot ? keepInPlace(view, answer, snapshot, maxScroll) : 0;
}

/** CSS pixels by which the newest question can move up and still be fully in view; undefined if it is not. */
function roomAboveTurn(view: HTMLElement | null): number | undefined {
  const turn = view && newestTurnIn(view);
  if (!turn) return undefined;
  const room = turn.getBoundingClientRect().top - view.getBoundingClientRect().top - coveredTop(view);
  return room < 0 ? undefined : room;
}

/** A row of the conversation, not an item of a list within an answer. */
const ROW_SELECTOR = 'li[data-index]';
const newestRowIn = (view: HTMLElement) => view.querySelector(`${ROW_SELECTOR}:last-child`);

const newestTurnIn = (view: HTMLElement) => [...view.querySelectorAll('[data-turn]')].at(-1);

const distanceToEnd = (view: HTMLElement) => view.scrollHeight - view.clientHeight - view.scrollTop;

function restingTop(view: HTMLElement): number {
  const end = view.scrollHeight - view.clientHeight;
  const latest = newestTurnIn(view);
  if (latest === undefined) return end;
  const top = latest.getBoundingClientRect().top - view.getBoundingClientRect().top + view.scrollTop;
  return Math.min(end, Math.max(0, top - SCROLL_MARGIN - coveredTop(view)));
}

/** CSS pixels at the top of the view that the page's header covers, unless it scrolls away. */
function coveredTop(view: HTMLElement): number {
  const header = view.querySelector('header');
  return header !== null && getComputedStyle(header).position === 'sticky' ? header.offsetHeight : 0;
}

/** Not smoothly: content laid out on the way would overtake the scroll. */
function jumpToEnd(view: HTMLElement | null) {
  view?.scrollTo({ top: view.scrollHeight, behavior: 'instant' });
}

/** Scrolls only downwards, so that what is being read never moves back. */
function scrollToLatest(view: HTMLElement | null) {
  if (view === null) return;
  const top = restingTop(view);
  if (view.scrollTop < top) view.scrollTop = top;
}
