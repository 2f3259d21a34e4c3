import { truncate } from './truncate.ts';

/** Invisible characters: format characters, and those that renderers ignore by default. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
const ALL_INVISIBLE = new RegExp(INVISIBLE, 'gu');
const CONTROL_CHARACTERS = /\p{Cc}+/gu;

/** Scripts in which a joiner or non-joiner after a letter affects the spelling of a word, even at its end. */
const JOINING_SCRIPTS =
  'Arabic Syriac Mongolian Devanagari Bengali Gurmukhi Gujarati Oriya Tamil Telugu Kannada Malayalam Sinhala Khmer Myanmar';
const JOINING_LETTER = `[${JOINING_SCRIPTS.split(' ')
  .map((script) => `\\p{Script=${script}}`)
  .join('')}]`;
const EMOJI_PART = '[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\uFE0F]';

/** A joiner that affects what is visible, as a pattern: after a letter of such a script, or within an emoji. */
export const NEEDED_JOINER = `(?<=${JOINING_LETTER})[\\u200C\\u200D]|(?<=${EMOJI_PART})\\u200D(?=\\p{Extended_Pictographic})`;
/** Invisible characters that affect what is visible: such joiners and emoji presentation selectors. */
const NEEDED_INVISIBLE = new RegExp(`(${NEEDED_JOINER}|(?<=[\\p{Emoji}\\u20E3])[\\uFE0E\\uFE0F])`, 'u');

/**
 * Not reported as hidden text, since ordinary pages contain them: direction marks in text of a script that needs them, the tags of a flag
 * emoji, and variation selectors.
 */
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const DIRECTION_MARKS = /[\u061C\u200E\u200F]/g;
const FLAG_TAGS = /(?<=\u{1F3F4})[\u{E0020}-\u{E007E}]{1,6}\u{E007F}/gu;
const VARIATION_SELECTORS = /(?<=\S)[\uFE00-\uFE0F]|(?<=\p{Script=Han})[\u{E0100}-\u{E01EF}]/gu;

/** Splits the text at the needed characters, which end up at the odd indices, so that the rest can be searched. */
const splitAtNeeded = (text: string): string[] => text.split(NEEDED_INVISIBLE);

function withoutInvisible(text: string): string {
  if (!INVISIBLE.test(text)) return text;
  return splitAtNeeded(text)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(ALL_INVISIBLE, '')))
    .join('');
}

/** Whether a text has invisible characters that no script needs, which can hide instructions to a machine or mark a text's origin. */
export function hasHiddenText(text: string): boolean {
  if (!INVISIBLE.test(text)) return false;
  const withoutTags = text.replace(FLAG_TAGS, '').replace(VARIATION_SELECTORS, '');
  const remaining = RIGHT_TO_LEFT.test(withoutTags) ? withoutTags.replace(DIRECTION_MARKS, '') : withoutTags;
  return splitAtNeeded(remaining).some((part, index) => index % 2 === 0 && INVISIBLE.test(part));
}

/**
 * Makes text from the web or from a model safe to store and show: control characters become a space, invisible characters are removed,
 * except for the joiners that some scripts and emoji need, and the text is cut to `maxLength` characters (code points).
 */
export function cleanText(text: string, maxLength: number): string {
  // Twice as many code units contain at least `maxLength` code points; cutting first avoids splitting all of a huge text.
  const start = truncate(text, maxLength * 2);
  const clean = withoutInvisible(start.replace(CONTROL_CHARACTERS, ' ')).trim();
  return Array.from(clean).slice(0, maxLength).join('');
}

/**
 * Clean text in one line, cut to `maxLength` characters (UTF-16 code units) at the end of a word, with an ellipsis if anything was cut. Text
 * without spaces, as in Japanese, is cut anywhere.
 */
export function cutAtWord(text: string, maxLength: number): string {
  const plain = cleanText(text, text.length).replace(/\s+/g, ' ');
  return plain.length <= maxLength ? plain : `${truncate(plain, maxLength - 1).replace(/\s+\S{0,40}$/, '')}…`;
}

/** Pages, records and models have "Unknown" and the like for what they do not say. */
const UNKNOWN =
  /^(?:n\/a|no(?:ne|t? (?:specified|available|applicable|mentioned|provided|preference))|null|un(?:known|specified|defined)|any(?:where)?|-)?$/i;

/** A text, unless it only says that there is none. */
export const said = (text: string | undefined): string | undefined =>
  UNKNOWN.test(text ?? '') ? undefined : text;
