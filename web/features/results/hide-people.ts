import { fold } from '#shared/fold.ts';
import { canonicalProfileUrl, profileSlug } from '#shared/linkedin-url.ts';
import type { DisplayProfile } from '#shared/results.ts';

/*
 * Removes what identifies people from a text: names, pronouns, addresses. They are found by rules, so names that the card does not give,
 * such as maiden names, are not found; nor are pronouns of other languages.
 */

/** A person to be hidden. */
interface Person {
  name: Name;
  /** From their profile URL, folded. */
  slug: string | undefined;
  /** The text that replaces them. */
  label: string;
}

export function readPerson({ fullName, profileUrl }: DisplayProfile, label: string): Person {
  const slug = profileSlug(canonicalProfileUrl(profileUrl) ?? '');
  return { name: readName(fullName), slug: slug && fold(slug), label };
}

export function hidePeople(
  text: string,
  people: readonly Person[],
  allowedWords: ReadonlySet<string>,
): string {
  return hidePronouns(hideNames(hideAddresses(text, people), people, allowedWords));
}

interface Name {
  /** Folded, e.g. 'ines' and 'cardoso'. */
  parts: ReadonlySet<string>;
  /** Hebrew and Arabic parts without their article: words of one letter are written in front of them as part of the word. */
  stems: readonly string[];
  /** In scripts without spaces between words: also found inside words. */
  unspaced: readonly UnspacedPart[];
  /** Words that join parts: 'de', 'von'. They identify nobody by themselves. */
  particles: ReadonlySet<string>;
  /** All parts as one word, as in handles. */
  joined: string;
}

/** A name in full, in either order, or a part of it, and the pattern that finds it with the honorific after it. */
interface UnspacedPart {
  text: string;
  pattern: string;
}

/** Including the invisible joiners within Persian and Indian words, which people omit or replace by a space. */
export const WORD_PATTERN = /\p{L}(?:[\p{L}\p{M}]|\u200c|\u200d)*/gu;
const JOINER_PATTERN = /\u200c|\u200d/;
/** A word as one and each of the parts that joiners divide it into, folded. */
const formsOf = (word: string): string[] => {
  const parts = word.split(JOINER_PATTERN);
  return [parts.join(''), ...parts].map(fold);
};

const UNSPACED_SCRIPT_PATTERN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}]/u;
const PARTICLE_PATTERN =
  /^(?:al|bin|bint|da|das|de|del|della|der|di|do|dos|du|e|el|ibn|la|las|le|los|of|ten|ter|und|van|von|y|zu|zur)$/u;
/** These accompany a name without being part of it. */
const HONORIFIC_PATTERN =
  /^(?:mr|mrs|ms|miss|mx|sir|dame|lord|lady|madam|frau|herr|madame|monsieur|mme|señora?|sra?)$/u;
const TITLE_PATTERN =
  /^(?:dr|drs|prof|professor|phd|ph|mba|msc|bsc|mph|jd|llm|llb|cpa|cfa|pmp|md|esq|jr|ii|iii|iv)$/u;
/** Names that are also among the most common words count as names only next to another part. */
const COMMON_WORD_PATTERN =
  /^(?:am|an|and|as|at|art|be|do|for|go|in|is|it|may|my|no|on|or|so|the|to|up|us|we|will)$/;

function readName(fullName: string): Name {
  const isTitle = (word: string) => HONORIFIC_PATTERN.test(word) || TITLE_PATTERN.test(word);
  const words = (fullName.match(WORD_PATTERN) ?? []).filter((word) => !isTitle(word.toLowerCase()));
  const isPart = (word: string) => word.length > 1 || UNSPACED_SCRIPT_PATTERN.test(word);
  const parts = words.filter((word) => isPart(word) && !PARTICLE_PATTERN.test(word));
  const forms = parts.flatMap(formsOf).filter(isPart);
  return {
    parts: new Set(forms),
    stems: forms
      .filter((form) => PREFIXING_SCRIPT_PATTERN.test(form))
      .map((form) => form.replace(/^ال/u, ''))
      .filter((stem) => stem.length >= MIN_STEM_LENGTH),
    unspaced: readUnspaced(
      parts.filter((part) => UNSPACED_SCRIPT_PATTERN.test(part)),
      parts,
    ),
    particles: new Set(words.filter((word) => PARTICLE_PATTERN.test(word))),
    joined: parts.map((part) => formsOf(part)[0]).join(''),
  };
}

/** Hebrew and Arabic: 'ולדוד' is 'and to' David. */
const PREFIXING_SCRIPT_PATTERN = /[\p{Script=Hebrew}\p{Script=Arabic}]/u;
const PREFIX_PATTERN = /^(?:[ולבמהשכ]{1,2}|[وفبلك]{1,2}|[وف]?[بك]?ال|[وف]لل)?$/u;
/** With a prefix, shorter names are ordinary words: 'שלי' is 'mine'. */
const MIN_STEM_LENGTH = 3;

const hasPrefixedStem = (word: string, stems: readonly string[]): boolean =>
  stems.some((stem) => word.endsWith(stem) && PREFIX_PATTERN.test(word.slice(0, -stem.length)));

/** A name in which nothing separates the family name, of one or two characters, from the given name. */
const UNDIVIDED_PATTERN = /^(?:\p{Script=Han}{2,4}|\p{Script=Hangul}{2,4})$/u;
const HONORIFIC_AFTER = '\\s?(?:先生|女士|小姐|太太|氏|様|さん|さま|くん|ちゃん|씨|님)';
/** Stays: it says what somebody does. */
const TITLE_AFTER =
  '\\s?(?:律师|律師|弁護士|老师|老師|教授|博士|医生|醫生|医師|经理|經理|总|總|변호사|선생|교수|박사|의사)';

function readUnspaced(unspaced: readonly string[], parts: readonly string[]): UnspacedPart[] {
  const orders = [parts, parts.toReversed()];
  const inFull = ['', ' '].flatMap((gap) => orders.map((order) => order.join(gap)));
  const [only = ''] = unspaced.length === 1 ? unspaced : [];
  const characters = UNDIVIDED_PATTERN.test(only) ? [...only] : [];
  const slice = (start: number, end?: number) => characters.slice(start, end).join('');
  const given = [slice(1), slice(2)];
  const doubleFamily = slice(0, 2);
  return [
    ...[...inFull, ...unspaced, ...given, ...(characters.length === 4 ? [doubleFamily] : [])]
      .filter((text) => text.length > 1 && UNSPACED_SCRIPT_PATTERN.test(text))
      .map((text) => ({ text, pattern: `${text}(?:${HONORIFIC_AFTER})?` })),
    ...(characters.length === 0 ? unspaced : [slice(0, 1), doubleFamily])
      .filter((text) => text !== '')
      .map((text) => ({
        text,
        // In Korean, the same syllable often ends another word: '이' is a subject's.
        pattern: `(?<!\\p{Script=Hangul})${text}(?:${HONORIFIC_AFTER}|(?=${TITLE_AFTER}))`,
      })),
  ];
}

const LINK = '(?:https?://|www\\.|\\b(?:[a-z]{2,3}\\.)?linkedin\\.com/)[^\\s<>"\')\\]]+';
/** A character of a run: up to white space, quotes and opening brackets. A link within the run ends it. */
const IN_RUN = `(?!${LINK})[^\\s<>"'([]`;
/**
 * A domain has no '@' up to a bracket, and at most 255 characters after it: matching from each '@' to the end would take quadratic time on a
 * row of them.
 */
const MAIL_ADDRESS = `(?:${IN_RUN})+@(?:[^\\s<>"'()[\\]@]*[([][^\\s<>"')\\]]{0,255}|[^\\s<>"'()[\\]@]+)\\.\\p{L}+`;
/**
 * A link, a mail address, or what is neither: the rest of a run, which is captured. An address that does not begin where the run does begins
 * nowhere in it, so looking for one from each closing bracket would take quadratic time for nothing.
 */
const ADDRESS_PATTERN = new RegExp(
  `${LINK}|(?<![^\\s<>"'([\\])])(?:${MAIL_ADDRESS}|((?:${IN_RUN})+))`,
  'giu',
);
/** A word containing a character that ordinary words do not: a handle, a domain, a slug. Only from its start, which saves quadratic time. */
const HANDLE_PATTERN = /(?<!\S)\S*[\p{L}\p{N}][._@/\-\d]+[\p{L}\p{N}]\S*|@\S+/gu;
const MIN_HANDLE_PART_LENGTH = 4;

const hideAddresses = (text: string, people: readonly Person[]): string =>
  text
    .replace(ADDRESS_PATTERN, (_address, rest?: string) => rest ?? '[link hidden]')
    .replace(HANDLE_PATTERN, (word) => people.find(isHandleOf(word))?.label ?? word);

/** Whether a word, found as a handle, identifies a person. */
function isHandleOf(word: string): (person: Person) => boolean {
  const folded = fold(word);
  const letters = folded.replace(/[^\p{L}]/gu, '');
  // Words joined only by a hyphen are ordinary words.
  const isOrdinary = !/[._@/\d]/.test(word.replace(/(?<![.,;:!?])[.,;:!?]+$/, ''));
  return ({ name, slug }) => {
    if (slug !== undefined && folded.includes(slug)) return true;
    if (isOrdinary) return false;
    return [...name.parts].some((part) => part.length >= MIN_HANDLE_PART_LENGTH && letters.includes(part));
  };
}

type WordKind = 'name' | 'perhaps' | 'initial' | 'particle' | 'honorific';

interface FoundWord {
  kind: WordKind;
  start: number;
  end: number;
}

/** What may separate two words of one name. */
const SEPARATOR_PATTERN = /^(?:\s+|\s*['’-]\s*|,\s)$/;

/**
 * Replaces each mention of a name as a whole, however it is written: 'Ms. Okonkwo', 'Ada B. Okonkwo', 'OKONKWO, Ada'. If it may refer to
 * several people with a name in common, it counts for the one it names most fully. Single words that are spared are not mentions.
 */
function hideNames(text: string, people: readonly Person[], allowedWords: ReadonlySet<string>): string {
  const unspaced = people.flatMap(({ name, label }) => name.unspaced.map((part) => ({ ...part, label })));
  const replaced = unspaced
    .toSorted((one, other) => other.text.length - one.text.length)
    .reduce((rest, { pattern, label }) => rest.replace(new RegExp(pattern, 'gu'), label), text);
  const words = wordsIn(replaced);
  const mentions = people
    .flatMap(({ name, label }) =>
      findMentions(replaced, words, name).map((mention) => ({ ...mention, label })),
    )
    .filter(({ start, end }) => !allowedWords.has(fold(replaced.slice(start, end))))
    .toSorted((one, other) => other.parts - one.parts || other.share - one.share);
  const selected: typeof mentions = [];
  const taken = new Uint8Array(replaced.length);
  for (const mention of mentions) {
    if (taken.subarray(mention.start, mention.end).includes(1)) continue;
    taken.fill(1, mention.start, mention.end);
    selected.push(mention);
  }
  let result = '';
  let position = 0;
  for (const { start, end, label } of selected.toSorted((one, other) => one.start - other.start)) {
    result += replaced.slice(position, start) + label;
    position = end;
  }
  return result + replaced.slice(position);
}

interface Mention {
  start: number;
  end: number;
  /** How many parts of the name it contains, and what share of all its parts. */
  parts: number;
  share: number;
}

/** A word of a text, which is folded once for all people. */
interface TextWord {
  word: string;
  index: number;
  forms: readonly string[];
}

const wordsIn = (text: string): TextWord[] =>
  Array.from(text.matchAll(WORD_PATTERN), ({ 0: word, index }) => ({ word, index, forms: formsOf(word) }));

function findMentions(text: string, words: readonly TextWord[], name: Name): Mention[] {
  const runs: FoundWord[][] = [];
  for (const { word, index, forms } of words) {
    const end = index + word.length;
    const kind = kindOf({ word, forms }, { name, isDotted: text[end] === '.' });
    if (kind === undefined) continue;
    const isShortened = text[end] === '.' && (kind === 'initial' || kind === 'honorific');
    const found = { kind, start: index, end: isShortened ? end + 1 : end };
    const run = runs.at(-1);
    const before = run?.at(-1);
    if (run && before && SEPARATOR_PATTERN.test(text.slice(before.end, index))) run.push(found);
    else runs.push([found]);
  }
  return runs.flatMap((run) => {
    const first = run.findIndex(({ kind }) => kind !== 'particle');
    const last = run.findLastIndex(({ kind }) => kind !== 'particle' && kind !== 'honorific');
    const mention = run.slice(first, last + 1);
    const parts = mention.filter(({ kind }) => kind === 'name' || kind === 'perhaps').length;
    const isName = parts > 1 || mention.some(({ kind }) => kind === 'name');
    const [start, end] = [mention.at(0)?.start, mention.at(-1)?.end];
    if (!isName || start === undefined || end === undefined) return [];
    return [{ start, end, parts, share: parts / name.parts.size }];
  });
}

function kindOf(
  { word, forms }: Pick<TextWord, 'word' | 'forms'>,
  { name: { parts, stems, particles, joined }, isDotted }: { name: Name; isDotted: boolean },
): WordKind | undefined {
  const [folded = ''] = forms;
  if (folded === joined || forms.some((form) => parts.has(form) || hasPrefixedStem(form, stems))) {
    // 'grace' in a sentence is not Grace, although some people write without any capitals.
    const isLowerCase = word === word.toLowerCase() && word !== word.toUpperCase() && folded !== joined;
    return isLowerCase || COMMON_WORD_PATTERN.test(folded) ? 'perhaps' : 'name';
  }
  if (particles.has(word)) return 'particle';
  if (HONORIFIC_PATTERN.test(word.toLowerCase()) && word !== word.toLowerCase()) return 'honorific';
  const isInitial = isDotted && /^\p{Lu}$/u.test(word);
  return isInitial ? 'initial' : undefined;
}

const WORD_BOUNDARY = { start: '(?<![\\p{L}\\p{N}])', end: '(?![\\p{L}\\p{N}])' };
const wholeWord = (pattern: string, flags: string): RegExp =>
  new RegExp(WORD_BOUNDARY.start + pattern + WORD_BOUNDARY.end, `u${flags}`);

const PRONOUN_LABEL =
  '(?:she|he|they|ze|xe|her|him|them|ella|él|elle|elles|il|sie|er)(?:\\s*/\\s*(?:she|he|they|her|hers|him|his|them|theirs?|ella|él|elle|il|ihr|ihm|lui|sie|er))+';
/** 'she/her' as written after a name, in brackets or between bars. Blanks before it match only from the first, which saves quadratic time. */
const PRONOUN_LABEL_PATTERNS = [
  new RegExp(`(?<!\\s)\\s*[([]\\s*${PRONOUN_LABEL}\\s*[)\\]]`, 'giu'),
  new RegExp(`(?<!\\s)\\s*[|·•,–—-]\\s*${PRONOUN_LABEL}(?=\\s*(?:[|·•,.–—-]|$))`, 'giu'),
  new RegExp(`^${PRONOUN_LABEL}\\s*[|·•,–—-]\\s*`, 'giu'),
];

/** Follows the Spanish verb 'he': 'He trabajado', 'he hecho'. */
const SPANISH_PARTICIPLE = '\\s+\\p{L}*(?:[aií]do|hecho|crito|visto|puesto|dicho|ierto|uelto)(?!\\p{L})';

/** Not in all capitals: HIS and SHE are abbreviations. */
const PRONOUN_REPLACEMENTS = [
  [wholeWord(`${PRONOUN_LABEL}`, 'gi'), 'this person'],
  [wholeWord(`(?:[Hh]e(?!${SPANISH_PARTICIPLE})|[Ss]he|[Hh]im)`, 'g'), 'this person'],
  [wholeWord('[Hh](?:im|er)self', 'g'), 'themself'],
  [wholeWord('[Hh]ers', 'g'), 'theirs'],
  [wholeWord('(?:[Hh]is|[Hh]er(?=\\s+\\p{L}))', 'g'), 'their'],
  [wholeWord('[Hh]er', 'g'), 'them'],
] as const;

function hidePronouns(text: string): string {
  const withoutLabels = PRONOUN_LABEL_PATTERNS.reduce((rest, label) => rest.replace(label, ''), text);
  return PRONOUN_REPLACEMENTS.reduce(
    (rest, [pronoun, neutral]) =>
      rest.replace(pronoun, (found) => (/^\p{Lu}/u.test(found) ? capitalised(neutral) : neutral)),
    withoutLabels,
  );
}

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
