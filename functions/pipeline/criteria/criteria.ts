import type { Criterion } from '#shared/criteria.ts';
import { type Stated, statedIn, type TargetCriteria } from '#shared/results.ts';
import { EITHER } from '../language/words.ts';
import { isPlaceName } from '../places/gazetteer.ts';
import { alternativesOf, joinAlternatives, keyOf, someOf } from './alternatives.ts';
import { arePlaceAndPeople, asOfNow, isOfNowAlike, namedExclusions } from './exclusions.ts';
import { pageWords } from './google-query.ts';
import * as negation from './negation.ts';
import { areAlike } from './same-criterion.ts';
import * as wording from './wording.ts';

type Subject = Criterion['subject'];

/** The criteria in a model's reply, with how strongly it says each is asked for. */
export interface MarkedCriteria {
  targetCriteria: TargetCriteria;
  /** Those of the criteria's texts that are only nice to have. */
  preferred: readonly string[];
  /** What people must not be or have; not among `targetCriteria`. */
  excluded: readonly { subject: Subject; text: string }[];
}

const MOST_EXCLUDED = 10;

/**
 * The criteria of a request: what the model says, as far as the request bears it out. A mark is ignored if the request names the thing but
 * has no such word; what the request itself negates or softens counts so whatever the model says. docs/behaviour.md#criteria
 */
export function readCriteria(marked: MarkedCriteria, request: string): Criterion[] {
  const preferred = new Set(marked.preferred.map(keyOf));
  const isNeedless = (asked: Stated) =>
    !preferred.has(keyOf(asked.text)) && wording.isSaid(request, asWorded(asked, request), wording.isWaived);
  const isOut = ({ text }: Stated) =>
    negation.ownNegated(text) !== undefined || negation.isLeftOut(request, text);
  const stated = statedIn(marked.targetCriteria);
  for (const whole of stated.filter(({ text }) => preferred.has(keyOf(text)))) {
    const parts = partsOf(whole);
    const soft = parts.filter(({ text }) => wording.isSaid(request, text, wording.isSoft));
    // The mark of a whole field is meant for those parts that the request softens.
    for (const { text } of soft.length > 0 ? soft : parts) preferred.add(keyOf(text));
  }
  const listed = stated.flatMap(partsOf).filter((asked) => !isNeedless(asked));
  const marks = marked.excluded
    .filter((asked) => isBorneOut(request, asked.text, negation.mayNegate) && !isNeedless(asked))
    .map((asked) => {
      const places = wording.placesOf(request, asked.text);
      const negated = places.filter(negation.isNegated);
      return asOfNow(asked, negated.length > 0 ? negated : places);
    });
  const isReworded = ({ text }: Stated) => wording.placesOf(request, text).length === 0;
  // What the model words in English is what a request in another language says.
  const named = namedExclusions(request, { isTranslated: marks.some(isReworded) });
  const excluded = distinctExclusions([
    // 'NOT U.S.' leaves out those who are there, and no Americans elsewhere.
    ...marks.filter((each) => !isReworded(each) || !named.some((own) => arePlaceAndPeople(own, each))),
    ...listed.flatMap(alternativesOf).filter(isOut),
    // Of the present once, in the model's words: 'currently working at Google'.
    ...named.filter((own) => !marks.some((each) => isOfNowAlike(own, each))),
  ]);
  const isWanted = (asked: Stated) =>
    !isOut(asked) &&
    ![...excluded.values()].some((out) => keyOf(out.text) === keyOf(asked.text) || areAlike(out, asked)) &&
    !negation.isOnlyAfterNon(request, asked.text);
  const wanted = listed
    .flatMap((asked) => someOf(asked, isWanted) ?? [])
    .map((asked) => ({ ...asked, need: needOf(asked, preferred, request) }));
  const all = [
    ...joinAlternatives(wanted, request),
    ...[...excluded.values()].map((asked) => ({ ...asked, need: 'excluded' as const })),
  ];
  const distinct = new Map(all.toReversed().map((each) => [`${each.subject} ${keyOf(each.text)}`, each]));
  return [...distinct.values()].toReversed().map((each, index) => ({ id: `c${index + 1}`, ...each }));
}

/** Whether a request has a word for a mark, or does not name the thing, as one in another language. */
const isBorneOut = (request: string, text: string, mayMark: (request: string) => boolean): boolean =>
  mayMark(request) || wording.placesOf(request, text).length === 0;

/** By key, each by one of its names. If one text is part of another, only the shorter counts, which excludes more: 'McKinsey', not 'McKinsey & Company'. */
function distinctExclusions(list: readonly Stated[]): Map<string, Stated> {
  const distinct = new Map<string, Stated>();
  for (const asked of list) {
    const text = negation.ownNegated(asked.text) ?? asked.text;
    const key = keyOf(text);
    const holds = (whole: string, part: string) => ` ${whole} `.includes(` ${part} `);
    const longer = [...distinct.keys()].find((known) => holds(known, key));
    const isKnown = [...distinct].some(
      ([known, out]) => holds(key, known) || areAlike(out, { ...asked, text }),
    );
    const subject = distinct.get(longer ?? '')?.subject ?? asked.subject;
    if (longer !== undefined) distinct.delete(longer);
    if (longer !== undefined || (!isKnown && distinct.size < MOST_EXCLUDED))
      distinct.set(key, { subject, text });
  }
  return distinct;
}

function needOf(asked: Stated, preferred: ReadonlySet<string>, request: string): 'required' | 'preferred' {
  const text = asWorded(asked, request);
  const need = wording.needStated(request, text);
  if (need !== undefined) return need;
  const isMarked = preferred.has(keyOf(asked.text)) && isBorneOut(request, asked.text, wording.maySoften);
  return isMarked || wording.isSaid(request, text, wording.isSoft) ? 'preferred' : 'required';
}

/** What is asked for as the request has it, where it has no more than the thing's own words: 'bilingual in Urdu' for 'speaks Urdu'. */
const asWorded = (asked: Stated, request: string): string =>
  wording.placesOf(request, asked.text).length > 0 ? asked.text : pageWords(asked).join(EITHER) || asked.text;

/** The criteria that are asked for and scored, as the fields of a search query; any of them may be missing. */
export function targetOf(criteria: readonly Criterion[]): TargetCriteria {
  const texts = (wanted: Subject): string[] =>
    criteria
      .filter(({ subject, need, isUnscored }) => subject === wanted && need !== 'excluded' && !isUnscored)
      .map(({ text }) => text);
  const field = (subject: Subject) => texts(subject).join(EITHER) || undefined;
  return {
    nationality: field('nationality'),
    location: field('location'),
    education: field('education'),
    profession: field('profession'),
    interests: texts('interest'),
    experience: texts('experience'),
  };
}

/** In a field, as in a list of interests. */
const MOST_PARTS = 10;
/** Between two things that are studied; not before the last of several alternatives. */
const BETWEEN_PARTS = /\s*,\s+(?!or\s)/;
const SCHOOL = /\b(?:universi\w*|college|school|institut\w*)\b/i;
/** Towns known for their campus more than as places. */
const CAMPUS =
  /^(?:Amherst|Ann Arbor|Berkeley|Bloomington|Chapel Hill|College Park|Davis|Irvine|Merced|Riverside|Santa (?:Barbara|Cruz)|Twin Cities|Urbana[-–]Champaign)$/i;

/** An education as one for each thing it names, 'Dartmouth College, PhD'; a school keeps its town: 'University of California, Berkeley'. */
function partsOf<Asked extends Stated>(asked: Asked): Asked[] {
  if (asked.subject !== 'education') return [asked];
  const parts: string[] = [];
  for (const part of asked.text.split(BETWEEN_PARTS).slice(0, MOST_PARTS)) {
    const before = parts.at(-1);
    if (before !== undefined && SCHOOL.test(before) && (isPlaceName(part) || CAMPUS.test(part)))
      parts.splice(-1, 1, `${before}, ${part}`);
    else if (part !== '') parts.push(part);
  }
  return parts.map((text) => ({ ...asked, text }));
}
