import { describe, expect, it } from 'vitest';
import { APOLOGY, searchApology } from '#shared/errors.ts';
import type { Message } from '#shared/message.ts';
import { isApology } from '#web/features/chats/components/is-apology.ts';

const message = (content: string, role: Message['role'] = 'assistant'): Message => ({
  id: 'msg_1',
  chatId: 'chat_1',
  userId: 'anonymous',
  timestamp: '2026-11-21T09:00:00.000Z',
  role,
  content,
});

describe('an apology', () => {
  it.each([APOLOGY, searchApology('Failed to search LinkedIn profiles: timed out')])(
    'is known by its text: %s',
    (text) => {
      expect(isApology(message(text))).toBe(true);
    },
  );

  it('is not an answer', () => {
    expect(isApology(message('I found 7 people.'))).toBe(false);
  });

  it('is never what a person wrote', () => {
    expect(isApology(message(APOLOGY, 'user'))).toBe(false);
  });
});
