import type { Criterion } from '#shared/criteria.ts';
import { englishNameOf } from '../language/synonyms.ts';
import { blank, memoize } from '../language/words.ts';
import { nationalitiesIn } from '../places/peoples.ts';
import { ROLE } from './slots.ts';

/*
 * Which language a criterion asks for, and which words of a profile name one: a language often has the name of its people, and so do many
 * other things. docs/behaviour.md#criteria
 */

/** Levels that are requested or stated, on LinkedIn's scale of five; elementary knowledge does not count as speaking a language. */
const LEVELS = [
  [/\b(?:native|bilingual|mother tongue)\b/i, 5],
  [/\bfull professional\b/i, 4],
  [/\b(?:fluen\w+|proficien\w+|advanced|avan[cz]ad[oa]|business|professional|c[12])\b/i, 3],
  [/\b(?:basic|b[aá]sic[oa]|elementar\w*|beginner\w*|a[12])\b/i, 1],
] as const;
/** Including levels that mean no more than speaking the language. */
const LEVEL_WORDS =
  /\b(?:native|bilingual|mother tongue|full|professional|fluen\w+|proficien\w+|advanced|business|intermediate|conversational|working|avan[cz]ad[oa]|fluido|basic|b[aá]sic[oa]|elementar\w*|beginner\w*|[abc][12])\b/gi;
const SPEAKING_LEVEL = 2;
const levelOf = (text: string): number | undefined => LEVELS.find(([words]) => words.test(text))?.[1];
const askedLevelOf = (text: string): number => levelOf(text) ?? SPEAKING_LEVEL;

/** Whether a language in a record's list has the requested level: 'German (elementary)'. */
export function meetsLanguageLevel(asked: string, listed: string): boolean {
  const level = /\((?<level>[^()]*)\)\s*$/.exec(listed)?.groups?.['level'];
  return level === undefined || askedLevelOf(level) >= askedLevelOf(asked);
}

/** The text without the level: 'German' for 'advanced German'. */
export const withoutLevel = (text: string): string => text.replace(LEVEL_WORDS, ' ').trim();

const SPEAK = 'speak(?:s|ers?|ing)?|spoken|habl\\w+|fala[mr]?|parle\\w*|spr[ie]ch\\w+';
/**
 * `SPEAKS_PHRASE` makes any name a language, `SPEECH_WORD` only the name of a language or people: 'Public Speaking' and 'Body Language'
 * are not languages.
 */
const SPEAKS_PHRASE = /\bspeaks?\b|\bfluent in\b/i;
const SPEECH_WORD = new RegExp(
  `\\b(?:${SPEAK}|fluen\\w+|bilingual|mother tongue|languages?|[abc][12])\\b`,
  'i',
);
const SURROUNDING_WORDS = new RegExp(
  `\\b(?:${SPEAK}|languages?|skills?|knowledge|knows?|level|command|good|strong|excellent|very|must|should|can|have|to|required|and|of|in|an?|the)\\b`,
  'gi',
);
const CAPITALISED_NAME = /^\p{Lu}\p{L}+(?:\s\p{Lu}\p{L}+)?$/u;

/** Whether a word names a language, or a people. */
const isLanguageOrPeople = (word: string): boolean =>
  englishNameOf(word) !== undefined || nationalitiesIn(word).size > 0;

/** The language that an alternative of a criterion asks for, if it asks for nothing else: 'German' for 'must speak fluent German'. */
export const languageAsked = ({ subject }: Pick<Criterion, 'subject'>, text: string): string | undefined =>
  subject === 'experience' || subject === 'interest' ? onlyLanguageIn(text) || undefined : undefined;

/** Blank if there is none. */
const onlyLanguageIn = memoize((text) => {
  const words =
    withoutLevel(text)
      .replace(SURROUNDING_WORDS, ' ')
      .match(/[\p{L}\p{M}]+/gu) ?? [];
  const name = words.join(' ');
  const isLanguage =
    words.every((word) => englishNameOf(word) !== undefined) ||
    (SPEECH_WORD.test(text) && words.every(isLanguageOrPeople)) ||
    (SPEAKS_PHRASE.test(text) && CAPITALISED_NAME.test(name));
  return isLanguage ? name : '';
});

/** A language, not a people: 'Speaks Spanish', 'Spanish teacher', 'German literature'. */
export const LANGUAGE =
  '(?<!\\p{L})(?:speaks?|speaking|fluent in|bilingual in|languages?:?|spricht|sprechen|sprachen:?|habl[ao]|idiomas?:?|fal[ao]|línguas?:?|parle|langues?:?|parl[ao]|lingue:?)\\s[^.·;|]*|(?<!\\p{L})(?:teach(?:es|ing)?|taught|learn(?:s|ing|ed)?)\\s\\p{L}+|(?<!\\p{L})\\p{L}+[-\\s]+(?:(?:native|fluent)\\s)?(?:language|speak(?:er|ing)|teacher|tutor|translator|interpreter|literature|philology|studies)s?\\b|(?<!\\p{L})(?:literatura|litt[eé]rature|letteratura)\\s\\p{L}+';
const THINGS =
  'cuisines? foods? gastronomy cooking restaurants? bakery wines? beers? coffee yoghurt yogurt beauty cosmetics skincare market(?:s|place)? econom(?:y|ies) industry parliament government authorities ministry embassy consulate companies firms startups banks brands subsidiar(?:y|ies) multinationals? clients customers consumers league riviera desk jiu karate ballet massage shepherds? bulldogs?';
/** In Spanish, Portuguese, French and Italian they come first: 'mercado español', 'cocina peruana'. */
const FOREIGN_THINGS =
  'mercados? cocina comida gastronomia gastronomía historia derecho economia economía industria empresas? clientes? culinaria culinária cozinha marche marché cuisine gastronomie entreprises? clients? mercato cucina diritto aziende clienti';
/** Not before a role: a 'Peruvian startup founder' is Peruvian. */
const FIRMS = 'company firm startup bank brand';
/** Only at the end of a phrase: a 'Peruvian law student' is Peruvian. */
const FIELDS = 'law tax history art music cinema culture politics medicine architecture';
const oneOf = (words: string): string => `(?:${words.replaceAll(' ', '|')})\\b`;
/**
 * Things named after a people that say nothing about a person's origin or language: 'French cuisine chef', 'the German automotive market',
 * 'Brazilian jiu-jitsu', 'expert in French law'.
 */
export const THING = `(?<!\\p{L})\\p{L}+[-\\s]+(?:(?!(?:and|or|in|at|of|with|for|from|by|to|on|who|the)\\s)\\p{L}+\\s)?(?:${oneOf(THINGS)}|${oneOf(FIRMS)}(?!\\s\\p{L}+(?:er|or|ist|ant|yst)\\b)|${oneOf(FIELDS)}(?=\\s*(?:$|[^\\p{L}\\s]|(?:and|at|in|for|with|from|expert|specialist)(?!\\p{L}))))|(?<!\\p{L})(?:${FOREIGN_THINGS.replaceAll(' ', '|')})\\s\\p{L}+`;

const LANGUAGE_OR_THING = new RegExp(`(?<language>${LANGUAGE})|${THING}`, 'giu');
/** Words that may follow a language, or somebody of its people. */
const CONTINUATION =
  /^(?:speak(?:s|ers?|ing)|languages?|literature|philology|studies|native|fluen\w+|proficien\w+|advanced|business|professional|intermediate|conversational|level|skills|fluency|proficiency|lessons?|course|class(?:es)?|required|citizens?|nationals?|born|raised|based|living|descent|origin|heritage|[abc][12])$/i;
const ELEMENTARY_LEVEL =
  '(?:basic|b[aá]sic[oa]|elementary|elementar|beginner|débutant|Grundkenntnisse|A[12])';
/** 'basic German'; and 'Deutsch A1', 'Inglés (básico)' */
const ELEMENTARY = [
  new RegExp(`(?<!\\p{L})${ELEMENTARY_LEVEL}\\s(\\p{L}+)`, 'giu'),
  new RegExp(`(?<!\\p{L})(\\p{L}+)[\\s(:–-]{1,3}${ELEMENTARY_LEVEL}(?![\\p{L}\\p{N}])`, 'giu'),
];
/** 'and', 'mit', 'con' */
const SMALL_WORD = /^\p{Ll}{1,4}$/u;

/**
 * Blanks words that have a language's name but do not mean it: 'French cuisine', 'German Desk', and 'basic German' if a higher level is
 * asked for.
 */
export function blankLanguageLookalikes(language: string, asked: string, text: string): string {
  const names = language.split(' ');
  if (!names.every(isLanguageOrPeople)) return text;
  // Only English names: after a language's name in another language, the next words are in that language too, 'Deutsch verhandlungssicher'.
  const adjectives = names.map((name) => englishNameOf(name) ?? name).join('|');
  const namesakes = new RegExp(
    `(?<!\\p{L})(?:${adjectives})(?=[-\\s]+(\\p{L}[\\p{L}\\d]*)((?:[-\\s]\\p{L}+){0,2}))`,
    'giu',
  );
  const isAsked = (word: string) =>
    names.includes(word) || names.some((name) => englishNameOf(name) === (englishNameOf(word) ?? ''));
  const patterns = askedLevelOf(asked) < SPEAKING_LEVEL ? [] : ELEMENTARY;
  return patterns
    .reduce(
      (left, pattern) =>
        left.replaceAll(pattern, (part, word: string) => (isAsked(word) ? blank(part) : part)),
      text,
    )
    .replaceAll(LANGUAGE_OR_THING, (part, spoken: string | undefined) =>
      spoken === undefined ? blank(part) : part,
    )
    .replaceAll(namesakes, (part, next: string, more: string) =>
      CONTINUATION.test(next) ||
      SMALL_WORD.test(next) ||
      isLanguageOrPeople(next) ||
      ROLE.test(`${next}${more}`)
        ? part
        : blank(part),
    );
}
