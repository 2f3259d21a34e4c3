/* Where the newest turn of a conversation is in the view that scrolls. */

/** A row of the conversation, not an item of a list within an answer. */
export const ROW_SELECTOR = 'li[data-index]';
export const newestRowIn = (view: HTMLElement) => view.querySelector(`${ROW_SELECTOR}:last-child`);

const newestTurnIn = (view: HTMLElement) => [...view.querySelectorAll('[data-turn]')].at(-1);

export const distanceToEnd = (view: HTMLElement) => view.scrollHeight - view.clientHeight - view.scrollTop;

/**
 * CSS pixels left free above a turn that is taller than the screen. An answer's text and changes are up to this much higher than the
 * progress line they replace. The people below stay in place, so the question moves up instead, and must not end up covered.
 */
const SCROLL_MARGIN = 72;

export function restingTop(view: HTMLElement): number {
  const end = view.scrollHeight - view.clientHeight;
  const latest = newestTurnIn(view);
  if (latest === undefined) return end;
  const top = latest.getBoundingClientRect().top - view.getBoundingClientRect().top + view.scrollTop;
  return Math.min(end, Math.max(0, top - SCROLL_MARGIN - coveredTop(view)));
}

/** CSS pixels at the top of the view that the page's header covers, unless it scrolls away. */
export function coveredTop(view: HTMLElement): number {
  const header = view.querySelector('header');
  return header !== null && getComputedStyle(header).position === 'sticky' ? header.offsetHeight : 0;
}

/** Not smoothly: content laid out on the way would overtake the scroll. */
export function jumpToEnd(view: HTMLElement | null) {
  view?.scrollTo({ top: view.scrollHeight, behavior: 'instant' });
}

/** Scrolls only downwards, so that what is being read never moves back. */
export function scrollToLatest(view: HTMLElement | null) {
  if (view === null) return;
  const top = restingTop(view);
  if (view.scrollTop < top) view.scrollTop = top;
}

/** CSS pixels by which the newest question can move up and still be fully in view; undefined if it is not. */
export function roomAboveTurn(view: HTMLElement | null): number | undefined {
  const turn = view && newestTurnIn(view);
  if (!turn) return undefined;
  const room = turn.getBoundingClientRect().top - view.getBoundingClientRect().top - coveredTop(view);
  return room < 0 ? undefined : room;
}
