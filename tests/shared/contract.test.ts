import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { titleFromPrompt } from '#shared/chat.ts';
import { UpdateChatRequest } from '#shared/chat-contract.ts';
import { nonBlankText } from '#shared/contract.ts';
import { newId, SearchId } from '#shared/ids.ts';
import { searchApology } from '#shared/search-errors.ts';
import { SearchRequest } from '#shared/search-request.ts';

describe('a chat title', () => {
  it('is the prompt, cut to 47 characters and "..." if it is longer than 50', () => {
    expect(titleFromPrompt('  lawyers ')).toBe('lawyers');
    expect(titleFromPrompt('x'.repeat(50))).toBe('x'.repeat(50));
    expect(titleFromPrompt('x'.repeat(51))).toBe(`${'x'.repeat(47)}...`);
    expect(titleFromPrompt(' ')).toBe('New Chat');
  });

  it('never ends in half a character', () => {
    expect(titleFromPrompt(`${'x'.repeat(46)}🦙🦙🦙`)).toBe(`${'x'.repeat(46)}...`);
  });
});

describe('an id', () => {
  it('consists of its kind, the time and 128 random bits, in the specified format', () => {
    const id = newId('search', 1_700_000_000_000);
    expect(id).toMatch(/^search_1700000000000_[0-9a-f]{32}$/);
    expect(v.is(SearchId, id)).toBe(true);
    expect(newId('search', 1)).not.toBe(newId('search', 1));
  });

  it.each(['chat_1', 'search_', 'search_a b', `search_${'x'.repeat(90)}`, ''])(
    '%s is not a search id',
    (id) => {
      expect(v.is(SearchId, id)).toBe(false);
    },
  );
});

describe('the apology', () => {
  it('includes the reason as specified, without a doubled full stop', () => {
    expect(searchApology('it broke')).toBe(
      "I'm sorry, I encountered an error while processing your search request: it broke. Please try again with a different phrasing.",
    );
    expect(searchApology('Check your key.')).toContain('Check your key. Please try again');
  });
});

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
