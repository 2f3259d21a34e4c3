/* Numbers, lists and days as they stand in the page's sentences, which are English whatever language the browser speaks. */

// Made once, when first wanted: that takes longer than all else a sentence needs.
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

/** '29 Nov 2026': the day that it is at that time, where the reader is or in another time zone. */
export const dayOf = (time: string | number, timeZone?: 'UTC'): string =>
  new Date(time).toLocaleDateString('en-GB', { day: 'numeric', month: 'short', year: 'numeric', timeZone });
