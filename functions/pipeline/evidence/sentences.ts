import { SCHOOL } from '../criteria/slots.ts';
import { countriesIn } from '../places/whereabouts.ts';

/* What the sentences of a snippet say of a person for certain, where no label does: where they live, and where they have studied. */

const WORD = "(?:(?:\\p{Lu}\\.){2,}|St\\.|\\p{Lu}[\\p{L}\\p{M}&'’-]*)";
const NAME = `${WORD}(?:\\s(?:(?:of|de|del|la|do|da|and|for|&)\\s)*${WORD})*`;

const LIVES = new RegExp(
  `(?:(?:^|[.·;|,(]\\s*|\\b(?:[Nn]ow|[Cc]urrently|is|am|I[’']m)\\s)(?:[Bb]ased|[Ll]ocated)|(?<!\\b(?:people|those|anyone|everyone|families|children|communities|clients|patients|not)\\s)\\b(?:[Ll]iving|[Ll]ives?|[Rr]esiding|[Rr]esides))\\sin\\s(?:the\\s)?(?<name>${NAME}(?:,\\s${NAME})*)`,
  'gu',
);
const STUDIES = new RegExp(
  `\\b(?:[Ss]tudied|[Ss]tudying|[Ss]tudies|[Ss]tudent|[Gg]raduated?|[Dd]egree|[Aa]lumn(?:a|us)|MBA|PhD)\\b(?:\\s(?!(?:while|before|then|now|working|worked|work|and\\s(?:now|then|work\\w*))\\b)[\\p{L}\\p{M}&'’,-]+){0,8}?\\s(?:at|from|of)\\s(?:the\\s)?(?<name>${NAME})`,
  'gu',
);

const CUT = /^[\s,]*(?:(?:of|de|del|la|do|da|and|for|&)\s*)*(?:\.{3}|…)/;
const OVER = /^,?\s+(?:until|till|between|from \d{4})\b/;

/** The first name that a pattern finds in a text, whole and of something present, and for which a test holds. */
function firstOf(text: string, pattern: RegExp, isOne: (name: string) => boolean): string {
  for (const { 0: whole, index, groups } of text.matchAll(pattern)) {
    const [name = '', after] = [groups?.['name'], text.slice(index + whole.length)];
    if (!CUT.test(after) && !OVER.test(after) && isOne(name)) return name;
  }
  return '';
}

/** Where a text says that somebody lives; '' where it names no place that is known. */
export const residenceIn = (text: string): string =>
  firstOf(text, LIVES, (name) => countriesIn(name).size > 0);

/** Where a text says that somebody has studied; '' where it names no school. */
export const schoolIn = (text: string): string => firstOf(text, STUDIES, (name) => SCHOOL.test(name));
