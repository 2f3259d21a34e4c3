import { expect, it } from 'vitest';
import { countOf, countOfPeople, dayOf, inDigits } from '#web/lib/words.ts';

it('counts one and several, in digits that are grouped', () => {
  expect([0, 1, 2, 1_234_567].map((count) => countOf(count, 'chat'))).toEqual([
    '0 chats',
    '1 chat',
    '2 chats',
    '1,234,567 chats',
  ]);
  expect([1, 2].map((count) => countOf(count, 'search', 'searches'))).toEqual(['1 search', '2 searches']);
  expect([1, 1_000].map(countOfPeople)).toEqual(['1 person', '1,000 people']);
  expect(inDigits(10_000)).toBe('10,000');
});

it('tells the day that it is for the reader', () => {
  expect(dayOf(new Date(2026, 10, 29, 12).toISOString())).toBe('29 November 2026');
  expect(dayOf(new Date(2026, 4, 3, 0, 0).getTime())).toBe('3 May 2026');
  expect(dayOf(new Date(2026, 4, 3, 23, 59).getTime())).toBe('3 May 2026');
});
