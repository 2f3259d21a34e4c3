import { memoize, wordsOf } from '../language/words.ts';

/*
 * Universities whose names contain those of others: 'Michigan State University' and 'University of Illinois at Chicago' are neither the
 * University of Michigan nor that of Chicago.
 */

const WORD = "(?!University|College|The\\s)\\p{Lu}[\\p{L}\\p{M}'’&.-]*";
/** 'Michigan State University', 'University of Illinois', 'City University of New York' */
const UNIVERSITY = new RegExp(
  `(?:(?<![\\p{L}\\p{M}'’&.-])(?<before>${WORD}(?:\\s${WORD}){0,3})\\s)?(?:University|College)(?:\\sof\\s(?:the\\s)?(?<after>${WORD}(?:\\s(?:(?:of|and|&)\\s)?${WORD}){0,3}))?(?!\\p{L})`,
  'gu',
);

/** Words that make another name of the one after them; others in front of it do not belong to it: 'MBA Duke University'. */
const QUALIFIERS = new Set('north south east west northern southern eastern western central new'.split(' '));
/** Names that different schools have with 'University of', 'University' and 'College'. */
const NAMES_OF_SEVERAL = new Set(['boston', 'miami', 'washington', 'york']);

interface University {
  /** The words before 'University', folded. */
  before: readonly string[];
  /** Those after 'University of'; a campus may follow them: 'University of California Berkeley'. */
  after: readonly string[];
  isCollege: boolean;
}

const universitiesIn = memoize((text): readonly University[] =>
  [...text.matchAll(UNIVERSITY)]
    .map(({ 0: whole, groups }) => ({
      before: wordsOf(groups?.['before'] ?? ''),
      after: wordsOf(groups?.['after'] ?? ''),
      isCollege: /College/.test(whole),
    }))
    .filter(({ before, after }) => before.length + after.length > 0),
);

/** Whether a text names universities, and all of them are others than the wanted one, though with a similar name. */
export function namesOtherUniversity(wanted: string, text: string): boolean {
  const [asked] = universitiesIn(wanted);
  const found = universitiesIn(text);
  if (found.length === 0) return false;
  const alone = wordsOf(wanted);
  return asked === undefined
    ? found.every(({ before }) => before.length > alone.length && startsWith(before, alone))
    : found.every((each) => !isSame(asked, each));
}

function isSame(asked: University, found: University): boolean {
  if (asked.before.length > 0 && asked.after.length > 0)
    return endsWith(found.before, asked.before) && startsWith(found.after, asked.after);
  if (found.before.length > 0 && found.after.length > 0) return false;
  const name = [...asked.before, ...asked.after];
  const isSameName = found.after.length > 0 ? startsWith(found.after, name) : endsWith(found.before, name);
  const isSameForm =
    asked.isCollege === found.isCollege && asked.before.length > 0 === found.before.length > 0;
  return isSameName && (isSameForm || !name.some((word) => NAMES_OF_SEVERAL.has(word)));
}

const startsWith = (words: readonly string[], start: readonly string[]): boolean =>
  start.every((word, at) => words[at] === word);

const endsWith = (words: readonly string[], end: readonly string[]): boolean =>
  startsWith(words.toReversed(), end.toReversed()) && !QUALIFIERS.has(words.at(-end.length - 1) ?? '');
