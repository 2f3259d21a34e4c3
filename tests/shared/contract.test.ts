import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { titleFromPrompt } from '#shared/chat.ts';
import { newId, SearchId, searchIdOf } from '#shared/ids.ts';
import { searchApology } from '#shared/search-errors.ts';

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

it('the id of a search is the same for each repeat of a message, and different for any other', async () => {
  const message = { userId: 'rumi', chatId: 'chat_1', messageId: 'msg_1' };
  const others = [{ userId: 'illari' }, { chatId: 'chat_2' }, { messageId: 'msg_2' }];
  const ids = await Promise.all([{}, ...others].map((other) => searchIdOf({ ...message, ...other })));
  expect(new Set(ids).size).toBe(4);
  expect(await searchIdOf({ ...message })).toBe(ids[0]);
});

describe('the apology', () => {
  it('includes the reason as specified, without a doubled full stop', () => {
    expect(searchApology('it broke')).toBe(
      "I'm sorry, I encountered an error while processing your search request: it broke. Please try again with a different phrasing.",
    );
    expect(searchApology('Check your key.')).toContain('Check your key. Please try again');
  });
});
