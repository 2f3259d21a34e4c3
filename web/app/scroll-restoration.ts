import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useCurrentChatId, useMessages, useSession } from '#web/features/chats/index.ts';
import { focusOnInput } from '#web/lib/page.ts';
import { afterPaint } from '#web/lib/schedule.ts';
import { focusOn, type ScrollPosition, scrollToPosition, topOf } from './scroll-to-position.ts';

/** What was at the top of a chat's view, and the newest message at that time. */
interface Place {
  position: ScrollPosition;
  newestId: string | undefined;
}

const LINK_TO_OTHER_CHAT = 'a[href^="/chat/"]:not([aria-current])';

/** By session, then by chat id ('' for the start screen). Lost on reload. */
const places = new WeakMap<object, Map<string, Place>>();

/**
 * Restores the scroll position when the reader returns to a chat, from another chat or another screen, unless it has a new message since.
 * A focus that was lost with the chat that was left, or is still on the link to it, moves to the restored position.
 */
export function useScrollRestoration(scroller: RefObject<HTMLElement | null>): void {
  const session = useSession();
  const chatId = useCurrentChatId() ?? '';
  const newestId = useMessages().at(-1)?.id;
  const newest = useRef(newestId);
  const view = useRef<HTMLElement>(null);
  useEffect(() => {
    newest.current = newestId;
  }, [newestId]);
  useEffect(() => {
    // Kept from here on: a parent's ref is attached after its children's layout effects, and detached before their cleanup.
    view.current = scroller.current;
    const known = places.get(session);
    const place = known?.get(chatId);
    // The target of a link takes precedence; a hash that names no message, such as the skip link's, is none. And if no chat has been left
    // before, the page has just loaded.
    const hasScrollTarget = session.page.getState().sought !== undefined;
    if (view.current === null || known === undefined || hasScrollTarget) return;
    const stop = new AbortController();
    const { signal } = stop;
    const focused = document.activeElement;
    if (place?.newestId === newest.current && place !== undefined)
      void scrollToPosition(view.current, place.position, signal).then((target) => {
        if (isFocusLost(focused)) focusOn(target?.querySelector<HTMLElement>(':scope > article') ?? target);
      });
    // A frame later: when coming from another screen, that change of place moves the focus first.
    else afterPaint(() => !signal.aborted && isFocusLost(focused) && focusOnInput());
    return () => stop.abort();
  }, [session, chatId, scroller]);
  // A layout effect, because its cleanup runs while the old content can still be measured.
  useLayoutEffect(
    () => () => {
      const position = view.current && visiblePosition(view.current);
      if (!position) return;
      const known = places.get(session) ?? new Map<string, Place>();
      places.set(session, known.set(chatId, { position, newestId: newest.current }));
    },
    [session, chatId],
  );
  // A passive effect, because at its cleanup the start screen is already mounted, if that is what follows.
  useEffect(
    () => () => {
      const isAtStart = session.page.getState().currentChatId === undefined;
      if (isAtStart && document.activeElement === document.body) focusOnInput();
    },
    [session],
  );
}

/**
 * Whether the focus was lost with the chat that was left or, as after the browser's 'Back', is still on the link to that chat. A link focused
 * since then is about to be followed.
 */
function isFocusLost(focusedOnReturn: Element | null): boolean {
  const { activeElement } = document;
  const isOnOldLink = activeElement === focusedOnReturn && activeElement?.matches(LINK_TO_OTHER_CHAT);
  return activeElement === document.body || isOnOldLink === true;
}

/** The first visible message or, if it starts above the view, the first visible person in it. */
function visiblePosition(view: HTMLElement): ScrollPosition | undefined {
  const top = topOf(view);
  const isVisible = (element: Element) =>
    element.checkVisibility() && element.getBoundingClientRect().bottom > top;
  const message = [...view.querySelectorAll<HTMLElement>('[data-message]')].find(isVisible);
  const messageId = message?.dataset['message'];
  if (message === undefined || messageId === undefined) return undefined;
  const startsAboveView = message.getBoundingClientRect().top < top;
  const cards = startsAboveView ? [...message.querySelectorAll<HTMLElement>('[data-profile]')] : [];
  const card = cards.find(isVisible);
  const offset = (card ?? message).getBoundingClientRect().top - top;
  return { messageId, offset, card: card?.dataset['profile'] };
}
