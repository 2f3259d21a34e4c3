import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readableSentence } from '#functions/providers/text.ts';

describe('the readable sentence of a provider’s text', () => {
  it.each([
    ['The index is empty.', 'The index is empty'],
    ['Broken\n    at run (/srv/app/index.js:3:14)', 'Broken'],
    ['just a text', 'just a text'],
    ['\n\nThe index is empty.', 'The index is empty'],
    ['Expected 1 < 2 > 0', 'Expected 1 2 0'],
    ['503', undefined],
    ['<html><body>502</body></html>', undefined],
  ])('is taken from %j', (text, sentence) => {
    expect(readableSentence(text)).toBe(sentence);
  });

  it.each([
    ['Incorrect API key provided: sk-abc***xyz. Try again.', 'Incorrect API key provided'],
    ['Refused by 10.0.0.7:8080', 'Refused by'],
    ['Refused by 10.0.0.7', 'Refused by'],
    ['Refused by [2001:db8::8a2e:370:7334]:443', 'Refused by'],
    ['Refused by ::1 again', 'Refused by again'],
    ['Refused by ollama:11434', 'Refused by'],
    ['Refused by localhost', 'Refused by'],
    ['Refused by api.internal.example.com', 'Refused by'],
    ['connect ECONNREFUSED ::1:11434', 'connect ECONNREFUSED'],
    ['Look at https://example.com/a?key=b please', 'Look at please'],
    ['Write to help@example.com', 'Write to'],
    ['Authorization was Bearer abc.def', 'Authorization was'],
    ['Authorization was Basic YTpi', 'Authorization was'],
    ['Refused with password: hunter2', 'Refused with'],
    ['The key sk-abc is unknown', 'The key is unknown'],
    ['The key abc***xyz is unknown', 'The key is unknown'],
    ['cannot open /srv/app/secrets.json', 'cannot open'],
    ['The token 0123456789abcdef0123456789abcdef is unknown', 'The token is unknown'],
    [
      'You exceeded your current quota, please check your plan.',
      'You exceeded your current quota, please check your plan',
    ],
    ['Model gpt-4.1-mini-2025-04-14 not found', 'Model gpt-4.1-mini-2025-04-14 not found'],
  ])('omits private details of %j', (text, sentence) => {
    expect(readableSentence(text)).toBe(sentence);
  });

  it('leaves out a word that is cut off, which may be half a secret', () => {
    const secret = 'correct-horse';
    expect(readableSentence(`Look at https://a.com/${'x'.repeat(970)} ${secret}`, [secret])).toBe('Look at');
  });

  it('is short and free of markup and secrets, whatever the text', () => {
    const secret = 'correct horse';
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(secret, '<b>', 'http://a/', ' '))),
        (parts) => {
          const sentence = readableSentence(parts.join(''), [secret]) ?? '';
          expect(Array.from(sentence).length).toBeLessThanOrEqual(200);
          expect(sentence).not.toMatch(/[<>\p{Cc}]|:\/\//u);
          expect(sentence).not.toContain(secret);
        },
      ),
    );
  });
});

describe('a text crafted to slow down parsing', () => {
  it.each(['a@', '@', 'a.', 'a-', ':', '*', '/a', 'a:', '[', '1.', '://', 'key-'])(
    'is read at once: %j repeated',
    (part) => {
      // The longest line allowed. 200 rounds, since a single pass in cubic time takes a fifth of a second.
      const text = part.repeat(1_000).slice(0, 1_000);
      for (let round = 0; round < 200; round += 1) readableSentence(text);
    },
  );
});
