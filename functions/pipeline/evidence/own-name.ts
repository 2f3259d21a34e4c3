import { blank } from '../language/words.ts';
import { isPlaceName } from '../places/gazetteer.ts';
import { nationalitiesIn } from '../places/peoples.ts';
import { nameIn, type Source } from './pieces.ts';
import { normalizeText } from './quotes.ts';

/* The person's own name, which shows neither a place nor a profession: 'Peter Baker is a lawyer'. */

/** In words: a single first name may be a town that somebody lives in. */
const MIN_NAME_WORDS = 2;

/** Precedes a word that means a place or people: 'in Jordan', 'Amman, Jordan', 'a German teacher', but not 'Jordan is' or 'Meet Jordan'. */
const BEFORE_PLACE =
  /(?:^|[^\p{L}])(?:in|from|(?:mov\p{L}+|relocat\p{L}+|return\p{L}*|back|came)\sto|near|of|at|across|around|throughout|within|outside|between|and|or|via|born|fluent|speaks?|native|an?|the|is|am|i['’]m)\s(?:the\s)?$|[,|·•:;(/&→]\s*$|\s[-–—]\s$/iu;
/** In characters: how much text before a part of a name is examined. */
const MAX_LEAD_LENGTH = 20;

/**
 * A function that blanks the person's own name, which may be a place or role too ('Austin Smith is …', 'Peter Baker'), and any part of it
 * that may be a place or people but is not used as one ('Jordan has worked here').
 */
export function withoutName(sources: readonly Source[]): (text: string) => string {
  const title = sources.find(({ source }) => source === 'title')?.text ?? '';
  const name = normalizeText(nameIn(title));
  if (name.split(' ').length < MIN_NAME_WORDS) return (text) => text;
  const parts = [...new Set(name.match(/\p{L}[\p{L}\p{M}]+/gu))];
  const placeLikeParts = parts.filter((part) => isPlaceName(part) || nationalitiesIn(part).size > 0);
  const partPatterns = placeLikeParts.map(
    (part) => new RegExp(`(?<![\\p{L}\\p{N}])${part}(?![\\p{L}\\p{N}])(?!-\\p{L})`, 'gu'),
  );
  return (text) =>
    partPatterns.reduce(
      (left, part) =>
        left.trim() === '' || placeLikeParts.includes(left.trim())
          ? left
          : left.replaceAll(part, (word, at: number) =>
              BEFORE_PLACE.test(left.slice(Math.max(0, at - MAX_LEAD_LENGTH), at)) ? word : blank(word),
            ),
      text.replaceAll(name, blank(name)),
    );
}
