import type { Criterion } from '#shared/criteria.ts';
import { flattenCriteria, type StatedCriterion, type TargetCriteria } from '#shared/results.ts';
import { ALTERNATIVE_SEPARATOR, containsAllWords, firstWords } from '../language/words.ts';
import {
  alternativesOf,
  filterAlternatives,
  isCampus,
  joinAlternatives,
  keyOf,
  separateAlternatives,
} from './alternatives.ts';
import { arePlaceAndPeople, isSamePresentExclusion, limitToPresent, namedExclusions } from './exclusions.ts';
import { pageWords } from './google-query.ts';
import * as negation from './negation.ts';
import { areAlike } from './same-criterion.ts';
import * as wording from './wording.ts';

type Subject = Criterion['subject'];

/** The criteria in a model's reply, and how strongly each is requested. */
export interface MarkedCriteria {
  targetCriteria: TargetCriteria;
  /** The texts in `targetCriteria` that are only nice to have. */
  preferred: readonly string[];
  /** What people must not be or have; kept separate from `targetCriteria`. */
  excluded: readonly { subject: Subject; text: string }[];
}

const MAX_EXCLUSIONS = 10;
/** Lists of ten places or schools have fewer. Limited, since every criterion is matched against every text. */
const MAX_WORDS = 60;

/**
 * The criteria of a request, as the model reads them and the request's own words support them. If the request names a thing, but has no
 * word that negates or softens anything, the model's mark is ignored; what the request itself negates or softens overrides the model.
 * docs/behaviour.md#criteria
 */
export function readCriteria(marked: MarkedCriteria, request: string): Criterion[] {
  const preferred = new Set(marked.preferred.map(keyOf));
  const isWaived = (asked: StatedCriterion) =>
    !preferred.has(keyOf(asked.text)) &&
    wording.isTrueOfAll(request, textToFind(asked, request), wording.isWaived);
  const isAllowed = (asked: StatedCriterion) =>
    wording.isTrueOfAll(request, textToFind(asked, request), negation.isExplicitlyAllowed);
  const isExcluded = (asked: StatedCriterion) =>
    negation.ownNegated(asked.text) !== undefined || negation.isLeftOut(request, asked);
  const stated = flattenCriteria(marked.targetCriteria).map((whole) => {
    const asked = separateAlternatives(whole, request);
    if (preferred.has(keyOf(whole.text))) preferred.add(keyOf(asked.text));
    return asked;
  });
  for (const whole of stated.filter(({ text }) => preferred.has(keyOf(text)))) {
    const parts = partsOf(whole);
    const soft = parts.filter(({ text }) => wording.isTrueOfAll(request, text, wording.isSoft));
    // A mark on a whole field applies to the parts that the request softens, or to all parts if it softens none.
    for (const { text } of soft.length > 0 ? soft : parts) preferred.add(keyOf(text));
  }
  const listed = stated.flatMap(partsOf).filter((asked) => !isWaived(asked));
  const marks = marked.excluded
    .filter((asked) => isSupported(request, asked.text, negation.mayNegate))
    .filter((asked) => !isWaived(asked) && !isAllowed(asked))
    .map((asked) => {
      const occurrences = wording.occurrencesOf(request, asked.text);
      const negated = occurrences.filter(negation.isNegated);
      return limitToPresent(asked, negated.length > 0 ? negated : occurrences);
    });
  const isReworded = ({ text }: StatedCriterion) => wording.occurrencesOf(request, text).length === 0;
  // A mark that the request does not contain verbatim was translated by the model: code then skips exclusions in other languages.
  const named = namedExclusions(request, { isTranslated: marks.some(isReworded) });
  // 'Mexico' for 'not in Mexico City', or a mark on Americans for 'NOT U.S.', which excludes people who live there, not Americans elsewhere.
  const isReplaced = (mark: StatedCriterion) =>
    named.some((own) =>
      wording.isOnlyInLongerName(request, mark.text)
        ? containsAllWords(own.text, mark.text)
        : isReworded(mark) && arePlaceAndPeople(own, mark),
    );
  const excluded = distinctExclusions([
    ...marks.filter((each) => !isReplaced(each)),
    ...listed.flatMap(alternativesOf).filter(isExcluded),
    // An exclusion limited to the present is kept once, in the model's words: 'currently working at Google'.
    ...named.filter((own) => !marks.some((each) => isSamePresentExclusion(own, each))),
  ]);
  const isWanted = (asked: StatedCriterion) =>
    !isExcluded(asked) &&
    ![...excluded.values()].some((out) => keyOf(out.text) === keyOf(asked.text) || areAlike(out, asked)) &&
    !negation.isOnlyAfterNon(request, asked.text);
  const wanted = listed
    .flatMap((asked) => filterAlternatives(asked, isWanted) ?? [])
    .map((asked) => ({ ...asked, need: needOf(asked, preferred, request) }));
  const all = [
    ...joinAlternatives(wanted, request),
    ...[...excluded.values()].map((asked) => ({ ...asked, need: 'excluded' as const })),
  ];
  const distinct = new Map(all.toReversed().map((each) => [`${each.subject} ${keyOf(each.text)}`, each]));
  return [...distinct.values()]
    .toReversed()
    .map(({ text, ...each }, index) => ({ id: `c${index + 1}`, ...each, text: firstWords(text, MAX_WORDS) }));
}

/** Whether a request supports a mark: it has a word of that kind, or does not name the thing, as when it is in another language. */
const isSupported = (request: string, text: string, hasMarkingWord: (request: string) => boolean): boolean =>
  hasMarkingWord(request) || wording.occurrencesOf(request, text).length === 0;

/**
 * Exclusions by key, each thing once. If one text is part of another, only the shorter counts, which excludes more: 'McKinsey', not
 * 'McKinsey & Company'.
 */
function distinctExclusions(list: readonly StatedCriterion[]): Map<string, StatedCriterion> {
  const distinct = new Map<string, StatedCriterion>();
  for (const asked of list) {
    const text = negation.ownNegated(asked.text) ?? asked.text;
    const key = keyOf(text);
    const contains = (whole: string, part: string) => ` ${whole} `.includes(` ${part} `);
    const longer = [...distinct.keys()].find((known) => contains(known, key));
    const isKnown = [...distinct].some(
      ([known, out]) => contains(key, known) || areAlike(out, { ...asked, text }),
    );
    const subject = distinct.get(longer ?? '')?.subject ?? asked.subject;
    if (longer !== undefined) distinct.delete(longer);
    if (longer !== undefined || (!isKnown && distinct.size < MAX_EXCLUSIONS))
      distinct.set(key, { subject, text });
  }
  return distinct;
}

function needOf(
  asked: StatedCriterion,
  preferred: ReadonlySet<string>,
  request: string,
): 'required' | 'preferred' {
  const text = textToFind(asked, request);
  const need = wording.needStated(request, text);
  if (need !== undefined) return need;
  const isMarked = preferred.has(keyOf(asked.text)) && isSupported(request, asked.text, wording.maySoften);
  return isMarked || wording.isTrueOfAll(request, text, wording.isSoft) ? 'preferred' : 'required';
}

/**
 * The words to look for in the request: the criterion's text or, if the request words it differently, only its key words ('Urdu' of 'speaks
 * Urdu' also finds 'bilingual in Urdu').
 */
const textToFind = (asked: StatedCriterion, request: string): string =>
  wording.occurrencesOf(request, asked.text).length > 0
    ? asked.text
    : pageWords(asked).join(ALTERNATIVE_SEPARATOR) || asked.text;

/** The wanted and scored criteria, as the fields of a search query; any of them may be missing. */
export function targetOf(criteria: readonly Criterion[]): TargetCriteria {
  const texts = (wantedSubject: Subject): string[] =>
    criteria
      .filter(
        ({ subject, need, isUnscored }) => subject === wantedSubject && need !== 'excluded' && !isUnscored,
      )
      .map(({ text }) => text);
  const field = (subject: Subject) => texts(subject).join(ALTERNATIVE_SEPARATOR) || undefined;
  return {
    nationality: field('nationality'),
    location: field('location'),
    education: field('education'),
    profession: field('profession'),
    interests: texts('interest'),
    experience: texts('experience'),
  };
}

/** In a field; the same limit as for the lists of interests and experience. */
const MAX_PARTS = 10;
/** Separates the parts of an education; not before the last of several alternatives. */
const PART_SEPARATOR = /\s*,\s+(?!or\s)/;

/**
 * Splits an education into the things it names ('Dartmouth College, PhD'); a school keeps its town: 'University of California, Berkeley'.
 */
function partsOf<Asked extends StatedCriterion>(asked: Asked): Asked[] {
  if (asked.subject !== 'education') return [asked];
  const parts: string[] = [];
  for (const part of asked.text.split(PART_SEPARATOR).slice(0, MAX_PARTS)) {
    const before = parts.at(-1);
    const [town = ''] = part.split(ALTERNATIVE_SEPARATOR);
    if (before !== undefined && isCampus(before, town)) parts.splice(-1, 1, `${before}, ${part}`);
    else if (part !== '') parts.push(part);
  }
  return parts.map((text) => ({ ...asked, text }));
}
