import { type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';

/** CSS pixels from the end within which a reader counts as being there. */
const NEAR = 48;
/**
 * CSS pixels left free above a turn that is taller than the screen: as many as its answer's words and what it changed take more than the line
 * that said what was being done. The people below those stay where they are, so the question moves up by that, and is not to end up covered.
 */
const AIR = 72;

/** Milliseconds in which what is pressed has its effect. */
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

/** Where the reader is. */
export interface Reader {
  /** The page follows the newest turn. */
  follows: boolean;
  /** The page stands where it has put itself. */
  isAtRest: boolean;
  /** What they have pressed last. */
  pressed?: Pressed | undefined;
}

/** What is pressed stays where it is: its row, and within that what is marked by `data-stays`, since it changes what stands above it. */
interface Pressed {
  row: HTMLElement;
  kept: readonly Element[];
  seen: Seen;
  /** By the page's own clock. */
  until: number;
}

/** Whether something was pressed so short a time ago that what happens now comes of it. */
export const isJust = (pressed: Pressed | undefined): pressed is Pressed =>
  pressed !== undefined && performance.now() < pressed.until;

/** What is seen of an answer. */
interface Seen {
  /** What stays where it is; where that has gone, the next. */
  landmarks: readonly Landmark[];
  /** Of the view, then. */
  scrollTop: number;
}

interface SeenNewest extends Seen {
  /** People are read: the directory has begun above what is in sight. */
  isWithin: boolean;
}

interface Landmark {
  element: Element;
  /** CSS pixels from the beginning of its answer: what changes above that is for the list of messages to make up for. */
  offset: number;
}

/**
 * Keeps the newest turn in sight while it grows, unless the reader has scrolled up: the end of it as long as it fits on the screen,
 * after that its beginning, so that a long directory is read from its first card. Whom somebody reads of the people of a search that still
 * runs stays where they are, whatever becomes of the others.
 * @param reader is kept up to date.
 * @param options.turnId changes when a new turn begins.
 * @param options.choice changes when the reader has other turns shown, who then stays at the place where that was done.
 * @param options.isOwnTurn it was begun on this page, and is shown wherever the reader was; one from another tab or device only to
 * a reader at the end.
 * @param options.isResumedTurn it was under way in this browser when the chat opened, and comes after what is kept of the chat: shown to
 * a reader who has not scrolled since.
 * @param options.isUnanswered when that ends, the answer's words take the place of what was being done: the people below them stay
 * where they are on the screen.
 * @param options.isStopped the reader has ended it: the question stays in sight then, and people who are not being read give way to that.
 * @param options.typedForMore the question by which the reader, who may be anywhere, looks for more people: what is done for it is shown, below all
 * people.
 */
export function useFollowLatest(
  scroller: RefObject<HTMLElement | null>,
  reader: RefObject<Reader>,
  { turnId, choice, isOwnTurn, isResumedTurn, isUnanswered, isStopped, typedForMore }: FollowOptions,
) {
  /** Whether nothing was below what the reader had in sight. */
  const isAtEnd = useRef(true);
  /** Those that have begun: the newest can be out of the messages for a moment while its answer is taken in. */
  const [turns] = useState(() => new Set([turnId]));
  const lastChoice = useRef(choice);
  const lastMore = useRef(typedForMore);
  const lastTop = useRef(0);
  const seen = useRef<SeenNewest>(undefined);
  /** Whether the end of the conversation is out of sight. */
  const [isAway, setAway] = useState(false);

  // Chats take turns in one scroller, and each begins at its own beginning.
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
      // What changes before a frame is laid out when a scroll is told of.
      keepReading();
      const { scrollTop } = view;
      // A page that has grown since it was last moved is behind without anyone having scrolled: only going up lets go.
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
      // Where the layout has moved the page, nobody has scrolled.
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
 * What is read of the newest answer: people, or the directory as a whole from its beginning. Once it is answered nobody in it changes places, and
 * a scroll need not look for them.
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

/** The people in sight; of the first one, who has begun above, the part that is read before all. */
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
 * Scrolls by what has come or gone above what is read; not to where it was on the screen, since a scroll of the last moment is not
 * noted yet.
 * @param most CSS pixels down
 * @returns by how many CSS pixels something has come, or gone
 */
function keepInPlace(view: HTMLElement, row: Element, seen: Seen, most = Number.POSITIVE_INFINITY): number {
  const kept = seen.landmarks.find(({ element }) => row.contains(element) && element.checkVisibility());
  if (kept === undefined) return 0;
  const { top } = kept.element.getBoundingClientRect();
  const grown = top - row.getBoundingClientRect().top - kept.offset;
  if (grown === 0) return 0;
  // A conversation that became shorter has taken the view along to its end.
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

/** CSS pixels by which the newest question can move up and is all in sight; undefined where it is not. */
function roomAboveTurn(view: HTMLElement | null): number | undefined {
  const turn = view && newestTurnIn(view);
  if (!turn) return undefined;
  const room = turn.getBoundingClientRect().top - view.getBoundingClientRect().top - coveredTop(view);
  return room < 0 ? undefined : room;
}

/** Of the conversation: an answer may have lists of its own. */
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

/** At once: a glide would be overtaken by what is laid out on its way. */
function jumpToEnd(view: HTMLElement | null) {
  view?.scrollTo({ top: view.scrollHeight, behavior: 'instant' });
}

/** Only ever downwards: what someone is reading does not move back under their eyes. */
function follow(view: HTMLElement | null) {
  if (view === null) return;
  const top = restingTop(view);
  if (view.scrollTop < top) view.scrollTop = top;
}
