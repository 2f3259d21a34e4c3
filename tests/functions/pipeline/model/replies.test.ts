import * as fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import {
  joinReplies,
  parseArrayReply,
  parseJsonReply,
  replyScore,
  replyTexts,
  UnreadableReply,
} from '#functions/pipeline/model/replies.ts';
import { foundProfiles } from '#tests/support/fake-providers.ts';

describe('an array reply', () => {
  it.each([
    ['bare', '[1,2]'],
    ['in fences', '```json\n[1,2]\n```'],
    ['in fences without a language', '```\n[1,2]```'],
    ['in an object', '{"profiles":[1,2],"note":"x"}'],
  ])('is taken %s', (_, text) => {
    expect(parseArrayReply(text)).toEqual([1, 2]);
  });

  it.each(['{}', '{"a":[],"b":[]}', '"x"', 'null', '7'])('%s is not an array', (text) => {
    expect(() => parseArrayReply(text)).toThrow('AI response is not an array');
  });

  it.each(['Here are the scores:\n[1]\nBye', '[1,2', '', '\u0000'])('%j is not JSON', (text) => {
    expect(() => parseArrayReply(text)).toThrow(/^Failed to parse AI response as JSON: /);
  });

  it('survives nesting, prototypes and any text at all', () => {
    expect(() => parseArrayReply('['.repeat(100_000))).toThrow(UnreadableReply);
    expect(parseArrayReply('{"__proto__":[1]}')).toEqual([1]);
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

  it('reads back whatever JSON was sent in fences', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue()), (value) => {
        const text = JSON.stringify(value);
        expect(parseArrayReply(`\`\`\`json\n${text}\n\`\`\``)).toEqual(JSON.parse(text));
      }),
    );
  });
});

describe('a score', () => {
  it.each([
    [95, 95],
    ['95', 95],
    ['95%', 95],
    [59.6, 60],
    [0, 0],
  ])('%j counts as %i', (value, score) => {
    expect(v.parse(replyScore, value)).toBe(score);
  });

  it.each([1e9, -5, Number.NaN, null, 'high', '-3', [], {}, true])('%j is none', (value) => {
    expect(v.safeParse(replyScore, value).success).toBe(false);
  });
});

describe('joining replies to profiles', () => {
  const profiles = foundProfiles(3);
  const Score = v.object({ relevanceScore: replyScore });
  const joined = (items: unknown[]) => Object.fromEntries(joinReplies(items, profiles, Score));
  const [one, two] = profiles.map((profile) => profile.url);

  it('goes by index, or by any form of the profile URL', () => {
    expect(
      joined([
        { index: 1, relevanceScore: 10 },
        { url: 'https://pe.linkedin.com/in/Person-1/?trk=x', relevanceScore: 20 },
      ]),
    ).toEqual({ [two ?? '']: { relevanceScore: 10 }, [one ?? '']: { relevanceScore: 20 } });
  });

  it('lets the first of several for one profile count and drops what joins to nothing', () => {
    expect(
      joined([
        { index: 0, relevanceScore: '95' },
        { index: 0, relevanceScore: 40 },
        { index: 99, relevanceScore: 100 },
        { index: -1, relevanceScore: 100 },
        { index: 1, relevanceScore: 1e9 },
        { profileUrl: 'https://evil.example/in/person-2', relevanceScore: 100 },
        null,
        'x',
      ]),
    ).toEqual({ [one ?? '']: { relevanceScore: 95 } });
  });

  it('never invents a profile, whatever the items', () => {
    fc.assert(
      fc.property(fc.array(fc.anything()), (items) => {
        const urls = profiles.map((profile) => profile.url);
        for (const url of joinReplies(items, profiles, Score).keys()) expect(urls).toContain(url);
      }),
    );
  });
});

describe('a list of texts', () => {
  it('takes a single text, drops blanks and what is no text, and is bounded', () => {
    expect(v.parse(replyTexts(2), 'one')).toEqual(['one']);
    expect(v.parse(replyTexts(2), [' a ', '', 7, null, 'b', 'c'])).toEqual(['a', 'b']);
    expect(v.parse(replyTexts(2), null)).toEqual([]);
  });
});
