import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { useCurrentChatId, useMessages, useSession } from '#web/features/chats/index.ts';
import { mayFocusField } from '#web/lib/page.ts';
import { afterPaint } from '#web/lib/schedule.ts';
import { bringIntoSight, focusOn, type Sight, topOf } from './sought.ts';

/** What is at the top of a chat's view, and the newest of its messages then. */
interface Place {
  sight: Sight;
  newestId: string | undefined;
}

const LINK_TO_OTHER_CHAT = 'a[href^="/chat/"]:not([aria-current])';

/** By session, and in that by chat: as long as the page lasts. */
const places = new WeakMap<object, Map<string, Place>>();

/**
 * Whoever comes back to a chat, from another one or another screen, goes on reading where they were, unless something was said there since. The
 * focus that was in the other chat, or is on the link to it, is there too.
 */
export function useKeptPlace(scroller: RefObject<HTMLElement | null>): void {
  const session = useSession();
  const chatId = useCurrentChatId() ?? '';
  const newestId = useMessages().at(-1)?.id;
  const newest = useRef(newestId);
  const view = useRef<HTMLElement>(null);
  useEffect(() => {
    newest.current = newestId;
  }, [newestId]);
  useEffect(() => {
    // Not before: a screen that is drawn anew has its scroller later than what is in it, and loses it sooner.
    view.current = scroller.current;
    const known = places.get(session);
    const place = known?.get(chatId);
    // What a link leads to goes before it; and where no chat was left the page has just loaded.
    const isLed = location.hash !== '' || session.page.getState().sought !== undefined;
    if (view.current === null || known === undefined || isLed) return;
    const stop = new AbortController();
    const { signal } = stop;
    const focused = document.activeElement;
    if (place?.newestId === newest.current && place !== undefined)
      void bringIntoSight(view.current, place.sight, signal).then((target) => {
        if (isAstray(focused)) focusOn(target?.querySelector<HTMLElement>(':scope > article') ?? target);
      });
    // Once another screen than a chat's that was left has seen to it.
    else afterPaint(() => !signal.aborted && isAstray(focused) && focusOnInput());
    return () => stop.abort();
  }, [session, chatId, scroller]);
  // What is drawn is still there when the cleanup of a layout effect looks.
  useLayoutEffect(
    () => () => {
      const sight = view.current && sightOf(view.current);
      if (!sight) return;
      const known = places.get(session) ?? new Map<string, Place>();
      places.set(session, known.set(chatId, { sight, newestId: newest.current }));
    },
    [session, chatId],
  );
  // By now the start screen is there, if that is what follows.
  useEffect(
    () => () => {
      const isAtStart = session.page.getState().currentChatId === undefined;
      if (isAtStart && document.activeElement === document.body) focusOnInput();
    },
    [session],
  );
}

/**
 * Whether the focus was lost with the chat that was left, or is still on the link to it, as after the browser's 'Back'. A link focused since
 * then is about to be followed.
 */
function isAstray(focusedOnReturn: Element | null): boolean {
  const { activeElement } = document;
  const isOnOldLink = activeElement === focusedOnReturn && activeElement?.matches(LINK_TO_OTHER_CHAT);
  return activeElement === document.body || isOnOldLink === true;
}

/** As when the page has loaded. */
const focusOnInput = () => document.querySelector<HTMLElement>(mayFocusField() ? 'textarea' : 'h1')?.focus();

/** The first message in sight or, where it has begun above that, the first of its people. */
function sightOf(view: HTMLElement): Sight | undefined {
  const top = topOf(view);
  const isSeen = (element: Element) =>
    element.checkVisibility() && element.getBoundingClientRect().bottom > top;
  const message = [...view.querySelectorAll<HTMLElement>('[data-message]')].find(isSeen);
  const messageId = message?.dataset['message'];
  if (message === undefined || messageId === undefined) return undefined;
  const hasBegun = message.getBoundingClientRect().top < top;
  const cards = hasBegun ? [...message.querySelectorAll<HTMLElement>('[data-profile]')] : [];
  const card = cards.find(isSeen);
  const at = (card ?? message).getBoundingClientRect().top - top;
  return { messageId, at, card: card?.dataset['profile'] };
}
