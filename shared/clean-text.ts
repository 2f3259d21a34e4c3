import { truncate } from './truncate.ts';

/** Invisible characters: format characters, and those that renderers ignore by default. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
const EVERY_INVISIBLE = new RegExp(INVISIBLE, 'gu');
const CONTROLS = /\p{Cc}+/gu;

/** Scripts in which a joiner or non-joiner between two letters affects the spelling of a word. */
const JOINING =
  '[\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Mongolian}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Script=Khmer}\\p{Script=Myanmar}]';
const EMOJI_PART = '[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\uFE0F]';

/** Invisible characters that affect what is visible: joiners between such letters and within emoji, and emoji presentation selectors. */
const NEEDED = new RegExp(
  `(?<=${JOINING})[\\u200C\\u200D](?=${JOINING})|(?<=${EMOJI_PART})\\u200D(?=\\p{Extended_Pictographic})|(?<=[\\p{Emoji}\\u20E3])[\\uFE0E\\uFE0F]`,
  'gu',
);

/**
 * Not reported as hidden text, since ordinary pages contain them: direction marks in text of a script that needs them, the tags of a flag
 * emoji, and variation selectors.
 */
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const DIRECTION_MARKS = /[\u061C\u200E\u200F]/g;
const FLAG_TAGS = /(?<=\u{1F3F4})[\u{E0020}-\u{E007E}]{1,6}\u{E007F}/gu;
const VARIANTS = /(?<=\S)[\uFE00-\uFE0F]|(?<=\p{Script=Han})[\u{E0100}-\u{E01EF}]/gu;

/** Splits the text at the needed characters, which end up at the odd indices, so that the rest can be searched. */
const splitNeeded = (text: string): string[] => text.split(new RegExp(`(${NEEDED.source})`, 'gu'));

function withoutInvisible(text: string): string {
  if (!INVISIBLE.test(text)) return text;
  return splitNeeded(text)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(EVERY_INVISIBLE, '')))
    .join('');
}

/** Whether a text has invisible characters that no script needs, which can hide instructions to a machine or mark a text's origin. */
export function hasHiddenText(text: string): boolean {
  if (!INVISIBLE.test(text)) return false;
  const honest = text.replace(FLAG_TAGS, '').replace(VARIANTS, '');
  const marked = RIGHT_TO_LEFT.test(honest) ? honest.replace(DIRECTION_MARKS, '') : honest;
  return splitNeeded(marked).some((part, index) => index % 2 === 0 && INVISIBLE.test(part));
}

/**
 * Makes text from the web or from a model safe to store and show: control characters become a space, invisible characters are removed,
 * except for the joiners that some scripts and emoji need, and the text is cut to `longest` characters (code points).
 */
export function cleanText(text: string, longest: number): string {
  // Twice as many code units contain at least `longest` code points; cutting first avoids splitting all of a huge text.
  const start = truncate(text, longest * 2);
  const clean = withoutInvisible(start.replace(CONTROLS, ' ')).trim();
  return Array.from(clean).slice(0, longest).join('');
}
