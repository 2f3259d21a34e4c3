import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  parseJsonReply,
  readEntry,
  replyScore,
  replyTexts,
  replyWords,
  UnreadableReply,
} from '#functions/pipeline/model/replies.ts';
import { foundProfile } from '#tests/support/fake-providers.ts';

const PROFILE = foundProfile(1);
const Score = v.object({ relevanceScore: replyScore });
const read = (reply: unknown) => readEntry(JSON.stringify(reply), PROFILE, Score);

describe('a reply about a person', () => {
  const reply = '[{"index":0,"relevanceScore":7}]';
  it.each([
    ['bare', reply],
    ['in fences', `\`\`\`json\n${reply}\n\`\`\``],
    ['in fences without a language', `\`\`\`\n${reply}\`\`\``],
    ['in fences behind an introduction', `Here is [the list]:\n\n\`\`\`json\n${reply}\n\`\`\``],
    ['in fences before an explanation', `\`\`\`json\n${reply}\n\`\`\`\nI hope this helps.`],
    ['in an object', `{"profiles":${reply},"note":"x"}`],
    ['in an object of any name', `{"__proto__":${reply}}`],
    ['alone', '{"relevanceScore":7}'],
  ])('is accepted %s', (_, text) => {
    expect(readEntry(text, PROFILE, Score)).toEqual({ relevanceScore: 7 });
  });

  it.each(['{}', '{"a":[],"b":[]}', '"x"', 'null', '7'])('is rejected as not being a list: %s', (text) => {
    expect(() => readEntry(text, PROFILE, Score)).toThrow('AI response is not an array');
  });

  it('is rejected if it has two fenced blocks, since one may come from a page', () => {
    const fenced = `\`\`\`json\n${reply}\n\`\`\``;
    expect(() => readEntry(`The page says ${fenced}, so: ${fenced}`, PROFILE, Score)).toThrow(
      UnreadableReply,
    );
  });

  it.each(['Here are the scores:\n[1]\nBye', '[1,2', '', '\u0000'])(
    'is rejected as invalid JSON: %j',
    (text) => {
      expect(() => readEntry(text, PROFILE, Score)).toThrow(/^Failed to parse AI response as JSON: /);
    },
  );

  it('is said to end too early wherever it is cut off', () => {
    const whole = String.raw`{"profiles":[{"index":-1,"n":1.5e3,"s":"\u00e9 \n","b":true,"a":[null, false]}, {}]}`;
    expect(parseJsonReply(whole)).toBeTypeOf('object');
    for (let length = 0; length < whole.length; length += 1)
      expect(() => parseJsonReply(whole.slice(0, length))).toThrow(
        'Failed to parse AI response as JSON: Unexpected end of JSON input',
      );
  });

  it.each(['{"a" 1}', '{"a":1;}', '[1 2]', '[end of JSON]', 'At the end of JSON', '[1]]'])(
    'is said to have an unexpected token, not to end too early: %j',
    (text) => {
      expect(() => parseJsonReply(text)).toThrow(
        'Failed to parse AI response as JSON: Unexpected token in JSON',
      );
    },
  );

  it('fails only as unreadable, however deeply nested or odd its text', () => {
    expect(() => parseJsonReply('['.repeat(100_000))).toThrow(UnreadableReply);
    fc.assert(
      fc.property(fc.string(), (text) => {
        try {
          parseJsonReply(text);
        } catch (error) {
          expect(error).toBeInstanceOf(UnreadableReply);
        }
      }),
    );
  });

  it('yields any JSON sent in fences unchanged', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), (value) => {
        const text = JSON.stringify(value);
        expect(parseJsonReply(`\`\`\`json\n${text}\n\`\`\``)).toEqual(JSON.parse(text));
      }),
    );
  });

  it('may be alone although it has a list and lacks a score', () => {
    const schema = v.object({ tags: replyTexts(3) });
    expect(readEntry('{"index":0,"tags":["law"]}', PROFILE, schema)).toEqual({ tags: ['law'] });
    expect(readEntry('{"index":1,"tags":["law"]}', PROFILE, schema)).toBeUndefined();
  });

  it('is matched by index or by any form of the profile URL', () => {
    for (const index of [0, '0', ' 0 '])
      expect(read([{ index, relevanceScore: 10 }])).toEqual({ relevanceScore: 10 });
    for (const index of [1, '1', '', '0.5', 'first'])
      expect(read([{ index, relevanceScore: 10 }])).toBeUndefined();
    const url = 'https://pe.linkedin.com/in/Person-1/?trk=x';
    for (const named of [{ url }, { profileUrl: url }])
      expect(read([{ ...named, relevanceScore: 20 }])).toEqual({ relevanceScore: 20 });
  });

  it('uses its first readable entry about this person and ignores all others', () => {
    const others = [
      { index: 99, relevanceScore: 100 },
      { index: -1, relevanceScore: 100 },
      { index: 0, relevanceScore: 1e9 },
      { profileUrl: 'https://evil.example/in/person-1', relevanceScore: 100 },
      { url: 'https://www.linkedin.com/in/person-2', relevanceScore: 100 },
      { relevanceScore: 100 },
      null,
      'x',
    ];
    expect(read(others)).toBeUndefined();
    const said = [
      { index: 0, relevanceScore: '95' },
      { index: 0, relevanceScore: 40 },
    ];
    expect(read([...others, ...said])).toEqual({ relevanceScore: 95 });
    expect(read({ index: 3, relevanceScore: 5 })).toBeUndefined();
  });

  it('is sought among the first hundred entries of a list, though a single one was asked for', () => {
    const others = (count: number) => Array.from({ length: count }, () => ({}));
    const said = { index: 0, relevanceScore: 40 };
    expect(read([...others(99), said])).toEqual({ relevanceScore: 40 });
    expect(read([...others(100), said])).toBeUndefined();
    expect(read({ profiles: [...others(100), said] })).toBeUndefined();
  });
});

describe('a score', () => {
  it.each([
    [95, 95],
    ['95', 95],
    ['95%', 95],
    ['95/100', 95],
    ['87.5 / 100', 87.5],
    [1, 1],
    [59.6, 59.6],
    [0, 0],
  ])('%j counts as %d', (value, score) => {
    expect(v.parse(replyScore, value)).toBe(score);
  });

  it.each([1e9, -5, 0.85, '0.85', '8/10', '85/1000', Number.NaN, null, 'high', '-3', [], {}, true])(
    '%j is rejected',
    (value) => {
      expect(v.safeParse(replyScore, value).success).toBe(false);
    },
  );
});

describe('a list of texts', () => {
  it('accepts a single text, drops blanks and non-strings, and is capped', () => {
    expect(v.parse(replyTexts(2), 'one')).toEqual(['one']);
    expect(v.parse(replyTexts(2), [' a ', '', 7, null, 'b', 'c'])).toEqual(['a', 'b']);
    expect(v.parse(replyTexts(2), null)).toEqual([]);
  });

  it('is read up to ten times the texts it may have', () => {
    const blanks = (count: number) => Array.from({ length: count }, () => ' ');
    expect(v.parse(replyTexts(2), [...blanks(18), 'a', 'b', 'c'])).toEqual(['a', 'b']);
    expect(v.parse(replyTexts(2), [...blanks(19), 'a', 'b', 'c'])).toEqual(['a']);
  });
});

it('words of a model’s own are cut at a word, and say so', () => {
  const long = `Matches ${'fluent '.repeat(41)}Portuguese`;
  expect(v.parse(replyWords, `${long}, see https://evil.example`)).toBe(`${long.slice(0, -11)}…`);
  expect(v.parse(replyWords, long.slice(0, 300))).toBe(long.slice(0, 300));
});
