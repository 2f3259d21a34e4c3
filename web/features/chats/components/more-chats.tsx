import type { RefObject } from 'react';
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { useChat } from '../chat-context.ts';

interface MoreChatsProps {
  scroller: RefObject<HTMLElement | null>;
  list: RefObject<HTMLElement | null>;
}

/** The end of the list as far as it is loaded: coming near it loads more, and so does its button, which is there when that failed. */
export function MoreChats({ scroller, list }: MoreChatsProps) {
  const { chats, isLoadingMoreChats, loadMoreChats } = useChat();
  const button = useRef<HTMLButtonElement>(null);
  const load = useEffectEvent(() => void loadMoreChats());

  // Looked at anew when the list has grown, and not when it has not: a failure is not answered with another try.
  useEffect(() => {
    if (button.current === null || chats.length === 0) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && load(), {
      root: scroller.current,
      rootMargin: '0px 0px 400px',
    });
    observer.observe(button.current);
    return () => observer.disconnect();
  }, [scroller, chats.length]);

  // The last of the older chats takes the button away; the focus must not go with it.
  useLayoutEffect(() => {
    const own = button.current;
    const rows = list.current;
    return () => {
      if (document.activeElement === own) rows?.querySelector<HTMLElement>('li:last-child button')?.focus();
    };
  }, [list]);

  return (
    <div className="pt-1">
      <Button
        ref={button}
        wide
        variant="quiet"
        size="small"
        aria-disabled={isLoadingMoreChats}
        onClick={() => load()}
      >
        {isLoadingMoreChats && <Spinner />}
        {isLoadingMoreChats ? 'Loading older chats…' : 'Show older chats'}
      </Button>
    </div>
  );
}
