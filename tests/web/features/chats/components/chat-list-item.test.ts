import { describe, expect, it } from 'vitest';
import { relativeDate } from '#web/features/chats/components/chat-list-item.tsx';

const now = new Date(2026, 10, 21, 9, 30);
const at = (day: number, hour = 12) => new Date(2026, 10, day, hour).toISOString();

describe('a relative date', () => {
  it.each([
    ['this morning', at(21, 0), 'Today'],
    ['later today', at(21, 23), 'Today'],
    ['tomorrow by a clock that is off', at(22), 'Today'],
    ['late last night', at(20, 23), 'Yesterday'],
    ['two days ago', at(19), '2 days ago'],
    ['six days ago', at(15, 0), '6 days ago'],
  ])('for %s', (_, timestamp, label) => {
    expect(relativeDate(timestamp, now)).toBe(label);
  });

  it('for seven days ago is the full date', () => {
    expect(relativeDate(at(14, 23), now)).toBe('14 Nov 2026');
  });
});
