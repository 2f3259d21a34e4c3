import { truncate } from './truncate.ts';

/** Characters that nobody sees: format characters, and what renderers are told to ignore. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;
const EVERY_INVISIBLE = new RegExp(INVISIBLE, 'gu');
const CONTROLS = /\p{Cc}+/gu;

/** Scripts in which a joiner or non-joiner between two letters changes how a word is spelt. */
const JOINING =
  '[\\p{Script=Arabic}\\p{Script=Syriac}\\p{Script=Mongolian}\\p{Script=Devanagari}\\p{Script=Bengali}\\p{Script=Gurmukhi}\\p{Script=Gujarati}\\p{Script=Oriya}\\p{Script=Tamil}\\p{Script=Telugu}\\p{Script=Kannada}\\p{Script=Malayalam}\\p{Script=Sinhala}\\p{Script=Khmer}\\p{Script=Myanmar}]';
const EMOJI_PART = '[\\p{Extended_Pictographic}\\p{Emoji_Modifier}\\uFE0F]';

/** What belongs to what people see: joiners between such letters and within an emoji, and how an emoji is drawn. */
const NEEDED = new RegExp(
  `(?<=${JOINING})[\\u200C\\u200D](?=${JOINING})|(?<=${EMOJI_PART})\\u200D(?=\\p{Extended_Pictographic})|(?<=[\\p{Emoji}\\u20E3])[\\uFE0E\\uFE0F]`,
  'gu',
);

/** Left out without a word, since honest pages have them: marks of direction beside a script that needs them, the tags of a flag, variants of a glyph. */
const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;
const DIRECTION_MARKS = /[\u061C\u200E\u200F]/g;
const FLAG_TAGS = /(?<=\u{1F3F4})[\u{E0020}-\u{E007E}]{1,6}\u{E007F}/gu;
const VARIANTS = /(?<=\S)[\uFE00-\uFE0F]|(?<=\p{Script=Han})[\u{E0100}-\u{E01EF}]/gu;

/** A text split where something needed stands, so that the rest can be looked through: needed parts have the odd places. */
const splitNeeded = (text: string): string[] => text.split(new RegExp(`(${NEEDED.source})`, 'gu'));

function withoutInvisible(text: string): string {
  if (!INVISIBLE.test(text)) return text;
  return splitNeeded(text)
    .map((part, index) => (index % 2 === 1 ? part : part.replace(EVERY_INVISIBLE, '')))
    .join('');
}

/** Whether a text holds characters that nobody sees and no script needs: somebody wrote to a machine, or hid where a text was taken from. */
export function hasHiddenText(text: string): boolean {
  if (!INVISIBLE.test(text)) return false;
  const honest = text.replace(FLAG_TAGS, '').replace(VARIANTS, '');
  const marked = RIGHT_TO_LEFT.test(honest) ? honest.replace(DIRECTION_MARKS, '') : honest;
  return splitNeeded(marked).some((part, index) => index % 2 === 0 && INVISIBLE.test(part));
}

/**
 * Text of the web or of a model made safe to store and show: control characters become a space, characters that nobody sees go, but for
 * the joiners that some scripts and emoji need, and at most `longest` characters (code points) stay.
 */
export function cleanText(text: string, longest: number): string {
  // Twice the bound in code units holds at least `longest` code points, and keeps a giant text from being split whole.
  const start = truncate(text, longest * 2);
  const clean = withoutInvisible(start.replace(CONTROLS, ' ')).trim();
  return Array.from(clean).slice(0, longest).join('');
}
