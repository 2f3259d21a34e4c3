import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { UpdateChatRequest } from '#shared/chat-contract.ts';
import { nonBlankText, withoutUnknownFields } from '#shared/schemas.ts';
import { SearchRequest } from '#shared/search-request.ts';

describe('submitted text', () => {
  const text = nonBlankText(10);

  it('is trimmed', () => {
    expect(v.parse(text, '  Lawyers\n')).toBe('Lawyers');
  });

  it.each(['', '   ', '\n\t', '\u200b', '\u2060 \ufeff', '\u00ad', '\u202e'])(
    'must not be blank: %j',
    (blank) => {
      expect(() => v.parse(text, blank)).toThrow('must not be empty');
    },
  );

  it.each(['é', '日本', '🧑‍🔬', 'می‌خواهم', '1', '?'])('may be %s', (filled) => {
    expect(v.parse(text, filled)).toBe(filled);
  });

  it.each(['a\ud800b', '\udc00'])('must not contain lone surrogates: %j', (broken) => {
    expect(() => v.parse(text, broken)).toThrow('must be valid Unicode');
    const search = { chatId: 'chat_1', messageId: 'msg_1', content: broken, deepResearch: false };
    expect(v.is(SearchRequest, search)).toBe(false);
    expect(v.is(UpdateChatRequest, { title: broken })).toBe(false);
  });

  it('must not be too long', () => {
    expect(() => v.parse(text, 'x'.repeat(11))).toThrow('must be at most 10 characters');
  });
});

describe('a value without unknown fields', () => {
  it('is rejected with the beginning of an unknown field’s name only', () => {
    const schema = withoutUnknownFields(v.object({ known: v.optional(v.string()) }));
    const result = v.safeParse(schema, { ['n'.repeat(5_000)]: 'a secret' });
    expect(result.issues?.[0].message).toBe(`holds an unknown field "${'n'.repeat(80)}"`);
  });

  it('is checked up to its first mistake only', () => {
    let checked = 0;
    const wrong = v.check(() => {
      checked += 1;
      return false;
    });
    const Items = withoutUnknownFields(v.object({ items: v.array(v.pipe(v.unknown(), wrong)) }));
    expect(() => v.parse(Items, { items: Array(1_000).fill(0) })).toThrow('is invalid at "items.0"');
    expect(checked).toBe(1);
  });
});
