import type { Criterion } from '#shared/criteria.ts';
import type { SensitiveCriteria } from '#shared/operator-choices.ts';
import type { SearchQuery } from '#shared/results.ts';
import { nationalitiesIn } from '../places/peoples.ts';

/** Words for characteristics that hiring must not depend on, in the languages and forms that requests use. */
const TERMS: readonly RegExp[] = [
  // Ethnicity and origin; nationality is a separate subject.
  /\b(?:black|brown|white|caucasian|hispanic|latin[oax]s?|latinx|african[- ]americans?|asian[- ]americans?|native americans?|indigenous|aboriginal|arabs?(?! emirates\b)|roma|gypsy|mestiz[oa]s?|people of colou?r|bipoc|ethnic(?:ity)?|racial|(?:immigrant|refugee)(?! (?:support|case ?work\w*|resettlement))s?|foreign-born)\b/giu,
  // Religion and belief.
  /\b(?:christians?|catholics?|protestants?|evangelicals?|orthodox|mormons?|muslims?|islamic(?! (?:finance|banking))|jews?|jewish|hindus?|buddhists?|sikhs?|atheists?|religious|church-?going)\b/giu,
  // Gender.
  /\b(?:wom[ae]n|females?|girls?|ladies|m[ae]n(?! management\b)|males?|guys|gentlem[ae]n|non-?binary|transgender|trans (?:people|wom[ae]n|m[ae]n)|mujer(?:es)?|hombres?|frauen|männer|femmes?|hommes?)\b/giu,
  // Age.
  /\b(?:young(?:er|est)?|youthful|old(?:er)?|elderly|aged?|(?:under|over) the age of \d{2}|\d{2}[- ]years?[- ]old|in (?:their|his|her) (?:twenties|thirties|forties|fifties|sixties|\d0s)|millennials?|gen[- ]z|boomers?|born (?:in|after|before) \d{4}|jóvenes|joven)\b/giu,
  // Health and disability.
  /\b(?:disabled|(?:disability|autism)(?! (?:support|case ?work\w*|workers?|nurs\w+|therap\w+|specialists?)\b)|disabilities|handicapped|wheelchair(?: users?)?|blind|deaf|autistic|neurodiver\w+|diabetic|healthy|chronically ill|depressed|able-bodied|hiv[- ]positive|cancer survivors?)\b/giu,
  // Sexual orientation.
  /\b(?:gay|lesbians?|bisexuals?|queer|lgbt\w*\+?|heterosexuals?|homosexuals?|straight)\b/giu,
  // Politics and unions.
  /\b(?:democrats?|republicans?|conservatives?|liberals?|socialists?|communists?|left-wing|right-wing|trump(?:ists?| supporters?)|party members?|unioni[sz]ed|union(?: members?| activists?)|non-union|trade unionists?)\b/giu,
  // Family.
  /\b(?:pregnan(?:t|cy)|married|unmarried|single (?:people|men|women|mothers?|fathers?|parents?)|divorced|childless|child-?free|(?:no|without|(?<!\b(?:work\w*|experienced?|teach\w*|play\w*|volunteer\w*|therap\w*) )with) (?:kids|children)(?! experience\b)|mothers?|fathers?|moms?|dads?|parents?|widow(?:s|ed|er)?)\b/giu,
];

/** Follows such a word in the name of a field of work or study, which says nothing about a person. */
const FIELD_AFTER =
  /^[-\s']*s?\s*(?:health|healthcare|studies|rights?|law|history|research|science|sciences|medicine|literature|art|arts|music|fashion|apparel|sports?|products?|technolog\w*|tech|education|affairs|markets?|policy|services?|care|box(?:es)?|hat|paper|papers?|label|goods|spaces?|materials?|buildings?|masters?|energy|university|college|school|church|charit\w*|nonprofits?|business(?:es)?|belts?|collar|tongue)\b|^\s*&\s(?:Case|Veatch|Decker|Rubicam)\b/iu;
/** Precedes such a word when it is about a firm or product, such as the age of one, or part of a firm's name. */
const NOT_OF_PEOPLE =
  /\b(?:company|companies|firms?|startups?|brands?|products?)[\w\s-]{0,12}$|\bErnst (?:&|and)\s$/i;

/** An age, unless the number counts something: 'under 35', 'over-50s'. */
const OVER_OR_UNDER_NUMBER = /\b(over|under)[- ]\d{2}(?:s\b|(?![\p{L}\d]|[.,/]\d))/giu;
/** Precedes the size of a group or firm, or the number of people that somebody leads. */
const COUNTED_BEFORE =
  /\b(?:(?:teams?|groups?|networks?|portfolios?|staff)(?: of)?|compan(?:y|ies)|firms?|startups?|le(?:ads?|d|ading)|manag(?:es?|ed|ing)|supervis(?:es?|ed|ing)|overs(?:aw|ees?|eeing))\s+$/i;
const AGE_AFTER = /^[-\s]*(?:(?:years?|yrs?)[-\s](?:old|of age)|y\/?o)\b/i;
const UNIT_AFTER =
  /^\+?[-\s]*(?:[%€$£]|\d{3}(?!\d)|(?:[a-z]{3}\s*)?(?:\/|per\s|an?\s)\s*(?:h|hr|hour|day|week|month|year)\b(?!\s+(?:from|away)\b)|(?:eur|usd|gbp|chf|euros?|dollars?|pounds?|miles?|per ?cent|k|mm?|bn?|hundred|thousand|[mb]illion|people|staff|of|(?:second|minute|hour|day|week|month|year|yr)s?|km|kg|[mg]w)\b)/i;
/** At most the next three words, up to where another phrase begins. */
const PHRASE_AFTER =
  /^\+?(?:\s+(?!(?:and|or|but|nor|in|at|on|from|for|with|without|who|whose|that|which|are|is|to|as|by|near|around|using|working|living|studying|speaking)\b)[\p{L}'’-]+){0,3}/iu;
/** A plural that is not a name: something that 'over' counts. */
const PLURAL_NOUN = /(?<![\p{L}-])(?:[a-z-]+[^\Wsui]s|[A-Z]{2,}s)\b/u;
/** What 'under' counts. Before other plurals it is an age: 'under 30 engineers'. */
const COUNTED_NOUN =
  /\b(?:clients|companies|countries|customers|employees|followers|members|points|projects|reports|seats|stores|teams|units|users)\b/i;

/** The ages in a text. A number is an age unless it counts what follows. */
const agesIn = (text: string): string[] =>
  [...text.matchAll(OVER_OR_UNDER_NUMBER)]
    .filter(({ 0: found, 1: word, index }) => {
      const after = text.slice(index + found.length);
      if (COUNTED_BEFORE.test(text.slice(0, index))) return false;
      if (AGE_AFTER.test(after)) return true;
      const [phrase = ''] = PHRASE_AFTER.exec(after) ?? [];
      const counted = word?.toLowerCase() === 'over' ? PLURAL_NOUN : COUNTED_NOUN;
      return !UNIT_AFTER.test(after) && !counted.test(phrase);
    })
    .map(([found]) => found);

/** The sensitive words of a text. */
function termsIn(text: string): string[] {
  const terms = TERMS.flatMap((pattern) =>
    [...text.matchAll(pattern)]
      .filter(({ 0: found, index }) => {
        const after = text.slice(index + found.length);
        return !FIELD_AFTER.test(after) && !NOT_OF_PEOPLE.test(text.slice(0, index));
      })
      .map(([found]) => found),
  );
  return [...terms, ...agesIn(text)];
}

/** Whether a criterion is sensitive. Where somebody studied says nothing about their beliefs. */
const isSensitive = ({ subject, text }: Criterion): boolean =>
  subject === 'nationality' ||
  (subject !== 'education' && subject !== 'location' && termsIn(text).length > 0);

/** The criteria as the deployment treats them, and what is sensitive about the request, in its own words. */
export function applySensitivity(
  criteria: readonly Criterion[],
  request: string,
  rule: SensitiveCriteria,
): { criteria: Criterion[]; sensitive: string[] } {
  const texts = criteria.filter(isSensitive).map(({ text }) => text);
  const unnamed = termsIn(request).filter(
    (term) => !criteria.some(({ text }) => text.toLowerCase().includes(term.toLowerCase())),
  );
  const sensitive = [...new Map([...texts, ...unnamed].map((text) => [text.toLowerCase(), text])).values()];
  if (rule === 'score') return { criteria: [...criteria], sensitive };
  if (rule === 'ignore') return { criteria: criteria.filter((each) => !isSensitive(each)), sensitive };
  return {
    criteria: criteria.map((each) => (isSensitive(each) ? { ...each, isUnscored: true } : each)),
    sensitive,
  };
}

/** A sentence naming the requested criteria this deployment ignores. */
export const describeIgnored = (
  { sensitive = [] }: Pick<SearchQuery, 'sensitive'>,
  { sensitiveCriteria }: { sensitiveCriteria: SensitiveCriteria },
): string[] =>
  sensitiveCriteria === 'ignore' && sensitive.length > 0
    ? [
        `Ignored: ${sensitive.map((text) => `“${text}”`).join(', ')}. This site does not assess people on this.`,
      ]
    : [];

/** The request as sent to the judging calls; empty if it names an ignored criterion. */
export const tellable = (
  request: string,
  { sensitive = [] }: Pick<SearchQuery, 'sensitive'>,
  { sensitiveCriteria }: { sensitiveCriteria: SensitiveCriteria },
): string =>
  sensitiveCriteria === 'ignore' &&
  (sensitive.length > 0 || termsIn(request).length > 0 || nationalitiesIn(request).size > 0)
    ? ''
    : request;

/**
 * An earlier answer's request as sent to those calls; empty if this deployment ignores criteria, since which ones the request named is no
 * longer known. Its criteria are sent all the same.
 */
export const tellableEarlier = (
  request: string,
  { sensitiveCriteria }: { sensitiveCriteria: SensitiveCriteria },
): string => (sensitiveCriteria === 'ignore' ? '' : request);
