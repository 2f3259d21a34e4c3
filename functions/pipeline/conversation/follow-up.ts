import type { Criterion } from '#shared/criteria.ts';
import { alternativesOf } from '../criteria/alternatives.ts';
import { areAlike, isNamedAlike, isSame, saysSame } from '../criteria/same-criterion.ts';
import { DEGREE, SCHOOL } from '../criteria/slots.ts';
import { isSaid, isWaived, placesOf } from '../criteria/wording.ts';
import { EITHER, wordsOf } from '../language/words.ts';

/*
 * A request that follows an answer, and what its own words say: whether it goes on from that answer, and of a criterion that it stands beside
 * another one, is asked for no more, or is no longer excluded. docs/behaviour.md#refining
 */

/** A request that follows an answer, as the model read it. */
export interface FollowUp {
  request: string;
  /** The answer's criteria. */
  earlier: readonly Criterion[];
  /** What is asked for from then on, in the model's words. */
  asked: readonly Criterion[];
  /** The ids of the answer's criteria that are no longer asked for. */
  removed: readonly string[];
  /** Whether the model takes it for a search of its own. */
  isNewSearch: boolean;
}

/** Marks a follow-up, at its beginning or within it. */
const GOES_ON =
  /^(?:and|but|only|just|also|now|then|or|plus|with|without|no|not|drop|remove|forget|skip|add|include|exclude|more|less|fewer|rather|instead|what about|how about|same|those|these|them|like|in|near|at|from|under|over|make|keep|y|pero|solo|sólo|con|sin|en|und|aber|nur|mit|ohne|et|mais|avec|sans|seulement|e|mas|com|sem)\b|\b(?:instead|of (?:them|these|those)|too|as well)\b|\bnumber \d/iu;
export const goesOn = (request: string): boolean => GOES_ON.test(request.trim());

/** 'Sort them by experience', which is not for a search. */
const SORTS =
  /^\s*(?:(?:please|can|could|would|you|now|then|and|just|bitte)\s+)*(?:sort|order|rank|re-?order|sortier\w*|ordne)\b/i;
export const asksToSort = (request: string): boolean => SORTS.test(request);

/** In words: a longer request that the model takes for a new search is one, however it begins. */
const LONGEST_AFTERTHOUGHT = 6;

/**
 * Whether a request is a search of its own. The model says so; it is not believed where a few words plainly go on from the answer, or
 * where the request names another profession and has nothing in common with it.
 */
export function isNewSearch({ request, earlier, asked, isNewSearch: said }: FollowUp): boolean {
  const begins = goesOn(request);
  if (said) return !(begins && wordsOf(request).length <= LONGEST_AFTERTHOUGHT);
  const wanted = asked.filter(({ need }) => need !== 'excluded');
  const isNamed = ({ text }: Criterion) => placesOf(request, text).length > 0;
  const isShared = (each: Criterion) => earlier.some((known) => isSame(known, each) || saysSame(known, each));
  return (
    !begins &&
    wanted.some((each) => each.subject === 'profession' && isNamed(each)) &&
    wanted.filter(isNamed).length > 1 &&
    !wanted.some(isShared)
  );
}

/*
 * What says of another value, before or after it in the same clause, that it is asked for beside the one before. Without accents, as what is
 * around a text comes.
 */
const ALSO = 'also|tambien|auch|aussi|tambem';
const FILLING =
  '(?:\\s+(?:in|from|at|of|for|those|people|ones|the|look(?:ing)?|search|show|me|include|living|based|en|de|aus|von|der|die|den|el|la|las|los|a|em|na|no|dans|le|bien))*\\s+["“\']?$';
const BESIDE_BEFORE = new RegExp(
  `\\b(?:or|in addition|additionally|add|plus|oder|ou)${FILLING}|(?:^|[,.;:(])\\s*o${FILLING}`,
  'iu',
);
/** Right after the earlier value. Elsewhere than there and at the beginning of a clause 'o' may be Portuguese for 'the': 'para o Chile'. */
const OR_AFTER = /^["”']?\s+o\s/iu;
/** Words after which a value narrows the search rather than widening it. */
const NARROWING =
  '(?:with\\w*|and|but|or|not|must|should|need\\w*|ha(?:s|ve|ving)|only|just|now|instead|make|chang\\w*|switch|move|narrow|restrict|limit|requir\\w*|necessary|mandatory|important|speak\\w*|know\\w*|con|mit|avec|com|solo|nur)\\b';
const OTHER_WORD = `(?!${NARROWING})[^\\s,.;:!?()]+`;
/** Not 'who also …', which speaks of something else, but 'also those who live in …'. */
const ALSO_BEFORE = new RegExp(
  `(?<!\\b(?:who|that|which|whose|must|should|shall|ha(?:s|ve)|que|qui|muss|mussen|soll|sollen|debe[nm]?|deve[m]?|doi(?:t|vent))(?:\\s+\\p{L}+){0,2}\\s+)\\b(?:${ALSO})[,:]?(?:\\s+${OTHER_WORD}(?:,(?=\\s+(?:who|that|die|der|das|qui|que)\\b))?){0,8}\\s+["“']?$`,
  'iu',
);
const IS =
  'is|are|was|would|could|can|may|might|works?|passt|passen|geht|gehen|ist|sind|ware|est|va|convient|marche|vale|sirve|serve';
const FINE =
  'be|fine|ok|okay|works?|good|great|possible|welcome|acceptable|an option|please|and|but|gut|moglich|in ordnung|bien|vale|sirve|serve|bitte';
const BESIDE_AFTER = new RegExp(
  `^["”']?(?:\\s+(?:people|folks|ones|candidates))?(?:\\s+(?:${IS})(?:\\s+${OTHER_WORD}){0,4}?)?(?:,?\\s+\\(?(?:too|as well)(?=\\s*(?:$|[^\\s\\p{L}]|(?:please|thanks|and|but)\\b))|\\s+(?:${ALSO})(?=\\s*(?:$|[^\\s\\p{L}]|(?:${FINE})\\b)))`,
  'iu',
);
/** Before the earlier value, which the request then keeps. */
const BESIDE_THAT =
  /\b(?:as well as|in addition to|besides)(?:\s+(?:in|from|at|those|people|ones|the))*\s+["“']?$/i;

/** As a whole, in whatever words the model says the value: 'also in the US', where it says 'United States'. */
const WIDENS =
  /^\s*(?:(?:and|or|und|oder|y|o|et|ou|e|please|but)\s+)*(?:also|auch|tambi[eé]n|aussi|tamb[eé]m|add)\b(?!.*\b(?:must|only|with|who (?:have|speak))\b)|\b(?:too|as well|auch|tambi[eé]n|aussi|tamb[eé]m)\s*[.!?]*\s*$/iu;

/** Whether a request asks for more than before in the place of a value: 'Peruvian or Chilean' after 'also people from Chile'. */
export const isWidened = (each: Criterion, known: Criterion, request: string): boolean => {
  const all = alternativesOf(each);
  const isAmong = (one: Criterion) => all.some((other) => areAlike(one, other));
  return (
    all.length > alternativesOf(known).length &&
    alternativesOf(known).every(isAmong) &&
    (WIDENS.test(request) || isBeside(each.text.split(EITHER).at(-1) ?? '', known.text, request))
  );
};

/** Whether a value stands beside the one before; of several of its own the first one tells. */
export function isBeside(text: string, before: string, request: string): boolean {
  if (/\binstead\b/i.test(request)) return false;
  const isReworded = text.split(EITHER).every((one) => placesOf(request, one).length === 0);
  if (isReworded && WIDENS.test(request)) return true;
  const [first = text] = text.split(EITHER);
  const last = text.split(EITHER).at(-1) ?? text;
  return (
    placesOf(request, first).some(
      (place) => BESIDE_BEFORE.test(place.before) || ALSO_BEFORE.test(place.before),
    ) ||
    placesOf(request, last).some(({ after }) => BESIDE_AFTER.test(after)) ||
    placesOf(request, before).some((place) => BESIDE_THAT.test(place.before) || OR_AFTER.test(place.after))
  );
}

/** The beginning of a request, right before what it is about; in Portuguese 'no' is 'in the', and a dash begins a list. */
const REJECTS = /^\s*(?:(?:no|sin|ohne|kein\p{L}*|sans|sem|senza)\s+|-)["“']?$/iu;
const ENDS = /^["”']?\s*(?:please\b|thanks\b|$|[,.!])[^\n]*$/iu;

/** Whether a request begins with 'no Google' or '-Google', and the model no longer asks for it: then that is what it means. */
export const isOnlyRejected = (known: Criterion, { request, asked }: FollowUp): boolean =>
  !asked.some((each) => isSame(known, each) || isNamedAlike(known, each)) &&
  placesOf(request, known.text).some(({ before, after }) => REJECTS.test(before) && ENDS.test(after));

const DROPPED_BEFORE =
  /\b(?:drop|remove|forget(?: about)?|skip|delete|lose|ignor\w+|without (?:needing|requiring)|no need (?:for|of)|(?:do|does)(?:n.?t| not) (?:need|require|care about|have to (?:have|be))|need ?n.?t (?:have|be)|regardless of|never mind|no longer)(?:\s+(?:the|a|an|any|that|this|their|having|being|experience|need|requirement|criterion|criteria|for|about|of|in|at|on|with))*\s+["“']?$/i;

/** What comes after these words makes room for another: it is asked for no more, and not excluded. */
const REPLACED_BEFORE = /\b(?:instead of|rather than)(?:\s+(?:the|a|an|in|at|from))*\s+["“']?$/i;

/** Whether a request says something only to put another in its place: 'Cambridge instead of Oxford'. */
export const isReplaced = ({ text }: Criterion, request: string): boolean =>
  isSaid(request, text, ({ before }) => REPLACED_BEFORE.test(before));

/** What people call a subject; 'experience' may be any, or years of it. */
const NAMES: Record<Criterion['subject'], readonly string[]> = {
  nationality: ['nationality', 'nationalities', 'citizenship'],
  location: ['location', 'place', 'city', 'country', 'region'],
  education: ['education', 'studies'],
  profession: ['profession', 'job', 'role', 'title'],
  interest: ['interest', 'interests'],
  experience: [],
};

/** An education is more than one thing: who drops the school may still want the degree. */
const namesOf = ({ subject, text }: Criterion): readonly string[] => [
  ...NAMES[subject],
  ...(subject === 'education' && !SCHOOL.test(text) ? ['degree'] : []),
  ...(subject === 'education' && !DEGREE.test(text) ? ['school', 'university'] : []),
];

/** Whether a request says in plain words that something is asked for no more: 'drop the PhD', 'the location does not matter'. */
export function isDropped(criterion: Criterion, followUp: FollowUp): boolean {
  const { request, asked } = followUp;
  if (isAnywhere(criterion, followUp)) return true;
  const places = [criterion.text, ...namesOf(criterion)].flatMap((name) => placesOf(request, name));
  if (places.some(({ before }) => DROPPED_BEFORE.test(before)) || isReplaced(criterion, request)) return true;
  // What is not required may still be nice to have.
  return places.some(isWaived) && !asked.some((each) => each.need === 'preferred' && isSame(each, criterion));
}

/** After what is allowed again: 'Google is fine', which asks for nobody. */
const ALLOWED_AFTER =
  /^["”']?(?:\s+(?:and|or|&)\s+[^\s,.;:]+){0,3}(?:\s+(?:people|folks|candidates|experience))?\s+(?:is|are|would be|can be)(?:\s+(?:now|also|actually|still|totally|perfectly))*\s+(?:fine|ok|okay|all right|alright|acceptable|allowed|possible|welcome|no problem)\b/i;
const DENIED_BEFORE = /\b(?:not|\p{L}*n['’]t|never|nobody|nothing|whether|if|unless)\b[^,.;\n]*$/iu;

/** Whether a request takes back that something is excluded. */
export const isAllowed = (known: Criterion, request: string): boolean =>
  known.need === 'excluded' &&
  placesOf(request, known.text).some(
    ({ before, after }) => ALLOWED_AFTER.test(after) && !DENIED_BEFORE.test(before),
  );

const ANYWHERE =
  /\b(?:anywhere|any (?:location|place|city|country))\b(\s+(?:else\s+)?(?!(?:in|on|across|around)\s+(?:the\s+)?(?:whole\s+|entire\s+)?(?:world|planet|globe|earth)\b|at\s+all\b)(?:in|within|inside|across|around|near|on|at|from|of|close)\b)?/i;

/**
 * Whether a request drops a place by saying 'anywhere'. Where that has bounds ('anywhere in the US', 'anywhere but California') the place
 * stays if the model still asks for it.
 */
function isAnywhere(place: Criterion, { request, asked }: FollowUp): boolean {
  const said = place.subject === 'location' && place.need !== 'excluded' ? ANYWHERE.exec(request) : null;
  if (said === null) return false;
  const places = asked.filter(({ subject }) => subject === 'location');
  const wanted = places.filter(({ need }) => need !== 'excluded');
  const still = wanted
    .flatMap(alternativesOf)
    .find((each) => isSame(each, place) || isNamedAlike(each, place));
  if (said[1] !== undefined) return wanted.length > 0 && still === undefined;
  return still === undefined || (still.need === 'required' && wanted.length === places.length);
}

/** Words that instruct; a model may take them for something asked for. */
export const SAYS_WHAT_TO_DO =
  /^(?:(?:and|the|drop|remove|forget|skip|add|include|exclude|number|\d{1,2}|first|second|third|ones?|nice|only|just|more|less|fewer|instead|rather|keep|like|similar|same|what|how|about|location|place|city|degree|school|matters?|important|relevant|needed|required|requirement|longer|anywhere)\s*)+$/i;
