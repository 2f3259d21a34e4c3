import { coveredTop, distanceToEnd, newestRowIn, ROW_SELECTOR } from './newest-turn.ts';

/* What a reader has in view, and how it stays in place while the content above it changes. */

/** Milliseconds after the first frame since a click within which changes count as its effect. */
const CLICK_EFFECT_DURATION = 1_000;

/** What is clicked stays in place: its row and, within that, a part marked `data-stays`, as such a part changes the content above it. */
export interface Click {
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

export interface AnswerSnapshot extends ViewSnapshot {
  /** People are being read: the directory starts above the visible area. */
  isInDirectory: boolean;
}

interface Landmark {
  element: Element;
  /** CSS pixels from the start of its answer; the list of messages compensates for changes above that. */
  offset: number;
}

/**
 * What is being read of the newest answer: people, or the directory as a whole, for which a placeholder stands while its code is loading.
 * Once it has its answer, nobody in the directory changes places, so a scroll need not look for the people in view.
 */
export function snapshotAnswer(view: HTMLElement, isUnanswered: boolean): AnswerSnapshot | undefined {
  const answer = newestRowIn(view);
  const directory = answer?.querySelector('[data-directory], [data-loading]');
  if (!answer || !directory) return undefined;
  const top = view.getBoundingClientRect().top + coveredTop(view);
  const isInDirectory = directory.getBoundingClientRect().top < top;
  const people = isUnanswered && isInDirectory ? findPeopleInView(directory, view, top) : [];
  return { ...takeSnapshot(view, answer, [...people, directory]), isInDirectory };
}

export function takeSnapshot(view: HTMLElement, row: Element, elements: readonly Element[]): ViewSnapshot {
  const start = row.getBoundingClientRect().top;
  const landmarks = elements.map((element) => ({
    element,
    offset: element.getBoundingClientRect().top - start,
  }));
  return { landmarks, scrollTop: view.scrollTop };
}

export function clickAt(view: HTMLElement, target: Element): Click | undefined {
  const row = target.closest<HTMLElement>(ROW_SELECTOR);
  if (row === null) return undefined;
  const part = target.closest('[data-stays]');
  const kept = part ? [part] : [];
  const click = { row, kept, snapshot: takeSnapshot(view, row, kept), until: Number.POSITIVE_INFINITY };
  // Not from the click: on a busy machine, the frame with its effect may come seconds later.
  requestAnimationFrame(() => {
    click.until = performance.now() + CLICK_EFFECT_DURATION;
  });
  return click;
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
export function keepInPlace(
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

export function keepNewestInPlace(
  view: HTMLElement | null,
  snapshot: ViewSnapshot | undefined,
  maxScroll?: number,
): number {
  const answer = view && newestRowIn(view);
  return answer && snapshot ? keepInPlace(view, answer, snapshot, maxScroll) : 0;
}
