import { describe, expect, it } from 'vitest';
import { CRITERIA, directory, person } from '#tests/web/gallery/people.ts';
import { peopleOf } from '#web/features/people/person.ts';
import { clipOfAnswer, clipOfProfile } from '#web/features/results/clips.ts';

const ADA = person({
  id: 'ada',
  fullName: 'Ada Okonkwo',
  headline: 'Maps reefs',
  location: 'Townsville',
  profileUrl: 'https://www.linkedin.com/in/ada',
  relevanceScore: 69.6,
});
const clipOf = (overrides: Partial<typeof ADA>) =>
  clipOfProfile({ profile: { ...ADA, ...overrides }, isScored: true });

describe('a person on the clipboard', () => {
  it('has name, score, headline, place and link', () => {
    expect(clipOf({})).toEqual({
      text: 'Ada Okonkwo – 69%\nMaps reefs\nTownsville\nhttps://www.linkedin.com/in/ada',
      html: '<a href="https://www.linkedin.com/in/ada"><strong>Ada Okonkwo</strong></a> – 69%<br>Maps reefs<br>Townsville',
    });
  });

  it('has no score if none was given, and no blank lines', () => {
    const profile = { ...ADA, headline: ' ', location: '' };
    expect(clipOfProfile({ profile, isScored: false }).text).toBe(
      'Ada Okonkwo\nhttps://www.linkedin.com/in/ada',
    );
  });

  it('has the verdicts as shown on the card', () => {
    const verdicts = [
      { criterionId: 'c1', verdict: 'met', quote: 'Maps reefs', source: 'title' },
      { criterionId: 'c5', verdict: 'notMet', quote: 'Northgate\nSpirits', source: 'record' },
    ] as const;
    const profile = { ...ADA, verdicts: [...verdicts] };
    const { text, html } = clipOfProfile({ profile, isScored: true, criteria: [...CRITERIA] });
    const line =
      '✓ lawyer · ? food and beverage · ? Georgetown Law · ? Washington, D.C. · ✗ Not Northgate Spirits';
    expect(text.split('\n')[3]).toBe(line);
    expect(html).toContain(`<br>${line}`);
  });

  it.each(['javascript:alert(1)', 'http://example.com/in/ada', 'https://linkedin.com.evil.example/in/x', ''])(
    'has no link for "%s"',
    (profileUrl) => {
      expect(clipOf({ profileUrl }).html).not.toContain('<a');
      expect(clipOf({ profileUrl }).text).not.toContain(':');
    },
  );

  it('links to the canonical https URL', () => {
    expect(clipOf({ profileUrl: 'http://pe.linkedin.com/in/Ada?x=1' }).html).toContain(
      'href="https://www.linkedin.com/in/ada"',
    );
  });

  it('escapes text from the web', () => {
    const { html } = clipOf({
      fullName: '<img src=x onerror=alert(1)>',
      headline: `"'&</li><script>`,
      profileUrl: `https://www.linkedin.com/in/o'hara"><b>`,
    });
    expect(html.match(/<\/?\w+/g)).toEqual(['<a', '<strong', '</strong', '</a', '<br', '<br']);
    expect(html).toContain('&quot;&#39;&amp;&lt;/li&gt;&lt;script&gt;');
    expect(html).toContain('&#39;hara');
  });

  it('adds no line breaks from a person’s text', () => {
    expect(clipOf({ headline: 'Maps reefs\n\n2. Somebody else' }).text).toContain(
      '\nMaps reefs 2. Somebody else\n',
    );
  });
});

describe('an answer on the clipboard', () => {
  const other = { ...ADA, id: 'illari', fullName: 'Illari Quispe', relevanceScore: 90 };

  it('has its text and everybody in rank order', () => {
    const { text, html } = clipOfAnswer(
      'Two.\n\nOne <note>.',
      peopleOf(directory([ADA, other], false), false),
    );
    expect(text).toBe(
      [
        'Two.\n\nOne <note>.',
        '1. Illari Quispe – 90%\n   Maps reefs\n   Townsville\n   https://www.linkedin.com/in/ada',
        '2. Ada Okonkwo – 69%\n   Maps reefs\n   Townsville\n   https://www.linkedin.com/in/ada',
      ].join('\n\n'),
    );
    expect(html).toMatch(
      /^<p>Two\.<\/p><p>One &lt;note&gt;\.<\/p><ol><li dir="auto"><a [^>]*><strong>Illari/,
    );
    expect(html.match(/<li/g)).toHaveLength(2);
  });

  it('aligns everybody’s lines with their name, also after a number of two digits', () => {
    const many = Array.from({ length: 10 }, (_, index) => ({ ...ADA, id: `${index}`, location: '' }));
    const { text } = clipOfAnswer('Ten.', peopleOf(directory(many, false), false));
    expect(text).toContain('\n9. Ada Okonkwo – 69%\n   Maps reefs\n');
    expect(text).toContain('\n10. Ada Okonkwo – 69%\n    Maps reefs\n');
  });

  it('keeps unscored people in the order they were found', () => {
    const found = [ADA, other].map((each) => ({ ...each, scoreSource: 'fallback' as const }));
    const { text } = clipOfAnswer('Stopped.', peopleOf(directory(found, true), true));
    expect(text).toMatch(/1\. Ada Okonkwo\n.*2\. Illari Quispe\n/s);
  });

  it('puts people who no longer match last, and marks them', () => {
    const { text, html } = clipOfAnswer('One.', peopleOf(directory([ADA], false), false, [other]));
    expect(text).toMatch(
      /1\. Ada Okonkwo – 69%\n {3}Maps.*2\. Illari Quispe – 90%\n {3}No longer a match\n/s,
    );
    expect(html).toMatch(/Illari Quispe<\/strong><\/a> – 90%<br>No longer a match<br>/);
  });

  it('has only its text if there are no people', () => {
    expect(clipOfAnswer('Nobody.', [])).toEqual({ text: 'Nobody.', html: '<p>Nobody.</p>' });
  });
});
