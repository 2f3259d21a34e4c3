import { expect, it, onTestFinished, vi } from 'vitest';
import { today } from '#web/lib/download.ts';

it('today is the date where the reader is, with two digits for month and day', () => {
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(2026, 4, 3, 23, 59) });
  onTestFinished(() => void vi.useRealTimers());
  expect(today()).toBe('2026-05-03');
  vi.setSystemTime(new Date(2026, 11, 31, 0, 0));
  expect(today()).toBe('2026-12-31');
});
