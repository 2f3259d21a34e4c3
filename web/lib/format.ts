/* Numbers, lists and dates for the page's sentences, which are in English whatever the browser's language. */

// Formatters are created on first use: that takes longer than everything else a sentence needs.
let numbers: Intl.NumberFormat | undefined;

/** '1,234'. */
export function inDigits(count: number): string {
  numbers ??= new Intl.NumberFormat('en');
  return numbers.format(count);
}

/** '1 chat', '1,234 chats'; `plural` is given if it is more than an added s. */
export const countOf = (count: number, one: string, plural = `${one}s`): string =>
  `${inDigits(count)} ${count === 1 ? one : plural}`;

/** '1 person', '1,234 people'. */
export const countOfPeople = (count: number): string => countOf(count, 'person', 'people');

/** '3 of 12 people', or '12 people' if that is all of them. */
export const countOfSome = (some: number, all: number): string =>
  some === all ? countOfPeople(all) : `${inDigits(some)} of ${countOfPeople(all)}`;

/** '3 chats, 1 list and 2 shared links'; false parts are left out. */
export const listOf = (parts: readonly (string | false)[]): string =>
  new Intl.ListFormat('en-GB').format(parts.filter((part) => part !== false));

const days = new Map<'UTC' | undefined, Intl.DateTimeFormat>();

/** '29 Nov 2026': the date at that time, in the reader's time zone or the given one; 'Invalid Date' if the time is invalid. */
export function dayOf(time: string | number, timeZone?: 'UTC'): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return `${date}`;
  const format =
    days.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone });
  days.set(timeZone, format);
  return format.format(date);
}
