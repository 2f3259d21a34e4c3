import type { Criterion } from '#shared/criteria.ts';
import type { FoundProfile, SearchQuery } from '#shared/results.ts';
import type { Basis } from '#shared/search-request.ts';
import { isNamedBy } from '../criteria/criterion-match.ts';
import { foldedKey } from '../criteria/same-criterion.ts';
import { applySensitivity } from '../criteria/sensitive.ts';
import { isFillerWord } from '../criteria/word-overlap.ts';
import { findingsOf, sourcesOf } from '../evidence/evidence.ts';
import { isOver, readResult } from '../evidence/local-reading.ts';
import { containsAllWords, wordsOf } from '../language/words.ts';
import { nationalitiesIn } from '../places/peoples.ts';
import { cleanPerson } from './basis.ts';

/*
 * What the people marked good have in common, and those marked bad do not have, for a search for more people. These are strangers' words,
 * so no model sees them: code reads them from the people's pages, and compares the new people with them.
 * docs/behaviour.md#good-and-bad-examples
 */

type Subject = Criterion['subject'];
type Page = Pick<FoundProfile, 'title' | 'snippet'>;

const MAX_CRITERIA = 3;
/** In characters and words: anything longer is a sentence rather than a role or a name. */
const MAX_TEXT_LENGTH = 60;
const MAX_TEXT_WORDS = 5;
const MAX_WORD_LENGTH = 25;

/**
 * What the good examples share, as preferred criteria: what at least two of them agree on, or a single one's role and company. Leaves out
 * what a bad example has too, what is already requested or excluded, and what is sensitive.
 */
export function criteriaFromExamples(
  { examples = [], people }: Pick<Basis, 'examples' | 'people'>,
  asked: readonly Criterion[],
): Criterion[] {
  const ratings = new Map(examples.map(({ url, rating }) => [url, rating]));
  const marked = (wanted: 'good' | 'bad') =>
    people.filter(({ url }) => ratings.get(url) === wanted).map(cleanPerson);
  const [good, bad] = [marked('good'), marked('bad')];
  const shared = good.length === 1 ? good.flatMap(ownFacts) : sharedFacts(good.map(factsOf));
  const chosen: Criterion[] = [];
  for (const fact of shared.toSorted((one, two) => two.support - one.support)) {
    const criterion = toCriterion(fact, chosen.length + 1);
    const isCovered = chosen.some(
      (each) =>
        each.subject === fact.subject ||
        containsAllWords(each.text, fact.text) ||
        containsAllWords(fact.text, each.text),
    );
    if (isCovered || !isUsable(criterion) || isAlreadyCovered(criterion, asked)) continue;
    if (bad.some((person) => showsCriterion(person, criterion))) continue;
    chosen.push(criterion);
    if (chosen.length === MAX_CRITERIA) break;
  }
  return chosen;
}

/** The criteria from examples that a person's page shows. */
export const likenessOf = (
  person: Page,
  { fromExamples = [] }: Pick<SearchQuery, 'fromExamples'>,
): Criterion[] => fromExamples.filter((criterion) => showsCriterion(person, criterion));

const showsCriterion = (person: Page, criterion: Criterion): boolean =>
  findingsOf([criterion], sourcesOf(person)).verdicts.some(({ verdict }) => verdict === 'met');

interface Fact {
  subject: Subject;
  text: string;
  /** Its weight: more if it is true of more people, or if a phrase has more words. */
  support: number;
}

const toCriterion = ({ subject, text }: Fact, number: number): Criterion => ({
  id: `e${number}`,
  subject,
  text: text.replace(/\s+/g, ' '),
  need: 'preferred',
});

/** What a person's page says by subject, in every wording that others may share, the most complete first. */
type Facts = readonly (readonly [Subject, readonly string[]])[];

function readFields(person: Page) {
  const { headline, location, currentPosition, education } = readResult(person, {
    interests: [],
    experience: [],
  });
  return { headline, location, ...currentPosition, school: education.school };
}

function factsOf(person: Page): Facts {
  const { title, company, headline, school, location } = readFields(person);
  const isCovered = (part: string) =>
    [...rolesIn(title), company, school].some((fact) => containsAllWords(fact, part));
  const rest = headline.split(HEADLINE_PARTS).filter((part) => !isOver(part) && !isCovered(part));
  return [
    ['profession', rolesIn(title)],
    ['experience', [company]],
    ['interest', rest.flatMap(phrasesIn)],
    ['education', [school]],
    ['location', location.split(/,\s*/)],
  ];
}

function ownFacts(person: Page): Fact[] {
  const { title, company } = readFields(person);
  const [role = ''] = title.split(/\s*[,(]|\s+who\s+/i);
  return [
    { subject: 'profession', text: role, support: 2 },
    { subject: 'experience', text: company, support: 1 },
  ];
}

/** A role, and what remains of it without its first words: 'Senior Product Manager' is a product manager, and a manager. */
function rolesIn(title: string): string[] {
  const words = (title.split(HEADLINE_PARTS)[0] ?? '').split(/\s+/);
  return words.flatMap((word, start) => (isMeaningful(word) ? [words.slice(start).join(' ')] : []));
}

const HEADLINE_PARTS = /\s+[-–—|·•]\s+|\s*[,;:()]\s*|\s+(?:at|and|for|who|@|&)\s+/i;
/** In words, longest first. */
const PHRASE_LENGTHS = [4, 3, 2, 1];

/** The phrases of a text that begin and end with a meaningful word, longest first. */
function phrasesIn(text: string): string[] {
  const words = text.split(/\s+/);
  return PHRASE_LENGTHS.flatMap((length) =>
    words.flatMap((_, start) => {
      const phrase = words.slice(start, start + length);
      const isWhole = phrase.length === length && isMeaningful(phrase[0]) && isMeaningful(phrase.at(-1));
      return isWhole ? [phrase.join(' ').replace(/[,;:.]+$/, '')] : [];
    }),
  );
}

/** What people say about themselves, whatever they do. */
const GENERIC_WORDS = new Set(
  'lead leading principal staff head chief passionate specialist years helping building more best top former i we you my our your who that this is are am not all every team world about people'.split(
    ' ',
  ),
);
const isMeaningful = (word = ''): boolean => {
  const [folded = ''] = wordsOf(word);
  return folded.length > 1 && !isFillerWord(folded) && !GENERIC_WORDS.has(folded);
};

/** The facts that at least two people agree on. */
function sharedFacts(people: readonly Facts[]): Fact[] {
  const known = new Map<string, Fact & { count: number }>();
  for (const facts of people) {
    const own = new Map(
      facts.flatMap(([subject, texts]) =>
        texts.map((text) => [`${subject} ${foldedKey(text)}`, { subject, text }]),
      ),
    );
    for (const [key, fact] of own) {
      const count = (known.get(key)?.count ?? 0) + 1;
      const isPhrase = fact.subject === 'profession' || fact.subject === 'interest';
      const words = isPhrase ? wordsOf(fact.text).length : 1;
      const { text } = known.get(key) ?? fact;
      known.set(key, { ...fact, text, count, support: count * words });
    }
  }
  return [...known.values()].filter(({ count }) => count > 1);
}

const PLAIN_TEXT = /^[\p{L}\p{N}][\p{L}\p{N}\p{M} &+.'’/#-]*$/u;

/** Whether a text may be a role, name or place rather than a sentence, and is not sensitive. */
function isUsable(criterion: Criterion): boolean {
  const { subject, text } = criterion;
  const words = text.split(' ');
  const isPlain =
    text.length <= MAX_TEXT_LENGTH &&
    words.length <= MAX_TEXT_WORDS &&
    words.every((word) => word.length <= MAX_WORD_LENGTH) &&
    PLAIN_TEXT.test(text) &&
    wordsOf(text).some(isMeaningful);
  if (!isPlain) return false;
  // A school's name says nothing about the people who studied there; any other text may describe people.
  if (subject === 'education') return true;
  const asWords: Criterion = { ...criterion, subject: 'interest' };
  return nationalitiesIn(text).size === 0 && applySensitivity([asWords], '', 'score').sensitive.length === 0;
}

/**
 * Whether the search already asks for this, or excludes it. If it asks for any place, no other is added: everybody shares the larger place
 * around it.
 */
const isAlreadyCovered = (criterion: Criterion, asked: readonly Criterion[]): boolean =>
  asked.some((each) => {
    const { subject, text, need } = each;
    if (need === 'excluded') return containsAllWords(criterion.text, text) || isNamedBy(each, criterion.text);
    const areBothLocations = subject === 'location' && criterion.subject === 'location';
    return areBothLocations || containsAllWords(text, criterion.text) || isNamedBy(criterion, text);
  });
