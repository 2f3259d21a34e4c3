import { SCHOOL } from '../criteria/slots.ts';
import { countriesIn } from '../places/whereabouts.ts';

/* What the sentences of a snippet say for certain if no label does: where somebody lives, and where they have studied. */

const WORD = "(?:(?:\\p{Lu}\\.){2,}|St\\.|\\p{Lu}[\\p{L}\\p{M}&'’-]*)";
const NAME = `${WORD}(?:\\s(?:(?:of|de|del|des|la|da|di|do|du|and|for|&)\\s)*${WORD})*`;

const RESIDENCE_PATTERN = new RegExp(
  `(?:(?:^|[.·;|,(]\\s*|\\b(?:[Nn]ow|[Cc]urrently|is|am|I[’']m)\\s)(?:[Bb]ased|[Ll]ocated)|(?<!\\b(?:people|those|anyone|everyone|families|children|communities|clients|patients|not)\\s)\\b(?:[Ll]iving|[Ll]ives?|[Rr]esiding|[Rr]esides))\\sin\\s(?:the\\s)?(?<name>${NAME}(?:,\\s${NAME})*)`,
  'gu',
);
const STUDY_PATTERN = new RegExp(
  `\\b(?:[Ss]tudied|[Ss]tudying|[Ss]tudies|[Ss]tudent|[Gg]raduated?|[Dd]egree|[Aa]lumn(?:a|us)|MBA|PhD)\\b(?:\\s(?!(?:while|before|then|now|working|worked|work|and\\s(?:now|then|work\\w*))\\b)[\\p{L}\\p{M}&'’,-]+){0,8}?\\s(?:at|from|of)\\s(?:the\\s)?(?<name>${NAME})`,
  'gu',
);

const TRUNCATION = /^[\s,]*(?:(?:of|de|del|des|la|da|di|do|du|and|for|&)\s*)*(?:\.{3}|…)/;
const PAST_SUFFIX = /^,?\s+(?:until|till|between|from \d{4})\b/;

/** The first name that a pattern finds in a text and a test accepts, given the words after it, unless it is cut off. */
function firstNameFound(
  text: string,
  pattern: RegExp,
  isAccepted: (name: string, after: string) => boolean,
): string {
  for (const { 0: whole, index, groups } of text.matchAll(pattern)) {
    const [name = '', after] = [groups?.['name'], text.slice(index + whole.length)];
    if (!TRUNCATION.test(after) && isAccepted(name, after)) return name;
  }
  return '';
}

/** Where a text says that somebody lives, not used to live; '' if it names no known place. */
export const residenceIn = (text: string): string =>
  firstNameFound(
    text,
    RESIDENCE_PATTERN,
    (name, after) => !PAST_SUFFIX.test(after) && countriesIn(name).size > 0,
  );

/** Where a text says that somebody has studied; '' if it names no school, or none in full: 'École normale supérieure'. */
export const schoolIn = (text: string): string =>
  firstNameFound(text, STUDY_PATTERN, (name) => /[\s-]/.test(name) && SCHOOL.test(name));
