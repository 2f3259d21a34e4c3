import { RELATIVE_DATE_DAYS } from '#shared/constants.ts';

const DAY = 24 * 60 * 60 * 1_000;

/** Today, Yesterday, 'N days ago' under seven calendar days, otherwise the date as the reader's locale writes it. */
export function relativeDate(timestamp: string, now: Date = new Date()): string {
  const date = new Date(timestamp);
  const days = Math.round((midnight(now) - midnight(date)) / DAY);
  if (days <= 0) return 'Today';
  if (days === 1) return 'Yesterday';
  return days < RELATIVE_DATE_DAYS ? `${days} days ago` : date.toLocaleDateString();
}

/** Days differ in length where clocks change, hence the rounding above. */
const midnight = (date: Date): number =>
  new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
