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
      void bringIntoSight(view, sought, stop).then(() => {
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

interface Sought {
  messageId: string;
  profileUrl?: string | undefined;
}

/** A long chat draws what is above the view as it comes near: it is scrolled upwards until the message is there. */
async function bringIntoSight(view: HTMLElement, { messageId, profileUrl }: Sought, stop: AbortSignal) {
  const own = new AbortController();
  const signal = AbortSignal.any([stop, own.signal]);
  for (const move of OWN_MOVES) view.addEventListener(move, () => own.abort(), { signal, passive: true });
  let settled = 0;
  let target: HTMLElement | null = null;
  for (let frame = 0; frame < MOST_FRAMES && settled < SETTLED && !signal.aborted; frame += 1) {
    await new Promise((resolve) => requestAnimationFrame(resolve));
    const message = view.querySelector<HTMLElement>(`[data-message="${CSS.escape(messageId)}"]`);
    target = message && (cardOf(message, profileUrl) ?? message);
    const before = view.scrollTop;
    if (target === null) view.scrollTop -= view.clientHeight;
    else view.scrollTop += target.getBoundingClientRect().top - topOf(view) - AIR;
    settled = view.scrollTop === before ? settled + 1 : 0;
  }
  if (signal.aborted) return;
  own.abort();
  if (target === null) return view.scrollTo({ top: view.scrollHeight, behavior: 'instant' });
  if (target.tabIndex < 0) target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

/** Where the view begins below the page's header, unless that scrolls away. */
function topOf(view: HTMLElement): number {
  const header = view.querySelector('header');
  const isSticky = header !== null && getComputedStyle(header).position === 'sticky';
  return view.getBoundingClientRect().top + (isSticky ? header.offsetHeight : 0);
}

/** The person's card, where it is drawn: it comes after its answer, and may be folded away. */
function cardOf(message: HTMLElement, profileUrl: string | undefined): HTMLElement | null {
  if (profileUrl === undefined) return null;
  const link = message.querySelector(`article a[href="${CSS.escape(profileUrl)}"]`);
  return link?.closest<HTMLElement>('article') ?? null;
}
