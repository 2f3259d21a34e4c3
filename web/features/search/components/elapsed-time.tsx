import { useEffect, useState } from 'react';
import type { ShownStep } from '../search-state.ts';
import { formatElapsed } from './format-elapsed.ts';

const TICK = 100;

/** How long a step took; for the active one, how long it has been on the page, so that a wrong clock on either side does not show. */
export function ElapsedTime({ step }: { step: ShownStep }) {
  const [running, setRunning] = useState(0);
  const { startedAt, endedAt } = step;
  const isActive = endedAt === undefined;
  useEffect(() => {
    if (!isActive) return;
    const since = performance.now();
    const timer = setInterval(() => setRunning(performance.now() - since), TICK);
    return () => clearInterval(timer);
  }, [isActive]);
  const elapsed = endedAt === undefined ? running : Date.parse(endedAt) - Date.parse(startedAt);
  return <span className="shrink-0 text-ink-subtle text-small tabular-nums">{formatElapsed(elapsed)}</span>;
}
