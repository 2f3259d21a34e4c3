import { useEffect, useEffectEvent, useState } from 'react';
import { SEND_LOCK } from '#shared/constants.ts';

/** A lock of 500 ms after each send; `onRelease` runs when it opens. */
export function useSendLock(onRelease: () => void): { isLocked: boolean; lock: () => void } {
  const [isLocked, setLocked] = useState(false);
  const release = useEffectEvent(onRelease);
  useEffect(() => {
    if (!isLocked) return;
    const timer = setTimeout(() => {
      setLocked(false);
      release();
    }, SEND_LOCK);
    return () => clearTimeout(timer);
  }, [isLocked]);
  return { isLocked, lock: () => setLocked(true) };
}
