import { type RefObject, useEffect, useEffectEvent } from 'react';
import { usePage, useSession } from '#web/features/chats/index.ts';

/** CSS pixels left free above the target. */
const SCROLL_MARGIN = 16;
/** Consecutive frames without movement after which the layout counts as settled. */
const SETTLED_FRAMES = 12;
/** Frames after which it gives up. */
const MAX_FRAMES = 300;

/** Any of these means the user has taken over scrolling. */
const USER_SCROLL_EVENTS = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** By themselves they do nothing on the page: they switch to another window or silence a screen reader. */
const MODIFIERS: ReadonlySet<string> = new Set(['Alt', 'AltGraph', 'Control', 'Meta', 'Shift']);

/** Scrolls to the message or person that the page's state names as `sought`, once their chat is open, and focuses them. */
export function useScrollToTarget(scroller: RefObject<HTMLElement | null>): void {
  const { page } = useSession();
  const sought = usePage(({ sought: one, currentChatId }) =>
    one?.chatId === currentChatId ? one : undefined,
  );
  const start = useEffectEvent((stop: AbortSignal) => {
    const view = scroller.current;
    let isWriting = false;
    document.addEventListener('input', () => (isWriting = true), { signal: stop });
    if (view !== null && sought !== undefined)
      void scrollToPosition(view, { ...sought, offset: SCROLL_MARGIN }, stop).then((target) => {
        if (!isWriting) focusOn(target);
        if (page.getState().sought === sought) page.setState({ sought: undefined });
      });
  });
  useEffect(() => {
    if (sought === undefined) return;
    const stop = new AbortController();
    start(stop.signal);
    return () => stop.abort();
  }, [sought]);
}

/** A message, or one person in an answer, and its distance in CSS pixels from the top of the view. */
export interface ScrollPosition {
  messageId: string;
  profileUrl?: string | undefined;
  /** The `data-profile` of the person's card, as an alternative to `profileUrl`. */
  card?: string | undefined;
  offset: number;
}

/**
 * Scrolls to a {@link ScrollPosition}. A long chat renders older rows only as they come near the view: it is scrolled up until the message
 * is there.
 * @returns the element scrolled to; undefined if it was not found or the reader took over scrolling
 */
export async function scrollToPosition(
  view: HTMLElement,
  sought: ScrollPosition,
  stop: AbortSignal,
): Promise<HTMLElement | undefined> {
  const own = new AbortController();
  const signal = AbortSignal.any([stop, own.signal]);
  for (const move of USER_SCROLL_EVENTS)
    view.addEventListener(move, () => own.abort(), { signal, passive: true });
  let isInUse = false;
  const listening = { signal, capture: true };
  document.addEventListener('pointerdown', () => (isInUse = true), listening);
  document.addEventListener('keydown', ({ key }) => (isInUse ||= !MODIFIERS.has(key)), listening);
  let settled = 0;
  let target: HTMLElement | null = null;
  for (let frame = 0; frame < MAX_FRAMES && settled < SETTLED_FRAMES; ) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const found = findTarget(view, sought);
    // The people's code may take long to load: then this ends as soon as the reader does something else.
    if (found.isLoading && isInUse) own.abort();
    if (signal.aborted) return undefined;
    target = found.target;
    const hasMoved = stepTo(target, { view, offset: sought.offset });
    if (found.isLoading) continue;
    frame += 1;
    settled = hasMoved ? 0 : settled + 1;
  }
  own.abort();
  if (target === null) view.scrollTo({ top: view.scrollHeight, behavior: 'instant' });
  return target ?? undefined;
}

/** What to scroll to: the message, until the person's card has a position. `isLoading` while the code that draws cards does. */
function findTarget(view: HTMLElement, { messageId, ...person }: ScrollPosition) {
  const message = view.querySelector<HTMLElement>(`[data-message="${CSS.escape(messageId)}"]`);
  const card = message && cardOf(message, person);
  // Cards in a distant answer that has not been laid out have no position yet: scroll to the answer first.
  const target = card?.checkVisibility({ contentVisibilityAuto: true }) ? card : message;
  return { target, isLoading: card === null && Boolean(message?.querySelector('[data-loading]')) };
}

/** Scrolls to the target, or up by one screen while it is not rendered. @returns whether the view moved */
function stepTo(
  target: HTMLElement | null,
  { view, offset }: { view: HTMLElement; offset: number },
): boolean {
  const before = view.scrollTop;
  if (target === null) view.scrollTop -= view.clientHeight;
  else view.scrollTop += target.getBoundingClientRect().top - topOf(view) - offset;
  return view.scrollTop !== before;
}

export function focusOn(target: HTMLElement | undefined): void {
  if (target === undefined) return;
  if (target.tabIndex < 0) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

/** The top of the visible area in viewport coordinates: below the page's header if that is sticky. */
export function topOf(view: HTMLElement): number {
  const header = view.querySelector('header');
  const isSticky = header !== null && getComputedStyle(header).position === 'sticky';
  return view.getBoundingClientRect().top + (isSticky ? header.offsetHeight : 0);
}

/**
 * The person's card, or null while it is not rendered: cards load after their answer, and may be collapsed. Undefined if nobody is
 * sought.
 */
function cardOf(
  message: HTMLElement,
  { profileUrl, card }: Omit<ScrollPosition, 'messageId' | 'offset'>,
): HTMLElement | null | undefined {
  if (card !== undefined) return message.querySelector<HTMLElement>(`[data-profile="${CSS.escape(card)}"]`);
  if (profileUrl === undefined) return undefined;
  const link = message.querySelector(`article a[href="${CSS.escape(profileUrl)}"]`);
  return link?.closest<HTMLElement>('article') ?? null;
}
