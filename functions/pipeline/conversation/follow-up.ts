import type { Criterion } from '#shared/criteria.ts';
import { alternativesOf } from '../criteria/alternatives.ts';
import { isExplicitlyAllowed } from '../criteria/negation.ts';
import { areAlike, isNamedAlike, isSame, saysSame } from '../criteria/same-criterion.ts';
import { DEGREE, SCHOOL } from '../criteria/slots.ts';
import { isTrueOfAll, isWaived, occurrencesOf } from '../criteria/wording.ts';
import { fold, splitAlternatives, wordsOf } from '../language/words.ts';

/*
 * What the words of a follow-up request say: whether it continues the previous answer, and whether it adds an alternative to a criterion,
 * drops one, or lifts an exclusion. docs/behaviour.md#refining
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
  /** Whether the model takes it for a new search. */
  isNewSearch: boolean;
}

/** Marks a follow-up, at its beginning or within it. */
const FOLLOW_UP_WORD =
  /^[¿¡]?(?:and|but|only|just|also|now|then|or|plus|with|without|no|not|drop|remove|forget|skip|add|include|exclude|more|less|fewer|rather|instead|what about|how about|same|those|these|them|like|in|near|at|from|under|over|make|keep|y|pero|solo|sólo|también|tambien|ahora|quita|elimina|con|sin|en|und|aber|nur|auch|jetzt|mit|ohne|et|mais|aussi|maintenant|avec|sans|seulement|uniquement|e|mas|também|agora|apenas|com|sem)(?![\p{L}\p{N}-])|\b(?:instead|of (?:them|these|those)|too|as well)\b|\bnumber \d/iu;
/** A name or a phrase that begins with such a word: 'Y Combinator founders', 'in house counsel'. */
const NAME_AT_START = /^(?:Y Combinator|E Ink|Under Armour|Just Eat|Con Edison|[Ii]n house)\b/;
export const looksLikeFollowUp = (request: string): boolean =>
  FOLLOW_UP_WORD.test(request.trim()) && !NAME_AT_START.test(request.trim());

/** 'Sort them by experience', which a search cannot do. */
const SORT_REQUEST =
  /^\s*(?:(?:please|can|could|would|you|now|then|and|just|bitte)\s+)*(?:sort|order|rank|re-?order|sortier\w*|ordne)\b/i;
export const asksToSort = (request: string): boolean => SORT_REQUEST.test(request);

/** In words: a longer request is a new search if the model says so, however it begins. */
const MAX_AFTERTHOUGHT_WORDS = 6;

/**
 * Whether a request is a new search. The model's answer is overruled if a few words plainly continue the previous answer, or if the request
 * names another profession and has nothing in common with that answer.
 */
export function isNewSearch({ request, earlier, asked, isNewSearch: isMarkedNew }: FollowUp): boolean {
  const seemsFollowUp = looksLikeFollowUp(request);
  if (isMarkedNew) return !(seemsFollowUp && wordsOf(request).length <= MAX_AFTERTHOUGHT_WORDS);
  const wanted = asked.filter(({ need }) => need !== 'excluded');
  const isNamed = ({ text }: Criterion) => occurrencesOf(request, text).length > 0;
  const isShared = (each: Criterion) => earlier.some((known) => isSame(known, each) || saysSame(known, each));
  return (
    !seemsFollowUp &&
    wanted.some((each) => each.subject === 'profession' && isNamed(each)) &&
    wanted.filter(isNamed).length > 1 &&
    !wanted.some(isShared)
  );
}

/*
 * Words before or after a new value, in the same clause, that add it to the earlier value rather than replace that one. Without accents,
 * since the text around an occurrence has none.
 */
const ALSO = 'also|tambien|auch|aussi|tambem';
const FILLER_WORDS =
  '(?:\\s+(?:in|from|at|of|for|those|people|ones|the|look(?:ing)?|search|show|me|include|living|based|en|de|aus|von|der|die|den|el|la|las|los|a|em|na|no|dans|le|bien))*\\s+["“\']?$';
const ADDITION_BEFORE = new RegExp(
  `\\b(?:or|in addition|additionally|add|plus|oder|ou)${FILLER_WORDS}|(?:^|[,.;:(])\\s*o${FILLER_WORDS}`,
  'iu',
);
/** Right after the earlier value. Except there and at the start of a clause, 'o' may be Portuguese for 'the': 'para o Chile'. */
const OR_AFTER = /^["”']?\s+o\s/iu;
/** Words after which a value narrows the search rather than widening it. */
const NARROWING =
  '(?:with\\w*|and|but|or|not|must|should|need\\w*|ha(?:s|ve|ving)|only|just|now|instead|make|chang\\w*|switch|move|narrow|restrict|limit|requir\\w*|necessary|mandatory|important|speak\\w*|know\\w*|con|mit|avec|com|solo|nur)\\b';
const OTHER_WORD = `(?!${NARROWING})[^\\s,.;:!?()]+`;
/** 'Also those who live in …', but not 'who also …', which is about something else. */
const ALSO_BEFORE = new RegExp(
  `(?<!\\b(?:who|that|which|whose|must|should|shall|ha(?:s|ve)|que|qui|muss|mussen|soll|sollen|debe[nm]?|deve[m]?|doi(?:t|vent))(?:\\s+\\p{L}+){0,2}\\s+)\\b(?:${ALSO})[,:]?(?:\\s+${OTHER_WORD}(?:,(?=\\s+(?:who|that|die|der|das|qui|que)\\b))?){0,8}\\s+["“']?$`,
  'iu',
);
const AUXILIARY_VERB =
  'is|are|was|would|could|can|may|might|works?|passt|passen|geht|gehen|ist|sind|ware|est|va|convient|marche|vale|sirve|serve';
const APPROVAL =
  'be|fine|ok|okay|works?|good|great|possible|welcome|acceptable|an option|please|and|but|gut|moglich|in ordnung|bien|vale|sirve|serve|bitte';
const ADDITION_AFTER = new RegExp(
  `^["”']?(?:\\s+(?:people|folks|ones|candidates))?(?:\\s+(?:${AUXILIARY_VERB})(?:\\s+${OTHER_WORD}){0,4}?)?(?:,?\\s+\\(?(?:too|as well)(?=\\s*(?:$|[^\\s\\p{L}]|(?:please|thanks|and|but)\\b))|\\s+(?:${ALSO})(?=\\s*(?:$|[^\\s\\p{L}]|(?:${APPROVAL})\\b)))`,
  'iu',
);
/** Precedes the earlier value, which the request then keeps. */
const IN_ADDITION_TO =
  /\b(?:as well as|in addition to|besides)(?:\s+(?:in|from|at|those|people|ones|the))*\s+["“']?$/i;

/** The request as a whole widens the search, however the model words the value: 'also in the US' for 'United States'. */
const WIDENING =
  /^\s*(?:(?:and|or|und|oder|y|o|et|ou|e|please|but)\s+)*(?:also|auch|tambi[eé]n|aussi|tamb[eé]m|add)\b(?!.*\b(?:must|only|with|who (?:have|speak))\b)|\b(?:too|as well|auch|tambi[eé]n|aussi|tamb[eé]m)[\s.!?]*$/iu;

/** Whether a new criterion widens an existing one: 'Peruvian or Chilean' after 'also people from Chile'. */
export const isWidened = (each: Criterion, known: Criterion, request: string): boolean => {
  const all = alternativesOf(each);
  const isAmong = (one: Criterion) => all.some((other) => areAlike(one, other));
  return (
    all.length > alternativesOf(known).length &&
    alternativesOf(known).every(isAmong) &&
    (WIDENING.test(request) || isAddition(splitAlternatives(each.text).at(-1) ?? '', known.text, request))
  );
};

/**
 * Whether a value is added to the earlier one instead of replacing it. If it has alternatives, the words before the first and after the
 * last one decide.
 */
export function isAddition(text: string, before: string, request: string): boolean {
  if (/\binstead\b/i.test(request)) return false;
  const all = splitAlternatives(text);
  const isReworded = all.every((one) => occurrencesOf(request, one).length === 0);
  if (isReworded && WIDENING.test(request)) return true;
  const [first = text] = all;
  const last = all.at(-1) ?? text;
  return (
    occurrencesOf(request, first).some(
      (occurrence) => ADDITION_BEFORE.test(occurrence.before) || ALSO_BEFORE.test(occurrence.before),
    ) ||
    occurrencesOf(request, last).some(({ after }) => ADDITION_AFTER.test(after)) ||
    occurrencesOf(request, before).some(
      (occurrence) => IN_ADDITION_TO.test(occurrence.before) || OR_AFTER.test(occurrence.after),
    )
  );
}

/** A rejection that begins a request. By itself it is ambiguous: in Portuguese 'no' is 'in the', and a dash may be a bullet. */
const REJECTION_BEFORE = /^\s*(?:(?:no|sin|ohne|kein\p{L}*|sans|sem|senza)\s+|-)["“']?$/iu;
const END_AFTER = /^["”']?\s*(?:please\b|thanks\b|$|[,.!])[^\n]*$/iu;

/** Whether a request begins with 'no Google' or '-Google' and the model no longer asks for it, which confirms the rejection. */
export const isOnlyRejected = (known: Criterion, { request, asked }: FollowUp): boolean =>
  !asked.some((each) => isSame(known, each) || isNamedAlike(known, each)) &&
  occurrencesOf(request, known.text).some(
    ({ before, after }) => REJECTION_BEFORE.test(before) && END_AFTER.test(after),
  );

const DROPPED_BEFORE =
  /\b(?:drop|remove|forget(?: about)?|skip|delete|lose|ignor\w+|without (?:needing|requiring)|no need (?:for|of)|(?:do|does)(?:n.?t| not) (?:need|require|care about|have to (?:have|be))|need ?n.?t (?:have|be)|regardless of|never mind|no longer)(?:\s+(?:the|a|an|any|that|this|their|having|being|experience|need|requirement|criterion|criteria|for|about|of|in|at|on|with))*\s+["“']?$/i;

/** What follows is being replaced: it is no longer asked for, but not excluded either. */
const REPLACED_BEFORE = /\b(?:instead of|rather than)(?:\s+(?:the|a|an|in|at|from))*\s+["“']?$/i;

/** Whether a request mentions something only to replace it: 'Cambridge instead of Oxford'. */
export const isReplaced = ({ text }: Criterion, request: string): boolean =>
  isTrueOfAll(request, text, ({ before }) => REPLACED_BEFORE.test(before));

/** What people call a subject. 'Experience' may mean any experience, or years of it. */
const SUBJECT_NAMES: Record<Criterion['subject'], readonly string[]> = {
  nationality: ['nationality', 'nationalities', 'citizenship'],
  location: ['location', 'place', 'city', 'country', 'region'],
  education: ['education', 'studies'],
  profession: ['profession', 'job', 'role', 'title'],
  interest: ['interest', 'interests'],
  experience: [],
};

/** Education is more than one thing: a request that drops the school may still want the degree. */
const namesOf = ({ subject, text }: Criterion): readonly string[] => [
  ...SUBJECT_NAMES[subject],
  ...(subject === 'education' && !SCHOOL.test(text) ? ['degree'] : []),
  ...(subject === 'education' && !DEGREE.test(text) ? ['school', 'university'] : []),
];

/**
 * Follows a subject's name that only begins the name of something else: 'remove job seekers', but not 'remove the job requirement'. Short
 * words are mostly not nouns: 'and', 'from', 'that'.
 */
const OTHER_NOUN_AFTER =
  /^[^\S\n]+(?!\p{L}{1,4}(?!\p{L})|requirement|criteri|filter|restriction|condition|constraint|preference|title|degree|please|which|instead|altogether|doesn|\w+ly\b)\p{L}/iu;

/** Between two criteria that are dropped together: 'drop Google and Meta'. */
const AND_BEFORE = /["”']?(?:,|,?\s+(?:and|or|&))\s+(?:(?:the|a|an|any|that|this|their)\s+)?["“']?$/i;
/** After the last of them, unless something else is said of it: 'drop Google and Meta is fine'. */
const LIST_END =
  /^["”']?(?:\s+(?:requirements?|criteria|too|as well|please|any ?more))?(?:\s*(?:$|[.,;!?)\n])|\s+(?:and|or|but|&)\s)/i;

/** Whether the words before a name drop it together with one of these other names: 'drop the PhD and', 'drop Google, Meta and'. */
function isDroppedWith(others: readonly string[], before: string): boolean {
  const list = before.replace(AND_BEFORE, '');
  const precedes = (name: string) => name !== '' && fold(list).endsWith(fold(name));
  return (
    list !== before &&
    others.filter(precedes).some((name) => {
      const rest = list.slice(0, -name.length);
      return DROPPED_BEFORE.test(rest) || isDroppedWith(others, rest);
    })
  );
}

/** Whether a request explicitly says that a criterion is no longer wanted: 'drop the PhD', 'the location does not matter'. */
export function isDropped(criterion: Criterion, followUp: FollowUp): boolean {
  const { request, asked, earlier } = followUp;
  if (isDroppedByAnywhere(criterion, followUp)) return true;
  const own = occurrencesOf(request, criterion.text);
  const ofSubject = namesOf(criterion).flatMap((name) => occurrencesOf(request, name));
  const others = earlier.flatMap((each) => [each.text, ...namesOf(each)]);
  if (
    own.some(({ before }) => DROPPED_BEFORE.test(before)) ||
    ofSubject.some(({ before, after }) => DROPPED_BEFORE.test(before) && !OTHER_NOUN_AFTER.test(after)) ||
    isReplaced(criterion, request)
  )
    return true;
  const isNoLongerAsked = !asked.some((each) => each.need !== 'excluded' && isSame(each, criterion));
  if (
    isNoLongerAsked &&
    [...own, ...ofSubject].some(({ before, after }) => LIST_END.test(after) && isDroppedWith(others, before))
  )
    return true;
  // What is not required may still be nice to have.
  return (
    [...own, ...ofSubject].some(isWaived) &&
    !asked.some((each) => each.need === 'preferred' && isSame(each, criterion))
  );
}

/** Follows what is allowed again: 'Google is fine', which does not ask for it. */
const ALLOWED_AFTER =
  /^["”']?(?:\s+(?:and|or|&)\s+[^\s,.;:]+){0,3}(?:\s+(?:people|folks|candidates|experience))?\s+(?:is|are|would be|can be)(?:\s+(?:now|also|actually|still|totally|perfectly))*\s+(?:fine|ok|okay|all right|alright|acceptable|allowed|possible|welcome|no problem)\b/i;
const DENIED_BEFORE = /\b(?:not|\p{L}*n['’]t|never|nobody|nothing|whether|if|unless)\b[^,.;\n]*$/iu;

/** Whether a request lifts an exclusion. */
export const isAllowed = (known: Criterion, request: string): boolean =>
  known.need === 'excluded' &&
  occurrencesOf(request, known.text).some(
    (occurrence) =>
      isExplicitlyAllowed(occurrence) ||
      (ALLOWED_AFTER.test(occurrence.after) && !DENIED_BEFORE.test(occurrence.before)),
  );

const ANYWHERE =
  /\b(?:anywhere|any (?:location|place|city|country))\b(\s+(?:else\s+)?(?!(?:in|on|across|around)\s+(?:the\s+)?(?:whole\s+|entire\s+)?(?:world|planet|globe|earth)\b|at\s+all\b)(?:in|within|inside|across|around|near|on|at|from|of|close)\b)?/i;

/**
 * Whether a request drops a place by saying 'anywhere'. If that is limited ('anywhere in the US', 'anywhere but California'), the place
 * stays as long as the model still asks for it.
 */
function isDroppedByAnywhere(place: Criterion, { request, asked }: FollowUp): boolean {
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

const INSTRUCTION =
  /^(?:(?:and|the|drop|remove|forget|skip|add|include|exclude|number|\d{1,2}|first|second|third|ones?|nice|only|just|more|less|fewer|instead|rather|keep|like|similar|same|what|how|about|location|place|city|degree|school|matters?|important|relevant|needed|required|requirement|longer|anywhere)\s*)+$/i;
/** The only word above that is also a criterion: 'only people with a degree', but not 'drop the degree'. */
const asksForDegree = (text: string, request: string): boolean =>
  /^degree$/i.test(text) &&
  occurrencesOf(request, text).some(
    ({ before }) => !DROPPED_BEFORE.test(before) && !REPLACED_BEFORE.test(before),
  );

/** Whether a text is an instruction, which a model may mistake for a criterion. */
export const isInstruction = ({ text }: Criterion, request: string): boolean =>
  INSTRUCTION.test(text) && !asksForDegree(text, request);
