/* Numbers, lists and days as they stand in the page's sentences, which are English whatever language the browser speaks. */

// Formatters are made once, when first wanted: that takes longer than all else a sentence needs.
let numbers: Intl.NumberFormat | undefined;

/** '1,234'. */
export function inDigits(count: number): string {
  numbers ??= new Intl.NumberFormat('en');
  return numbers.format(count);
}

/** '1 chat', '1,234 chats'; `several` is the plural of a word that does not just take an s. */
export const countOf = (count: number, one: string, several = `${one}s`): string =>
  `${inDigits(count)} ${count === 1 ? one : several}`;

/** '1 person', '1,234 people'. */
export const countOfPeople = (count: number): string => countOf(count, 'person', 'people');

/** '3 of 12 people'; where there are no others '12 people'. */
export const countOfSome = (some: number, all: number): string =>
  some === all ? countOfPeople(all) : `${inDigits(some)} of ${countOfPeople(all)}`;

/** '3 chats, 1 list and 2 shared links'; what is false is left out. */
export const listOf = (parts: readonly (string | false)[]): string =>
  new Intl.ListFormat('en-GB').format(parts.filter((part) => part !== false));

const days = new Map<'UTC' | undefined, Intl.DateTimeFormat>();

/** '29 Nov 2026': the day that it is at that time, where the reader is or in another time zone; 'Invalid Date' of what is no time. */
export function dayOf(time: string | number, timeZone?: 'UTC'): string {
  const date = new Date(time);
  if (Number.isNaN(date.getTime())) return `${date}`;
  const format =
    days.get(timeZone) ??
    new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone });
  days.set(timeZone, format);
  return format.format(date);
}
