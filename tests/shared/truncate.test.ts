import fc from 'fast-check';
import { expect, it } from 'vitest';
import { titleFromPrompt } from '#shared/chat.ts';
import { cleanText } from '#shared/clean-text.ts';
import { digestOf } from '#shared/history.ts';
import { truncate } from '#shared/truncate.ts';

it('cuts between characters, never within one', () => {
  expect(truncate('ab😀😀', 4)).toBe('ab😀');
  expect(truncate('ab😀😀', 5)).toBe('ab😀');
  expect(truncate('ab😀😀', 6)).toBe('ab😀😀');
});

it('only replaces what was already half a character', () => {
  expect(truncate('a\uD800b', 10)).toBe('a\uFFFDb');
  expect(truncate('ab\uD800', 3)).toBe('ab\uFFFD');
});

it('returns a well-formed prefix of any text, at most one code unit under the limit', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.nat(40), (text, longest) => {
      const start = truncate(text, longest);
      expect(text.startsWith(start)).toBe(true);
      expect(start.isWellFormed()).toBe(true);
      expect(start.length).toBeLessThanOrEqual(longest);
      expect(start.length).toBeGreaterThanOrEqual(Math.min(text.length, longest) - 1);
    }),
  );
});

it('is used for titles, digests and cleaned text', () => {
  const asked = { chatId: 'chat_1', timestamp: '2026-01-01T09:00:00.000Z', id: 'm1', userId: 'u1' } as const;
  const content = `a${'😀'.repeat(1_500)}`;
  const digest = digestOf({ ...asked, role: 'user', content });
  expect(digest?.request).toBe(`a${'😀'.repeat(999)}`);
  expect(titleFromPrompt(content)).toBe(`a${'😀'.repeat(23)}...`);
  expect(cleanText(` ${'😀'.repeat(10)}`, 10)).toBe('😀'.repeat(9));
});
