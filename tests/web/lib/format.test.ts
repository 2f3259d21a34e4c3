import { expect, it, onTestFinished, vi } from 'vitest';
import { countOf, countOfPeople, countOfSome, dayOf, inDigits, listOf } from '#web/lib/format.ts';

it('counts are singular or plural, with grouped digits', () => {
  expect([0, 1, 2, 1_234_567].map((count) => countOf(count, 'chat'))).toEqual([
    '0 chats',
    '1 chat',
    '2 chats',
    '1,234,567 chats',
  ]);
  expect([1, 2].map((count) => countOf(count, 'search', 'searches'))).toEqual(['1 search', '2 searches']);
  expect([1, 1_000].map(countOfPeople)).toEqual(['1 person', '1,000 people']);
  expect(inDigits(10_000)).toBe('10,000');
  expect([countOfSome(1, 1_000), countOfSome(0, 1), countOfSome(3, 3)]).toEqual([
    '1 of 1,000 people',
    '0 of 1 person',
    '3 people',
  ]);
});

it('lists are joined with commas and “and”, skipping false', () => {
  expect(listOf(['1 chat', '2 lists', '3 links'])).toBe('1 chat, 2 lists and 3 links');
  expect(listOf([false, '1 chat', false, '2 lists'])).toBe('1 chat and 2 lists');
  expect(listOf([false])).toBe('');
});

it('dates are shown in the reader’s time zone or in UTC', () => {
  expect(dayOf(new Date(2026, 10, 29, 12).toISOString())).toBe('29 Nov 2026');
  expect(dayOf(new Date(2026, 4, 3, 0, 0).getTime())).toBe('3 May 2026');
  expect(dayOf(new Date(2026, 4, 3, 23, 59).getTime())).toBe('3 May 2026');
  expect(dayOf('2026-05-03T00:00:00.000Z', 'UTC')).toBe('3 May 2026');
  expect(dayOf('2026-05-03T23:59:59.999Z', 'UTC')).toBe('3 May 2026');
  expect(dayOf('2026-05-99')).toBe('Invalid Date');
});

it('a date far from UTC is that of the reader’s day, unless UTC is asked for', async () => {
  vi.stubEnv('TZ', 'Pacific/Kiritimati');
  onTestFinished(() => void vi.unstubAllEnvs());
  // A fresh module instance: the worker's shared one may have been used in another time zone.
  const ownPage = '../../../web/lib/format.ts?kiritimati';
  const { dayOf }: typeof import('#web/lib/format.ts') = await import(ownPage);
  for (const _ of ['first', 'again']) {
    expect(dayOf('2026-05-03T12:00:00.000Z', 'UTC')).toBe('3 May 2026');
    expect(dayOf('2026-05-03T12:00:00.000Z')).toBe('4 May 2026');
  }
});
