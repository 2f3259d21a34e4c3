import { DAY } from '#shared/time.ts';

/** When a daily count (UTC) starts again, in milliseconds since 1970. */
export const nextDay = (now: number): number => now + DAY - (now % DAY);

/** The time until a daily limit (UTC) resets, in words and as a `Retry-After` header. @param now in milliseconds since 1970 */
export function restOfDay(now: number) {
  const left = nextDay(now) - now;
  return {
    startsAgain: `The count starts again at 00:00 UTC, in ${describe(left)}.`,
    headers: { 'retry-after': String(Math.ceil(left / 1_000)) },
  };
}

function describe(milliseconds: number): string {
  const minutes = Math.ceil(milliseconds / 60_000);
  const hours = Math.round(minutes / 60);
  if (minutes < 60) return minutes === 1 ? '1 minute' : `${minutes} minutes`;
  return hours === 1 ? '1 hour' : `${hours} hours`;
}
