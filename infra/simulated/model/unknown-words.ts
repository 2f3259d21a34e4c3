import { type Piece, readRequest } from './read-request.ts';

/* Criteria in a follow-up request whose words are not in the vocabulary. */

/** One criterion, from an earlier search or newly added. */
export interface FollowUpCriterion {
  /** Absent for a new one. */
  id?: string;
  subject: string;
  text: string;
  need: 'required' | 'preferred' | 'excluded';
}

/** A few words about one thing that may be unknown: 'only in Ulaanbaatar', 'what about Ulaanbaatar?', 'what about beekeepers?'. */
const SINGLE_SUBJECT_PATTERN =
  /^(?:(?:and|but|only|just|also|now|then|or|rather|those|ones|people|who|live|living|based)\s+)*(?:(in|near|around|from)|(?:what|how) about(?: (in|near))?)\s+(?:the\s+)?(\p{L}[\p{L}'’.-]*(?:[\s,]+\p{L}[\p{L}'’.-]*){0,3}?)(?:\s+(?:instead|too|as well|please))?\s*[?.!]*$/iu;
/** Endings of words for professions. */
const PROFESSION_ENDING_PATTERN = /(?:ers|ors|ists|ians|ants|wrights|smiths)$/;

const NAME_PATTERN = /\b(?:at|from)\s+(?:the\s+)?(\p{Lu}[\p{L}'’.-]*(?:\s+\p{Lu}[\p{L}'’.-]*){0,3})/gu;
const STUDIES_PATTERN =
  /\b(?:ph\.?d|mba|m\.?sc|b\.?sc|degree|doctorate|graduate[sd]?|stud(?:y|ied|ies|ying))\b[^,.;!?]{0,60}$/i;

/** Unknown names after 'at' and 'from': a school's if studies are mentioned before it, otherwise a firm's. */
const readNames = (request: string): FollowUpCriterion[] =>
  [...request.matchAll(NAME_PATTERN)].flatMap(({ 0: whole, 1: text = '', index }) => {
    const isStudied = STUDIES_PATTERN.test(request.slice(0, index));
    if ((!isStudied && !/^at/i.test(whole)) || readRequest(text).some(({ entities }) => entities.length > 0))
      return [];
    return [{ subject: isStudied ? 'education' : 'experience', text, need: 'required' }];
  });

/** What a short request asks for when none of its words are in the vocabulary. */
export function readUnknown(request: string): FollowUpCriterion[] {
  const about = SINGLE_SUBJECT_PATTERN.exec(request.trim());
  if (about === null) return readNames(request);
  const [, where, inWhere, text = ''] = about;
  const pieces = readRequest(text);
  if (pieces.length === 0 || pieces.some(({ entities }) => entities.length > 0)) return [];
  const isPlace = (where ?? inWhere) !== undefined || !PROFESSION_ENDING_PATTERN.test(text);
  return [
    isPlace
      ? { subject: 'location', text, need: 'required' }
      : { subject: 'profession', text: text.replace(/s$/, ''), need: 'required' },
  ];
}

/** Splits a request that describes people into who they are and, after the joining word, where or what. */
const DESCRIPTION_PATTERN =
  /^(?:(?:find|show|get|give|me|us|i|we|am|are|looking|search|need|want|for|a|an|the|some|any|all)\s+)*(.+?)\s+(in|at|from|near|with|who|working|based|living)\s+(.+)$/iu;

/** Whether a request describes people with partly unknown words: 'Beekeepers in Ulaanbaatar', 'people who bake in Cusco'. */
export function describesUnknown(request: string): boolean {
  const [, who = '', joined = '', what = ''] = DESCRIPTION_PATTERN.exec(request.trim()) ?? [];
  const [whom, where] = [readRequest(who), readRequest(what)];
  const isUnknown = (piece: Piece | undefined) => piece?.entities.length === 0;
  if (whom.length === 0) return /^who$/i.test(joined) && where.length > 1 && isUnknown(where[0]);
  return where.length > 0 && /s$/.test(who) && isUnknown(whom.at(-1));
}
