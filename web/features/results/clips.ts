import { canonicalProfileUrl } from '#shared/linkedin-url.ts';
import type { DisplayData, DisplayProfile } from '#shared/results.ts';
import { type Clip, escapeHtml } from '#web/lib/clipboard.ts';
import { headlineOf, locationOf } from './facts.ts';
import type { ShownProfile } from './ranking.ts';
import { percent } from './score.tsx';
import { judge, labelOf, NO_LONGER } from './verdicts.ts';

type Clipped = Pick<ShownProfile, 'profile' | 'isScored' | 'isFallen'> & Pick<DisplayData, 'criteria'>;

/** A person in a form that can be passed on: name, score, headline, location, verdicts, link. */
export function clipOfProfile({ profile, isScored, isFallen, criteria }: Clipped): Clip {
  const name = oneLine(profile.fullName);
  const score = isScored ? ` – ${percent(profile.relevanceScore)}` : '';
  const facts = [
    isFallen ? NO_LONGER : '',
    headlineOf(profile),
    locationOf(profile),
    verdictsOf(profile, criteria),
  ]
    .map(oneLine)
    .filter((fact) => fact !== '');
  const url = canonicalProfileUrl(profile.profileUrl);
  const strong = `<strong>${escapeHtml(name)}</strong>`;
  const linked = url === undefined ? strong : `<a href="${escapeHtml(url)}">${strong}</a>`;
  return {
    text: [name + score, ...facts, ...(url === undefined ? [] : [url])].join('\n'),
    html: [linked + score, ...facts.map(escapeHtml)].join('<br>'),
  };
}

/** An answer's text, followed by everybody in order of rank. */
export function clipOfAnswer(words: string, people: readonly Clipped[]): Clip {
  const clips = people.map(clipOfProfile);
  const paragraphs = words.split(/\n{2,}/).map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`);
  const items = clips.map(({ html }) => `<li dir="auto">${html}</li>`).join('');
  return {
    text: [words, ...clips.map(({ text }, index) => numbered(index + 1, text))].join('\n\n'),
    html: paragraphs.join('') + (items === '' ? '' : `<ol>${items}</ol>`),
  };
}

const SIGNS = { met: '✓', notMet: '✗', unclear: '?' } as const;

/** As on the card: '✓ lawyer · ✗ Not Deloitte · ? Berlin'. */
const verdictsOf = (profile: DisplayProfile, criteria: DisplayData['criteria']): string =>
  judge(criteria, profile)
    .map(({ criterion, verdict }) => `${SIGNS[verdict.verdict]} ${labelOf(criterion)}`)
    .join(' · ');

/** Without line breaks, so that text from the web cannot pass off a line as a fact about the person. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

function numbered(number: number, text: string): string {
  const mark = `${number}. `;
  return mark + text.replaceAll('\n', `\n${' '.repeat(mark.length)}`);
}
