import type { Criterion } from '#shared/criteria.ts';
import { bearsOut, EITHER, occurrences, singularOf } from '../language/words.ts';
import { nationalitiesIn } from '../places/peoples.ts';
import { countriesOfPeople, countriesOfRegion } from '../places/regions.ts';
import { countriesIn, isPartOfName } from '../places/whereabouts.ts';

/* How a request speaks of something that it names: whether the words around it soften, negate or waive it. docs/behaviour.md#criteria */

const WORDS_BETWEEN =
  '(?:a|an|the|any|other|more|from|at|in|with|of|by|for|currently|now|working|works?|employed|people|anyone|anybody|those|who|are|is|being|be|having|have|has|had|people|ex|former|part|based|located|lives?|living)';
/** What says, right before something, that it must not be. */
const NEGATION =
  "(?:not(?! (?:only|just|necessarily))|n't|neither|nor|without|except(?:ing|ion of)?(?: for)?|excluding|excludes?|other than|rather than|instead of|avoid(?:ing)?|nobody|any(?:one|where) but|but not)";
/** Between two words that are two: 'no-code' and 'not-for-profit' are one, and negate nothing. */
const APART = '[\\s:-]*[\\s:]';
const negatedBy = (negation: string): string =>
  `(?:^|[\\s,;:(])${negation}(?:${APART}${WORDS_BETWEEN})*${APART}["“']?$`;
/** Or a dash as in a Google query; at the beginning of a line, or in a list after a colon, it is a bullet. */
const NEGATED = new RegExp(
  `${negatedBy(NEGATION)}|(?:^|\\n)(?:[^\\n:]|:(?!\\s))*[^\\s:][^\\n\\S]+-["“]?$`,
  'i',
);
/** In Portuguese "no" is 'in the', before a singular: 'no Brasil'. */
const NEGATED_BY_NO = new RegExp(negatedBy('no(?! (?:less|more|matter|need))'), 'i');
/** Words of English and Spanish that Portuguese requests lack, even those with English job titles: 'Head of Sales no Brasil'. */
const NO_PORTUGUESE =
  /(?<![\p{L}-])(?:the|with|who|from|at|but|or|not|are|is|have|has|in(?= \p{Lu})|en|el|los|las|del|y|con)(?![\p{L}-])/u;
/** The plural of a word in capitals: 'MBAs', 'PhDs'. */
export const PLURAL_OF_CAPITALS = /^\p{Lu}\p{L}*\p{Lu}s$/u;
/** An English plural: 'agencies', but not 'campus' or 'inglês'. */
const PLURAL = new RegExp(`^\\p{Ll}.*[^aisuê]s$|${PLURAL_OF_CAPITALS.source}`, 'u');
/** Makes one word with most that follow, 'Non-Executive'; it only negates the name of a place or a people: 'non-US'. */
const NON = /(?:^|[\s,;:(])non[\s-]+["“']?$/i;
/** The same in German, Spanish and French, the last two in lower case: 'Sans Serif' and 'SIN' are names. */
const WORDS_ABROAD =
  '(?:bei|beim|in|im|aus|von|vom|der|die|das|den|dem|eine?[nmrs]?|aktuell|derzeit|en|de|del|la|las|los|el|una?|chez|du|des|les?|à|a|aux?)';
const NEGATION_ABROAD =
  "(?:[Kk]ein(?:e[nmrs]?)?|[Nn]icht(?! (?:nur|bloß|unbedingt|zwingend))|[Oo]hne|[Aa]u(?:ß|ss)er(?:halb)?|[Ww]eder|sin|excepto|salvo|sans|sauf|pas(?= (?:de|du|des|chez|à|a|en|aux?) | d['’]))";
const NEGATED_ABROAD = new RegExp(
  `(?:^|[\\s,;:(])${NEGATION_ABROAD}(?:\\s+${WORDS_ABROAD})*\\s+(?:d['’])?["“„']?$`,
  'u',
);
const OR_ABROAD = new RegExp(`,?\\s+(?:oder|noch|o|ni|ou)\\s+(?:${WORDS_ABROAD}\\s+)*["“„']?$`, 'u');
/** The end of "not recruiters or " and "excluding Deloitte and ". */
const OR_BEFORE = new RegExp(`["”']?\\s*,?\\s*\\b(?:or|nor)\\s+(?:${WORDS_BETWEEN}\\s+)*["“']?$`, 'i');
const AND_BEFORE = /["”']?\s+and\s+["“']?$/i;
const NEGATED_LIST = /(?:^|\s)(?:not|excluding|except(?: for)?|other than)\s+["“']?$/i;

const SOFT_BEFORE =
  /\b(?:ideally|preferably|optionally|if possible|bonus(?: points)?|nice[- ]to[- ]have|even better if|preferring|with a preference for|would be (?:nice|great)|a plus(?: if|:))[^.;,\n]*$/i;
const SOFT_LIST = /\b(?:nice[- ]to[- ]haves?|bonus|preferred|optional|pluses):[^.;\n]*$/i;
/** 'Kotlin a plus', 'Kotlin plus.', in one line; in 'Java plus Kotlin' it joins the two. */
const SOFT_AFTER =
  /^["”')]*(?:[^\S\n]+[\p{L}-]+)?[^\S\n]+(?!plus[^\S\n]+["“']?[\p{L}\p{N}])(?:(?:is|are|being|as|would be)[^\S\n]+)?(?:only[^\S\n]+|just[^\S\n]+)?(?:an?[^\S\n]+)?(?:big[^\S\n]+|strong[^\S\n]+|definite[^\S\n]+)?(?:plus|bonus|advantage|nice[- ]to[- ]have|preferred|preferable|desirable|desired|optional|welcome|ideal)\b|^["”')]*(?:[^\S\n]+[\p{L}-]+)?[^\S\n]+(?:would be|if) (?:nice|great|good|possible)\b/iu;

const MUST = String.raw`(?:a[^\S\n]+)?(?:must(?:[-\s]have)?|required|requirement|mandatory|obligatory|necessary|essential|needed)`;
const STRESS =
  '(?:(?:only|just|now|still|really|absolutely|actually|definitely|strictly|clearly)[^\\S\\n]+){0,2}';

/** Whether a request softens or negates anything at all, in the languages that requests are likely in. */
const ANY_SOFT =
  /\b(?:ideal\w*|prefer\w*|préf\w*|option\w*|possib\w*|bonus|plus|nice|desir\w*|advantag\w*|welcome|better|deseable|valorable|bevorzugt|vorzugsweise|wünschenswert|möglich\w*|gern\w*|desejáv\w*|souhait\w*)\b/iu;
const ANY_NEGATION =
  /\b(?:not?|neither|nor|none|nobody|never|non|without|except\w*|exclu\w*|avoid\w*|remov\w*|(?:leave|filter|take)\s+(?:\S+\s+){0,4}out|get rid of|hide|minus|apart from|aside from|outside|other than|rather than|instead|but|sin|ni|salvo|(?<!\b(?:al|por lo|pelo|ao) )menos|nunca|tampoco|fuera|quit[ae]\w*|sans|pas|sauf|hors|dehors|jamais|ohne|nicht|kein\w*|weder|(?:außer|ausser)(?:halb)?|sem|não|nem|exceto|fora|senza|tranne|eccetto)\b|n't|(?:^|[^\s:][^\n\S]+)-["“\p{L}]/iu;

export const maySoften = (request: string): boolean => ANY_SOFT.test(request);
export const mayNegate = (request: string): boolean => ANY_NEGATION.test(request);

/** How far a negating or softening word reaches, in characters. */
export const LONGEST_REACH = 300;
/** Of one text in a request: whoever says it more often says nothing new. */
const MOST_PLACES = 50;

/** Where a request has a text, and in which form. */
interface Place {
  before: string;
  after: string;
  form: string;
}

/** Where a request has a text, or its plural or singular; not where it is part of another place's name. */
export function placesOf(request: string, text: string): Place[] {
  const otherForms = [
    `${text}s`,
    `${text}es`,
    text.replace(/y$/, 'ies'),
    text.replace(/e?s$/, ''),
    singularOf(text),
  ];
  return [...new Set([...text.split(EITHER), ...otherForms])].flatMap((form) =>
    occurrences(request, form)
      .slice(0, MOST_PLACES)
      .map(({ before, after }) => ({
        before: before.slice(-LONGEST_REACH),
        after: after.slice(0, LONGEST_REACH),
        form,
      }))
      .filter(({ before, after }) => !isPartOfName(before, form, after)),
  );
}

/** Whether what stands around a text in a request negates it. */
const isNegated = (place: Place): boolean => isNegatedInEnglish(place) || isNegatedAbroad(place);

export const isNegatedAbroad = ({ before }: Place): boolean => {
  const isNegation = (text: string) => NEGATED_ABROAD.test(text);
  return isNegation(before) || continuesNegation(before, OR_ABROAD, isNegation);
};

/** And in the few words of other languages that are English ones too: 'no Google'. */
export function isNegatedInEnglish({ before, after, form }: Place): boolean {
  if (NON.test(before) && isOfPlace(form)) return true;
  const isNo = PLURAL.test(form) || NO_PORTUGUESE.test(before) || NO_PORTUGUESE.test(after);
  const isNegation = (text: string) => NEGATED.test(text) || (isNo && NEGATED_BY_NO.test(text));
  return (
    isNegation(before) ||
    continuesNegation(before, OR_BEFORE, isNegation) ||
    continuesNegation(before, AND_BEFORE, (text) => NEGATED_LIST.test(text))
  );
}

/** After what is not required: 'a PhD is not needed', 'PhD not required'. */
const NOT_NEEDED =
  /^["”']?(?:[^\S\n]+(?:requirement|criterion|part|bit))?[^\S\n]+(?:(?:(?:is|are)(?:n.?t| not| no longer)|not|no longer)[^\S\n]+(?:(?!only\b)(?:\w+ly|so|that|too|very|really)[^\S\n]+)?(?:needed|required|necessary|mandatory|important|relevant|a must)|(?:do|does)(?:n.?t| not) matter)\b|^["”']?\s+(?:ist\s+)?nicht\s+(?:(?:unbedingt|zwingend)\s+)?(?:erforderlich|notwendig|n[oö]tig|Voraussetzung)(?!\p{L})/iu;
/** After it, where "no" stands before it: 'no PhD required'. */
const NEEDED =
  /^["”']?(?:[^\S\n]+(?:degree|is|are))*[^\S\n]+(?:needed|required|necessary|mandatory|erforderlich|notwendig|n[oö]tig)(?!\p{L})/iu;
const NO_BEFORE = /(?:^|[\s,;:(])(?:no|kein(?:e[nmrs]?)?)(?:\s+(?:formal|prior|specific))*\s+["“']?$/i;

/** Whether a request says that what it names there is not required. */
export const isWaived = ({ before, after }: Place): boolean =>
  NOT_NEEDED.test(after) || (NO_BEFORE.test(before) && NEEDED.test(after));

/** Whether a text names a place or a people. */
const isOfPlace = (text: string): boolean =>
  countriesIn(text).size +
    countriesOfRegion(text).size +
    nationalitiesIn(text).size +
    countriesOfPeople(text).size >
  0;

/** Whether a text stands in a list that a negation begins: "or" continues any, "and" may begin something else. */
function continuesNegation(before: string, joint: RegExp, isNegation: (text: string) => boolean): boolean {
  const at = before.search(joint);
  if (at === -1) return false;
  const words = before.slice(0, at).split(/\s+/);
  return [1, 2, 3].some((count) => isNegation(`${words.slice(0, -count).join(' ')} `));
}

export const isSoft = ({ before, after }: Place): boolean =>
  SOFT_BEFORE.test(before) || SOFT_LIST.test(before) || SOFT_AFTER.test(after);

const STATES_NEED = new RegExp(
  `\\b(?<verb>is|are|would be|should be)\\s+${STRESS}(?:${MUST}|(?<soft>(?:an?\\s+)?(?:nice|plus|bonus|advantage|optional|preferred|preferable|desirable)))\\b`,
  'giu',
);
/** How far back in the clause the words are that a need is stated of, in characters. */
const LONGEST_SUBJECT = 80;
const FILLER =
  /^(?:(?:so|then|and|please|now|also|actually|ok|okay|the|an?|having|being|knowing|speaking|living|based|working|studying|studies|experience)\s+)+|\s+(?:part|bit|criterion|requirement|experience|background|degree)$/giu;

/** What a request states, 'Oxford is only nice to have', of something that it names by some of its words: 'University of Oxford'. */
export function needStated(request: string, text: string): 'required' | 'preferred' | undefined {
  const isNamed = placesOf(request, text).length > 0;
  const isText = (words: string) => bearsOut(text, words) && (!isNamed || bearsOut(words, text));
  const stated = [...request.matchAll(STATES_NEED)].findLast(({ index, groups }) => {
    const clause = request.slice(Math.max(0, index - LONGEST_SUBJECT), index).split(/[.;:!?\n]|\bbut\b/i);
    const subjects = (clause.at(-1) ?? '').split(/,|\b(?:and|or)\b/i).map((words) => words.trim());
    const meant = /^are$/i.test(groups?.['verb'] ?? '') ? subjects : subjects.slice(-1);
    return meant.some((words) => isText(words.replace(FILLER, '')));
  });
  return stated && (stated.groups?.['soft'] === undefined ? 'required' : 'preferred');
}

/** A text that begins with its own negation: 'not Deloitte'. */
const OWN_NEGATION =
  /^(?:not|no|without|excluding|except|exclude|kein(?:e[nmrs]?)?|ohne|nicht)\s+(?:an?\s+|from\s+|at\s+|bei\s+)?(?=\S)/i;

/** What a text negates that begins with its own negation. */
export function ownNegated(text: string): string | undefined {
  const rest = text.replace(OWN_NEGATION, '');
  if (rest !== text) return rest;
  const name = text.replace(/^non[\s-]+(?=\S)/i, '');
  return name !== text && isOfPlace(name) ? name : undefined;
}

/** Whether something holds of a text everywhere a request has it; false where it does not have it. */
export function isSaid(request: string, text: string, says: (place: Place) => boolean): boolean {
  const places = placesOf(request, text);
  return places.length > 0 && places.every(says);
}

export const isLeftOut = (request: string, text: string): boolean => isSaid(request, text, isNegated);

/** Whether a request has a text only in words with 'non-', which ask for something else: 'non-technical'. */
export const isOnlyAfterNon = (request: string, text: string): boolean =>
  isSaid(request, text, ({ before }) => NON.test(before));

/** How much a request asks for something that it names; undefined where it does not. */
export function needIn(request: string, text: string): Criterion['need'] | undefined {
  if (placesOf(request, text).length === 0) return undefined;
  if (isLeftOut(request, text)) return 'excluded';
  return isSaid(request, text, isSoft) ? 'preferred' : 'required';
}
