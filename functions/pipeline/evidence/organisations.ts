import { SCHOOL } from '../criteria/slots.ts';
import { FORMER_MEMBER } from '../criteria/wording.ts';

/* How a sentence names employers, present and former, and other organisations. */

const CAPITALISED_NAME =
  '\\p{Lu}[^\\s,;:.|·()]*(?:\\s(?:(?:of|de|del|degli|des|da|di|do|du|for|and|&|the)\\s)*\\p{Lu}[^\\s,;:.|·()]*)*';
export const EVERY_NAME = new RegExp(`(?<!\\p{L})${CAPITALISED_NAME}`, 'gu');

/** Employers: 'Judge at City of New York', and 'City of New York' itself, except after 'in'. */
export const EMPLOYER = new RegExp(
  `(?<=(?:\\b(?:at|for|joined)|@)\\s*(?:the\\s)?)(?<![\\p{L}])${CAPITALISED_NAME}|(?<!\\b[Ii]n\\s(?:the\\s)?)\\b(?:City|State|Town|County|Government|Port|Bank|Commonwealth|Embassy|Consulate)\\sof\\s(?:the\\s)?${CAPITALISED_NAME}`,
  'gu',
);
/** 'Clerk at Larkmoor Consulting Group' */
export const EMPLOYER_AFTER_AT = new RegExp(
  `(?<=(?:\\bat|@)\\s*(?:the\\s)?)(?<![\\p{L}])${CAPITALISED_NAME}`,
  'gu',
);

/** Up to where something else begins. */
export const CLAUSE_REST =
  '[^,;|·()]*?(?=[,;|·()]|\\.\\s|\\s[-–—]\\s|\\s(?:and\\s|but\\s)?(?:now|currently|today)\\b|$)';
/**
 * Where somebody used to work: 'ex-Deloitte', 'Former Partner at Deloitte', 'Previously at Deloitte, Fernhollow and Larkmoor', 'Deloitte
 * alumna'.
 */
export const FORMER_EMPLOYER = new RegExp(
  `(?<!\\p{L})(?:(?:[Ee]x|EX)(?:-\\s?|\\s)${CAPITALISED_NAME}|(?:[Ee]x-|(?:[Ff]ormer|[Rr]etired|[Ww]orked(?![^,;|·()]*\\bsince\\b))\\b)${CLAUSE_REST}|(?:[Ff]ormerly|[Pp]rev(?:iously\\b|\\b\\.?)|[Pp]ast\\b)${CLAUSE_REST}(?:,\\s${CAPITALISED_NAME}(?=\\s*(?:[,;.|·()]|$)))*|(?<!\\S)(?:\\p{Lu}[^\\s,;|·()]*\\s){1,4}(?:[Aa]lum(?:n\\w*)?|until\\s\\d{4})\\b)`,
  'gu',
);

/** Names former members, or puts the rest of its clause in the past: 'Worked at Google', 'Started his career at Google'. */
export const PAST_BEFORE_EMPLOYER = new RegExp(
  `${FORMER_MEMBER.source}|\\b(?:past|worked|retired|left|spent|(?:started|began)\\s\\S+\\scareer)\\b[^,;|·()]*$`,
  'i',
);
/** '(former)', 'until 2019', ', 2012–2018' */
export const PAST_AFTER_EMPLOYER =
  /^(?:\s?\(?(?:former|prev|ex\)|alum|until)|,?\s*\(?(?:from\s)?\d{4}\s?(?:[-–]|to)\s?\d{4})/i;

/** 'American Airlines' */
export const ORGANISATION =
  /^.*\b(?:Airlines?|Airways|Army|Navy|Air Force|Marines|Bank|Express|Association|Society|Council|Federation|Foundation|Chamber|Red Cross|Times|Post|Press|Telecom|Railways?|Insurance|Holdings?|Group|Company|Corp(?:oration)?|Inc|Ltd|LLC|GmbH)\b/u;
export const isOrganisation = (name: string): boolean => SCHOOL.test(name) || ORGANISATION.test(name);
