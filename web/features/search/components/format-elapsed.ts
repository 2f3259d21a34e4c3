const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Milliseconds as people read them: '0.4 s', '12.0 s', '1 min 05 s'. */
export function formatElapsed(milliseconds: number): string {
  const elapsed = Number.isFinite(milliseconds) ? Math.max(0, milliseconds) : 0;
  if (elapsed < MINUTE) return `${(Math.floor(elapsed / 100) / 10).toFixed(1)} s`;
  const seconds = Math.floor((elapsed % MINUTE) / SECOND);
  return `${Math.floor(elapsed / MINUTE)} min ${String(seconds).padStart(2, '0')} s`;
}
