import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';

/** CSS pixels from the end within which a reader counts as being there. */
const NEAR = 48;
/**
 * CSS pixels left free above a turn that is taller than the screen: as many as its answer's words and what it changed take more than the line
 * that said what was being done. The people below those stay where they are, so the question moves up by that, and is not to end up covered.
 */
const AIR = 72;

interface FollowOptions {
  turnId: string | undefined;
  choice: unknown;
  isOwnTurn: boolean;
  isResumedTurn: boolean;
  isUnanswered: boolean;
}

interface SeenDirectory {
  directory: Element;
  /** CSS pixels from the beginning of its answer: what is laid out late above that is for the browser to make up for. */
  offset: number;
  /** Of the view, then. */
  scrollTop: number;
}

/**
 * Keeps the newest turn in sight while it grows, unless the reader has scrolled up: the end of it as long as it fits on the screen,
 * after that its beginning, so that a long directory is read from its first card.
 * @param follows whether it does.
 * @param options.turnId changes when a new turn begins.
 * @param options.choice changes when the reader has other turns shown, who then stays at the place where that was done.
 * @param options.isOwnTurn it was begun on this page, and is shown wherever the reader was; one from another tab or device only to
 * a reader at the end.
 * @param options.isResumedTurn it was under way in this browser when the chat opened, and comes after what is kept of the chat: shown to
 * a reader who has not scrolled since.
 * @param options.isUnanswered when that ends, the answer's words take the place of what was being done: the people below them stay
 * where they are on the screen.
 */
export function useFollowLatest(
  scroller: RefObject<HTMLElement | null>,
  follows: RefObject<boolean>,
  { turnId, choice, isOwnTurn, isResumedTurn, isUnanswered }: FollowOptions,
) {
  /** Whether nothing was below what the reader had in sight. */
  const isAtEnd = useRef(true);
  /** Whether the page stood where it had put itself. */
  const isAtRest = useRef(true);
  /** Those that have begun: the newest can be out of the messages for a moment while its answer is taken in. */
  const [turns] = useState(() => new Set([turnId]));
  const lastChoice = useRef(choice);
  const lastTop = useRef(0);
  const seen = useRef<SeenDirectory>(undefined);
  /** Whether the end of the conversation is out of sight. */
  const [isAway, setAway] = useState(false);

  // Chats take turns in one scroller, and each begins at its own beginning.
  useLayoutEffect(() => {
    const view = scroller.current;
    return () => view?.scrollTo({ top: 0, behavior: 'instant' });
  }, [scroller]);

  useLayoutEffect(() => {
    if (!isUnanswered && keepInPlace(scroller.current, seen.current) < 0) follows.current = false;
  }, [scroller, follows, isUnanswered]);

  useLayoutEffect(() => {
    if (lastChoice.current === choice) return;
    lastChoice.current = choice;
    turns.add(turnId);
    follows.current = false;
  }, [turns, follows, turnId, choice]);

  useLayoutEffect(() => {
    if (!turns.has(turnId))
      follows.current = isOwnTurn || isAtEnd.current || (isResumedTurn && isAtRest.current);
    turns.add(turnId);
    if (follows.current) follow(scroller.current);
  }, [scroller, follows, turns, turnId, isOwnTurn, isResumedTurn]);

  useEffect(() => {
    const view = scroller.current;
    const content = view?.firstElementChild;
    if (view === null || !content) return;
    const look = () => {
      const { scrollTop } = view;
      // A page that has grown since it was last moved is behind without anyone having scrolled: only going up lets go.
      if (scrollTop >= restingTop(view) - NEAR) follows.current = true;
      else if (scrollTop < lastTop.current) follows.current = false;
      lastTop.current = scrollTop;
      remember();
    };
    const remember = () => {
      seen.current = lookAtDirectory(view);
      isAtEnd.current = distanceToEnd(view) <= NEAR;
      isAtRest.current = Math.abs(view.scrollTop - restingTop(view)) <= NEAR;
      setAway(distanceToEnd(view) > NEAR * 2);
    };
    const observer = new ResizeObserver(() => {
      if (follows.current) follow(view);
      // Where the layout has moved the page, nobody has scrolled.
      lastTop.current = view.scrollTop;
      remember();
    });
    observer.observe(content);
    observer.observe(view);
    view.addEventListener('scroll', look, { passive: true });
    return () => {
      observer.disconnect();
      view.removeEventListener('scroll', look);
    };
  }, [scroller, follows]);

  return { isAway, jump: () => jumpToEnd(scroller.current) };
}

/** The newest answer's directory, and where it begins. */
function lookAtDirectory(view: HTMLElement): SeenDirectory | undefined {
  const answer = view.querySelector('ol > li:last-child');
  const directory = answer?.querySelector('[data-directory]');
  if (!answer || !directory) return undefined;
  const offset = directory.getBoundingClientRect().top - answer.getBoundingClientRect().top;
  return { directory, offset, scrollTop: view.scrollTop };
}

/**
 * Scrolls by what has come or gone above the directory; not to where it was on the screen, since a scroll of the last moment is not
 * noted yet.
 * @returns by how many CSS pixels
 */
function keepInPlace(view: HTMLElement | null, seen: SeenDirectory | undefined): number {
  const now = view === null ? undefined : lookAtDirectory(view);
  if (view === null || now === undefined || now.directory !== seen?.directory) return 0;
  const grown = now.offset - seen.offset;
  // A conversation that became shorter has taken the view along to its end.
  const from = distanceToEnd(view) < 1 ? Math.max(seen.scrollTop, now.scrollTop) : now.scrollTop;
  const wasAt = now.directory.getBoundingClientRect().top + now.scrollTop - from - grown;
  if (wasAt > view.getBoundingClientRect().bottom) return 0;
  view.scrollTop = from + grown;
  return grown;
}

const distanceToEnd = (view: HTMLElement) => view.scrollHeight - view.clientHeight - view.scrollTop;

function restingTop(view: HTMLElement): number {
  const end = view.scrollHeight - view.clientHeight;
  const turns = view.querySelectorAll<HTMLElement>('[data-turn]');
  const latest = turns[turns.length - 1];
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
