import { describe, expect, it } from 'vitest';
import { disabledStorage, MemoryStorage } from '#tests/web/features/chats/stores/memory-storage.ts';
import { keysWith, readText, writeText } from '#web/lib/storage.ts';

describe('browser storage', () => {
  it('can be read, written and listed', () => {
    const storage = new MemoryStorage({ a_2: 'x', a_1: 'y', b: 'z' });
    expect(writeText(storage, 'c', 'new')).toBe(true);
    expect(readText(storage, 'c')).toBe('new');
    expect(writeText(storage, 'b', undefined)).toBe(true);
    expect(readText(storage, 'b')).toBeUndefined();
    expect(keysWith(storage, 'a_')).toEqual(['a_1', 'a_2']);
  });

  it('reports a full storage and keeps the old value', () => {
    const storage = new MemoryStorage({ a: 'x' }, 10);
    expect(writeText(storage, 'a', 'x'.repeat(20))).toBe(false);
    expect(readText(storage, 'a')).toBe('x');
  });

  it.each([
    ['switched off', disabledStorage],
    ['not there', undefined],
  ])('never throws when it is %s', (_, storage) => {
    expect(readText(storage, 'a')).toBeUndefined();
    expect(writeText(storage, 'a', 'x')).toBe(false);
    expect(keysWith(storage, 'a')).toEqual([]);
  });
});
