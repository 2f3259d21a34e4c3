import { canonicalProfileUrl } from '#shared/linkedin-url.ts';
import type { DisplayData } from '#shared/results.ts';
import { type Clip, escapeHtml } from '#web/lib/clipboard.ts';
import { headlineOf, locationOf } from './facts.ts';
import { type RankedProfile, rankedProfiles } from './ranking.ts';
import { percent } from './score.tsx';

type Scored = Pick<RankedProfile, 'profile' | 'isScored'>;

/** A person as people pass one on: name, score, headline, place, link. */
export function clipOfProfile({ profile, isScored }: Scored): Clip {
  const name = oneLine(profile.fullName);
  const score = isScored ? ` – ${percent(profile.relevanceScore)}` : '';
  const facts = [headlineOf(profile), locationOf(profile)].map(oneLine).filter((fact) => fact !== '');
  const url = canonicalProfileUrl(profile.profileUrl);
  const strong = `<strong>${escapeHtml(name)}</strong>`;
  const linked = url === undefined ? strong : `<a href="${escapeHtml(url)}">${strong}</a>`;
  return {
    text: [name + score, ...facts, ...(url === undefined ? [] : [url])].join('\n'),
    html: [linked + score, ...facts.map(escapeHtml)].join('<br>'),
  };
}

/** An answer's words, and everybody below them in the order of their rank. */
export function clipOfAnswer(words: string, data: DisplayData | undefined, brokenOff: boolean): Clip {
  const profiles = data === undefined ? [] : rankedProfiles({ data, provisional: false, brokenOff });
  const clips = profiles.map(clipOfProfile);
  const paragraphs = words.split(/\n{2,}/).map((paragraph) => `<p>${escapeHtml(paragraph)}</p>`);
  const items = clips.map(({ html }) => `<li dir="auto">${html}</li>`).join('');
  return {
    text: [words, ...clips.map(({ text }, index) => numbered(index + 1, text))].join('\n\n'),
    html: paragraphs.join('') + (items === '' ? '' : `<ol>${items}</ol>`),
  };
}

/** Text from the web cannot pass a line of its own off as somebody's fact. */
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

function numbered(number: number, text: string): string {
  const mark = `${number}. `;
  return mark + text.replaceAll('\n', `\n${' '.repeat(mark.length)}`);
}
