import type { PartialDate, ProfileRecord } from '#shared/profile-record.ts';

/* Which of the jobs that a record lists somebody has, had, or has not begun. */

export type Job = ProfileRecord['experiences'][number];
type DateParts = NonNullable<PartialDate>;

/** In the order of time: a part that is not said is the first of its kind. */
const firstDayOf = ({ year, month, day }: DateParts): number =>
  (year ?? 0) * 10_000 + (month || 1) * 100 + (day || 1);

const partsOf = (now: Date): DateParts => ({
  year: now.getUTCFullYear(),
  month: now.getUTCMonth() + 1,
  day: now.getUTCDate(),
});

/** Whether a date is still to come. Of a year alone providers make its last day, which in this year may be over. */
export function isToCome(date: PartialDate, now: Date): boolean {
  if (!date) return false;
  const today = partsOf(now);
  const isYearAlone = !date.month || (date.month === 12 && date.day === 31);
  if (date.year === today.year && isYearAlone) return false;
  return firstDayOf(date) > firstDayOf(today);
}

/** What profiles list among jobs and is none. */
const BREAK = /^\s*career break\s*$/i;

export interface Jobs {
  /** Those that somebody has, in the order of the record. */
  present: readonly Job[];
  /** With those that are over; neither breaks nor what is to begin. */
  all: readonly Job[];
}

export function jobsOf({ experiences }: ProfileRecord, now = new Date()): Jobs {
  const all = experiences.filter(
    ({ title, company, starts_at }) =>
      !BREAK.test(title ?? '') && !BREAK.test(company ?? '') && !isToCome(starts_at, now),
  );
  return { all, present: all.filter(({ ends_at }) => !ends_at || isToCome(ends_at, now)) };
}
