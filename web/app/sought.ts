import { type RefObject, useEffect, useEffectEvent } from 'react';
import { usePage, useSession } from '#web/features/chats/index.ts';

/** CSS pixels left free above what is brought into sight. */
const AIR = 16;
/** Frames in which it has stood still: the answer has been laid out. */
const SETTLED = 12;
/** Frames after which it is left as it is. */
const MOST_FRAMES = 300;

/** Any of these means the user has taken over scrolling. */
const OWN_MOVES = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/** Brings what is sought in the open chat to the top of the view, and gives it the focus. */
export function useSought(scroller: RefObject<HTMLElement | null>): void {
  const { page } = useSession();
  const sought = usePage(({ sought: one, currentChatId }) =>
    one?.chatId === currentChatId ? one : undefined,
  );
  const start = useEffectEvent((stop: AbortSignal) => {
    const view = scroller.current;
    if (view !== null && sought !== undefined)
      void bringIntoSight(view, { ...sought, at: AIR }, stop).then((target) => {
        focusOn(target);
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

/** A message, or of an answer one of its people, and how many CSS pixels below the top of the view. */
export interface Sight {
  messageId: string;
  profileUrl?: string | undefined;
  /** As the person's card is known by, where that is what is looked for. */
  card?: string | undefined;
  at: number;
}

/**
 * Scrolls there. A long chat draws what is above the view as it comes near: it is scrolled upwards until the message is there.
 * @returns what has come into sight; undefined where that is not there, or the reader has scrolled themselves
 */
export async function bringIntoSight(
  view: HTMLElement,
  { messageId, at, ...person }: Sight,
  stop: AbortSignal,
): Promise<HTMLElement | undefined> {
  const own = new AbortController();
  const signal = AbortSignal.any([stop, own.signal]);
  for (const move of OWN_MOVES) view.addEventListener(move, () => own.abort(), { signal, passive: true });
  let settled = 0;
  let target: HTMLElement | null = null;
  for (let frame = 0; frame < MOST_FRAMES && settled < SETTLED && !signal.aborted; frame += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const message = view.querySelector<HTMLElement>(`[data-message="${CSS.escape(messageId)}"]`);
    const card = message && cardOf(message, person);
    // Where an answer far off has not been laid out, nobody in it has a place: the answer itself comes first.
    target = card?.checkVisibility({ contentVisibilityAuto: true }) ? card : message;
    const before = view.scrollTop;
    if (target === null) view.scrollTop -= view.clientHeight;
    else view.scrollTop += target.getBoundingClientRect().top - topOf(view) - at;
    settled = view.scrollTop === before ? settled + 1 : 0;
  }
  if (signal.aborted) return undefined;
  own.abort();
  if (target === null) view.scrollTo({ top: view.scrollHeight, behavior: 'instant' });
  return target ?? undefined;
}

export function focusOn(target: HTMLElement | undefined): void {
  if (target === undefined) return;
  if (target.tabIndex < 0) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

/** Where the view begins below the page's header, unless that scrolls away. */
export function topOf(view: HTMLElement): number {
  const header = view.querySelector('header');
  const isSticky = header !== null && getComputedStyle(header).position === 'sticky';
  return view.getBoundingClientRect().top + (isSticky ? header.offsetHeight : 0);
}

/** The person's card, where it is drawn: it comes after its answer, and may be folded away. */
function cardOf(
  message: HTMLElement,
  { profileUrl, card }: Omit<Sight, 'messageId' | 'at'>,
): HTMLElement | null {
  if (card !== undefined) return message.querySelector<HTMLElement>(`[data-profile="${CSS.escape(card)}"]`);
  if (profileUrl === undefined) return null;
  const link = message.querySelector(`article a[href="${CSS.escape(profileUrl)}"]`);
  return link?.closest<HTMLElement>('article') ?? null;
}
