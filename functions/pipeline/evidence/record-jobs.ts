import type { PartialDate, ProfileRecord } from '#shared/profile-record.ts';

/* Which of a record's jobs are present, past or yet to begin. */

export type Job = ProfileRecord['experiences'][number];
type DateParts = NonNullable<PartialDate>;

/** A number that sorts by date; a missing month or day counts as the first. */
const dateOrder = ({ year, month, day }: DateParts): number =>
  (year ?? 0) * 10_000 + (month || 1) * 100 + (day || 1);

const partsOf = (now: Date): DateParts => ({
  year: now.getUTCFullYear(),
  month: now.getUTCMonth() + 1,
  day: now.getUTCDate(),
});

/** Whether a date is in the future. Providers turn a year alone into its last day, so this year's may be over. */
export function isToCome(date: PartialDate, now: Date): boolean {
  if (!date) return false;
  const today = partsOf(now);
  const isYearAlone = !date.month || (date.month === 12 && date.day === 31);
  if (date.year === today.year && isYearAlone) return false;
  return dateOrder(date) > dateOrder(today);
}

/** Listed among jobs, but not a job. */
const CAREER_BREAK = /^\s*career break\s*$/i;

export interface Jobs {
  /** The present jobs, in the record's order. */
  present: readonly Job[];
  /** Present and past jobs, without breaks and jobs that have not begun. */
  all: readonly Job[];
}

export function jobsOf({ experiences }: ProfileRecord, now = new Date()): Jobs {
  const all = experiences.filter(
    ({ title, company, starts_at }) =>
      !CAREER_BREAK.test(title ?? '') && !CAREER_BREAK.test(company ?? '') && !isToCome(starts_at, now),
  );
  return { all, present: all.filter(({ ends_at }) => !ends_at || isToCome(ends_at, now)) };
}
