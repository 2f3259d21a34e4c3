import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

/** CSS pixels from the end within which a reader counts as being at the end. */
const NEAR = 48;
/**
 * CSS pixels left free above a turn that is taller than the screen. An answer's text and changes are up to this much higher than the
 * progress line they replace. The people below stay in place, so the question moves up instead, and must not end up covered.
 */
const AIR = 72;

/** Milliseconds after a click within which changes count as its effect. */
const PRESSED = 1_000;

interface FollowOptions {
  turnId: string | undefined;
  choice: unknown;
  isOwnTurn: boolean;
  isResumedTurn: boolean;
  isUnanswered: boolean;
  isStopped: boolean;
  typedForMore: string | undefined;
}

/** The reader's position. */
export interface Reader {
  /** The page follows the newest turn. */
  follows: boolean;
  /** The page is where it has scrolled to by itself. */
  isAtRest: boolean;
  /** The reader's last click. */
  pressed?: Pressed | undefined;
}

/** What is clicked stays in place: its row and, within that, a part marked `data-stays`, as such a part changes the content above it. */
interface Pressed {
  row: HTMLElement;
  kept: readonly Element[];
  seen: Seen;
  /** On the clock of `performance.now()`. */
  until: number;
}

/** Whether a click is so recent that what changes now is its effect. */
export const isJust = (pressed: Pressed | undefined): pressed is Pressed =>
  pressed !== undefined && performance.now() < pressed.until;

/** What is in view of an answer. */
interface Seen {
  /** The element to keep in place, then the ones to try if it is gone. */
  landmarks: readonly Landmark[];
  /** The view's scroll position at that time. */
  scrollTop: number;
}

interface SeenNewest extends Seen {
  /** People are being read: the directory starts above the visible area. */
  isWithin: boolean;
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
 * @param options.typedForMore the question by which the reader, wherever they are, searches for more people: its progress, below all
 * people, is scrolled to.
 */
export function useFollowLatest(
  scroller: RefObject<HTMLElement | null>,
  reader: RefObject<Reader>,
  { turnId, choice, isOwnTurn, isResumedTurn, isUnanswered, isStopped, typedForMore }: FollowOptions,
) {
  /** Whether the end of the conversation was in view. */
  const isAtEnd = useRef(true);
  /** Turns that have begun: the newest can be missing from the messages for a moment while its answer is processed. */
  const [turns] = useState(() => new Set([turnId]));
  const lastChoice = useRef(choice);
  const lastMore = useRef(typedForMore);
  const lastTop = useRef(0);
  const seen = useRef<SeenNewest>(undefined);
  /** Whether the end of the conversation is out of view. */
  const [isAway, setAway] = useState(false);

  // All chats share one scroller, so it is reset for the next one.
  useLayoutEffect(() => {
    const view = scroller.current;
    return () => view?.scrollTo({ top: 0, behavior: 'instant' });
  }, [scroller]);

  useLayoutEffect(() => {
    const view = scroller.current;
    const most = isStopped && seen.current?.isWithin === false ? roomAboveTurn(view) : undefined;
    if (!isUnanswered && keepNewest(view, seen.current, most) < 0) reader.current.follows = false;
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
    if (reader.current.follows) follow(scroller.current);
  }, [scroller, reader, turns, turnId, isOwnTurn, isResumedTurn]);

  useLayoutEffect(() => {
    if (lastMore.current === typedForMore) return;
    lastMore.current = typedForMore;
    if (typedForMore !== undefined) jumpToEnd(scroller.current);
  }, [scroller, typedForMore]);

  const keepReading = useEffectEvent(() => {
    const { pressed } = reader.current;
    const view = scroller.current;
    if (view && isJust(pressed) && pressed.kept.length > 0) {
      if (keepInPlace(view, pressed.row, pressed.seen) < 0) reader.current.follows = false;
    } else if (isUnanswered && seen.current?.isWithin) keepNewest(view, seen.current);
  });

  const see = useEffectEvent((view: HTMLElement) => {
    const { pressed } = reader.current;
    seen.current = lookAtAnswer(view, isUnanswered);
    if (isJust(pressed)) pressed.seen = lookAt(view, pressed.row, pressed.kept);
  });

  useEffect(() => {
    const view = scroller.current;
    const content = view?.firstElementChild;
    if (view === null || !content) return;
    const look = () => {
      // Changes made before the frame are laid out by the time of its scroll event: first make up for those.
      keepReading();
      const { scrollTop } = view;
      // A page that has grown lags behind without anyone having scrolled: only scrolling up ends following.
      if (scrollTop >= restingTop(view) - NEAR) reader.current.follows = true;
      else if (scrollTop < lastTop.current) reader.current.follows = false;
      lastTop.current = scrollTop;
      remember();
    };
    const remember = () => {
      see(view);
      isAtEnd.current = distanceToEnd(view) <= NEAR;
      reader.current.isAtRest = Math.abs(view.scrollTop - restingTop(view)) <= NEAR;
      setAway(distanceToEnd(view) > NEAR * 2);
    };
    const observer = new ResizeObserver(() => {
      keepReading();
      if (reader.current.follows) follow(view);
      // If layout has moved the page, the reader has not scrolled.
      lastTop.current = view.scrollTop;
      remember();
    });
    observer.observe(content);
    observer.observe(view);
    const press = ({ target }: Event) => {
      if (target instanceof Element) reader.current.pressed = pressedAt(view, target);
    };
    view.addEventListener('scroll', look, { passive: true });
    view.addEventListener('click', press, { capture: true });
    return () => {
      observer.disconnect();
      view.removeEventListener('scroll', look);
      view.removeEventListener('click', press, { capture: true });
    };
  }, [scroller, reader]);

  return { isAway, jump: () => jumpToEnd(scroller.current) };
}

/**
 * What is being read of the newest answer: people, or the directory as a whole. Once it has its answer, nobody in the directory changes
 * places, so a scroll need not look for the people in view.
 */
function lookAtAnswer(view: HTMLElement, isUnanswered: boolean): SeenNewest | undefined {
  const answer = newestIn(view);
  const directory = answer?.querySelector('[data-directory]');
  if (!answer || !directory) return undefined;
  const top = view.getBoundingClientRect().top + coveredTop(view);
  const isWithin = directory.getBoundingClientRect().top < top;
  const people = isUnanswered && isWithin ? findRead(directory, view, top) : [];
  return { ...lookAt(view, answer, [...people, directory]), isWithin };
}

function lookAt(view: HTMLElement, row: Element, elements: readonly Element[]): Seen {
  const start = row.getBoundingClientRect().top;
  const landmarks = elements.map((element) => ({
    element,
    offset: element.getBoundingClientRect().top - start,
  }));
  return { landmarks, scrollTop: view.scrollTop };
}

function pressedAt(view: HTMLElement, target: Element): Pressed | undefined {
  const row = target.closest<HTMLElement>(ROW);
  if (row === null) return undefined;
  const part = target.closest('[data-stays]');
  const kept = part ? [part] : [];
  return { row, kept, seen: lookAt(view, row, kept), until: performance.now() + PRESSED };
}

/** The people in view, preceded by the first visible part of the topmost one, who may start above the view. */
function findRead(directory: Element, view: HTMLElement, top: number): Element[] {
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
 * @param most CSS pixels to scroll down at most
 * @returns the CSS pixels by which the content has grown, negative if it has shrunk
 */
function keepInPlace(view: HTMLElement, row: Element, seen: Seen, most = Number.POSITIVE_INFINITY): number {
  const kept = seen.landmarks.find(({ element }) => row.contains(element) && element.checkVisibility());
  if (kept === undefined) return 0;
  const { top } = kept.element.getBoundingClientRect();
  const grown = top - row.getBoundingClientRect().top - kept.offset;
  if (grown === 0) return 0;
  // If the conversation became shorter, the browser has clamped the scroll position to its end.
  const from = distanceToEnd(view) < 1 ? Math.max(seen.scrollTop, view.scrollTop) : view.scrollTop;
  const wasAt = top + view.scrollTop - from - grown;
  if (wasAt > view.getBoundingClientRect().bottom) return 0;
  view.scrollTop = from + Math.min(grown, most);
  return grown;
}

function keepNewest(view: HTMLElement | null, seen: Seen | undefined, most?: number): number {
  const answer = view && newestIn(view);
  return answer && seen ? keepInPlace(view, answer, seen, most) : 0;
}

/** CSS pixels by which the newest question can move up and still be fully in view; undefined if it is not. */
function roomAboveTurn(view: HTMLElement | null): number | undefined {
  const turn = view && newestTurnIn(view);
  if (!turn) return undefined;
  const room = turn.getBoundingClientRect().top - view.getBoundingClientRect().top - coveredTop(view);
  return room < 0 ? undefined : room;
}

/** A row of the conversation, not an item of a list within an answer. */
const ROW = 'li[data-index]';
const newestIn = (view: HTMLElement) => view.querySelector(`${ROW}:last-child`);

const newestTurnIn = (view: HTMLElement) => [...view.querySelectorAll('[data-turn]')].at(-1);

const distanceToEnd = (view: HTMLElement) => view.scrollHeight - view.clientHeight - view.scrollTop;

function restingTop(view: HTMLElement): number {
  const end = view.scrollHeight - view.clientHeight;
  const latest = newestTurnIn(view);
  if (latest === undefined) return end;
  const top = latest.getBoundingClientRect().top - view.getBoundingClientRect().top + view.scrollTop;
  return Math.min(end, Math.max(0, top - AIR - coveredTop(view)));
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
function follow(view: HTMLElement | null) {
  if (view === null) return;
  const top = restingTop(view);
  if (view.scrollTop < top) view.scrollTop = top;
}
