import { useEffect, useEffectEvent, useRef } from 'react';
import { useChat } from '#web/features/chats/index.ts';

/** When a session that had ended is there again, the chats are as they should have been: loaded, and without its complaint. */
export function useRenewal(isExpired: boolean): void {
  const { clearError, refresh } = useChat();
  const wasExpired = useRef(isExpired);
  const renew = useEffectEvent(() => {
    clearError();
    void refresh();
  });
  useEffect(() => {
    if (wasExpired.current && !isExpired) renew();
    wasExpired.current = isExpired;
  }, [isExpired]);
}
