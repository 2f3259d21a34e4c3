import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { textOf } from '#tests/web/text-of.ts';
import { ComposerNote } from '#web/features/chats/components/composer-note.tsx';

const noteOn = (content: string, isHeld = false) =>
  textOf(renderToStaticMarkup(<ComposerNote content={content} isHeld={isHeld} />));

describe('the note below a draft', () => {
  it('is empty for an ordinary request', () => {
    expect(noteOn('marine biologists')).toBe('');
  });

  it.each([
    [13_499, ''],
    [13_500, '13,500 of 15,000 characters'],
    [15_000, '15,000 of 15,000 characters'],
    [15_001, 'This request is 1 character too long. It can have up to 15,000.'],
    [15_370, 'This request is 370 characters too long. It can have up to 15,000.'],
  ])('shows the length only near the limit: %i characters', (length, said) => {
    expect(noteOn('x'.repeat(length))).toBe(said);
  });

  it('says that another request is waiting', () => {
    expect(noteOn('marine biologists', true)).toBe('One request is waiting already.');
  });

  it.each([
    'people like linkedin.com/in/Ada-Okonkwo',
    'Like https://www.linkedin.com/in/ada-okonkwo/?utm=1, but in Kiel.',
    'Somebody as good as de.linkedin.com/in/ada-okonkwo!',
    'remove linkedin.com/in/ada-okonkwo',
  ])('names the profile that will be looked up unless it is rejected: "%s"', (content) => {
    expect(noteOn(content)).toBe(
      'Unless this request leaves it out, linkedin.com/in/ada-okonkwo will be looked up once (1 lookup); its record becomes the criteria.',
    );
  });

  it.each([
    'people at linkedin.com',
    'https://evil.example/linkedin.com/in/ada',
    'linkedin.com/company/reefs',
    'notlinkedin.com/in/ada',
    'ada@linkedin.com/in/ada',
  ])('is empty for a URL that is not a profile: "%s"', (content) => {
    expect(noteOn(content)).toBe('');
  });
});
