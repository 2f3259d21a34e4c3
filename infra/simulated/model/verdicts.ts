import { fold, holdsPhrase } from '../fold.ts';
import { type Criterion, shows } from './criteria.ts';

/**
 * One of a person's texts. `about` is what its label or field says it is about; `past` is a job that has ended, `beside` a section below
 * jobs and schools.
 */
export type Passage = { text: string; about?: 'location' | 'education' | 'company' | 'past' | 'beside' };

export type Verdict = { id: string; verdict: 'met' | 'notMet'; quote: string };

/** Longest quote, in words. */
const MAX_QUOTE_WORDS = 6;

/** Title and snippet as sentences and labelled facts. */
export function passagesOf(title: string, snippet: string): Passage[] {
  const parts = [...title.split(/ [-|] /).slice(1), ...snippet.split(/ · |(?<=\p{L}{3}[.!?]) /u)];
  return parts
    .filter((part) => part.trim() !== '' && !/^LinkedIn|connections on LinkedIn/.test(part))
    .map((part) => {
      const [, label, fact] = /^(Experience|Education|Location): (.*)$/.exec(part) ?? [];
      if (label === undefined || fact === undefined) return { text: part.trim() };
      return { text: fact.trim(), about: ABOUT_BY_LABEL[label] };
    })
    .map(({ text, about }) => ({ text: text.replace(/\s*\.\.\.$/, ''), ...(about && { about }) }))
    .filter(({ text }) => text !== '');
}

const ABOUT_BY_LABEL: Readonly<Record<string, Passage['about']>> = {
  Experience: 'company',
  Education: 'education',
  Location: 'location',
};

/** At most six words of a text, around one of the phrases. */
function quoteOf(text: string, phrases: readonly string[]): string {
  const words = text.trim().split(/\s+/);
  const holds = (from: number): boolean =>
    phrases.some((phrase) => holdsPhrase(fold(words.slice(from, from + MAX_QUOTE_WORDS).join(' ')), phrase));
  const from = words.findIndex(
    (_word, at) => holds(at) && (at + MAX_QUOTE_WORDS >= words.length || !holds(at + 1)),
  );
  const start = Math.max(0, Math.min(from, words.length - MAX_QUOTE_WORDS));
  return words
    .slice(start, start + MAX_QUOTE_WORDS)
    .join(' ')
    .replace(/[,;:]$/, '');
}

/** Text that mentions a criterion but says that it is not met: where people come from or have been is not where they are. */
const CONTRADICTION_PATTERNS: Readonly<Record<string, RegExp>> = {
  location: /^(?:born|raised|originally|native|lived|formerly|previously)\b|\buntil \d{4}/i,
  nationality: /\b(?:partners|clients|customers|markets|projects) in\b/i,
  profession: /^(?:hiring|recruiting|looking) for\b/i,
  education: /^(?:guest )?lectur|^teach/i,
};

/** Whether a passage can show a criterion. Where people study or work is not where they live or come from; a past job is not their job. */
export function isAbout({ label, isCurrent }: Criterion, { text, about }: Passage): boolean {
  if (CONTRADICTION_PATTERNS[label]?.test(text)) return false;
  if (about === 'beside')
    return label === 'interest' || label === 'interests' || (label === 'experience' && !isCurrent);
  if (label === 'profession') return about !== 'past' && about !== 'education';
  // 'Trained in Japan' is about experience, not about where somebody lives.
  if (label === 'experience' && about === 'location') return false;
  if (label === 'experience') return !isCurrent || (about !== 'past' && !/^formerly\b/i.test(text));
  if (label !== 'location' && label !== 'nationality') return true;
  return about === 'location' || (about === undefined && !/Universi|College|School|Institut/.test(text));
}

/** A verdict, with a quote, for each criterion that the passages settle; none for those they leave open. */
export function judgeEach(passages: readonly Passage[], criteria: readonly Criterion[]): Verdict[] {
  return criteria.flatMap((criterion) => {
    if (criterion.id === undefined) return [];
    const fitting = passages.filter((passage) => isAbout(criterion, passage));
    const { ways } = criterion;
    const wayShownIn = (text: string) =>
      ways.find((pieces) => pieces.every((each) => shows(fold(text), each)));
    const match = fitting.find(({ text }) => wayShownIn(text) !== undefined);
    const [piece] = (match && wayShownIn(match.text)) ?? [];
    if (piece && match) {
      const phrases = [
        piece.text,
        ...piece.entities.flatMap(({ alternatives, implied }) => [...alternatives, ...implied].map(fold)),
      ];
      const verdict = criterion.need === 'excluded' ? 'notMet' : 'met';
      return [{ id: criterion.id, verdict, quote: quoteOf(match.text, phrases) }];
    }
    const other = criterion.need === 'excluded' ? undefined : findContradiction(passages, criterion);
    return other ? [{ id: criterion.id, verdict: 'notMet' as const, quote: quoteOf(other.text, []) }] : [];
  });
}

/** A passage that contradicts a criterion. A different school does not contradict a degree. */
function findContradiction(passages: readonly Passage[], { label, ways }: Criterion): Passage | undefined {
  const isOfSchools = ways.flat().every(({ entities }) => entities[0]?.kind === 'school');
  if (label === 'education' && !isOfSchools) return undefined;
  return passages.find(({ about }) => about !== undefined && about === CONTRADICTING_PASSAGE[label]);
}

/** The kind of passage that contradicts a criterion by naming something else. */
const CONTRADICTING_PASSAGE: Readonly<Record<string, Passage['about']>> = {
  location: 'location',
  education: 'education',
};
