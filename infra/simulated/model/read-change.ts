import { fold, holdsPhrase } from '../fold.ts';
import type { Kind } from '../vocabulary/gazetteer.ts';
import { readMeanings } from './meanings.ts';
import { type Piece, readRequest } from './read-request.ts';
import { describesUnknown, type FollowUpCriterion, readUnknown } from './unknown-words.ts';
import * as wording from './wording.ts';

/* How a follow-up request changes the criteria of an earlier search. */

const CONTINUATION_PATTERN =
  /^(?:and|but|only|just|also|now|then|or|with|without|no|not|drop|remove|forget|add|include|exclude|more|less|rather|what about|how about|those|these|them|like|in|from|at|nur|auch|mit|ohne|keine?n?|nicht|bei|jetzt|nun|solo|con|sin|ahora|seulement|avec|sans|maintenant|agora)\b|\binstead\b|\bnumber \d/i;
const SUBJECT_WORD_PATTERN =
  /\b(location|place|city|education|degree|school|nationality|profession|interest|experience|language|company|employer)s?\b/i;
const SUBJECT_OF_WORD: Readonly<Record<string, string>> = {
  place: 'location',
  city: 'location',
  degree: 'education',
  school: 'education',
  language: 'experience',
  company: 'experience',
  employer: 'experience',
};
/** 'Drop the language', 'any company' */
const PRESENT_PATTERN = /\b(?:currently|presently|still|any ?more|any longer)\b/i;
const SUBJECT_REMOVAL_PATTERN = /\b(?:drop|remove|forget)\b|^(?:(?:in|at|from|of) )?any \w+\W*$/i;

/** Words for part of a subject, with the kinds they cover. In education, 'degree' covers everything but the school. */
const KINDS_OF_WORD: Readonly<Record<string, (kind: Kind | undefined) => boolean>> = {
  school: (kind) => kind === 'school',
  degree: (kind) => kind !== 'school',
  language: (kind) => kind === 'language',
  company: (kind) => kind === 'firm',
  employer: (kind) => kind === 'firm',
};

/** Whether the word refers to this criterion. */
function refersTo(word: string, { text }: FollowUpCriterion): boolean {
  const isOfKind = KINDS_OF_WORD[word.toLowerCase()];
  const kinds = readRequest(text).map(wording.kindOf);
  const isSchool = kinds.includes('school');
  return isOfKind === undefined || isOfKind(isSchool ? 'school' : kinds[0]);
}

/** Reads 'Spanish' as the language if that was asked for before, and any language named with it: 'French instead of Spanish'. */
function preferLanguages(
  pieces: readonly Piece[],
  request: string,
  earlier: readonly FollowUpCriterion[],
): readonly Piece[] {
  const languageOf = ({ entities }: Piece) => entities.find(({ kind }) => kind === 'language');
  const wasAskedBefore = (piece: Piece) => {
    const { name } = languageOf(piece) ?? {};
    // A plural means people: 'only Germans'.
    return (
      name !== undefined &&
      !request.includes(`${name}s`) &&
      earlier.some(({ text }) => fold(text) === fold(`speaks ${name}`))
    );
  };
  if (!pieces.some(wasAskedBefore)) return pieces;
  return pieces.map((piece) => {
    const language = languageOf(piece);
    return language === undefined ? piece : { ...piece, entities: [language] };
  });
}

/** Rewrites a change of seniority as a stage: 'less senior' becomes 'junior'. */
const rewriteSeniority = (request: string): string =>
  request
    .replace(/\b(?:less|not (?:so|too|as)) (?:senior|experienced)\b/gi, 'junior')
    .replace(/\b(?:less junior|more experienced)\b/gi, 'senior');

/** Comes before a word that names what to change, not the new value: 'change the city to Cologne'. */
const CHANGE_PATTERN = / (?:change|set|switch)(?: the)? $/;

/** How a follow-up request changes the earlier criteria; undefined if it is a new search. */
export function readChange(
  asked: string,
  earlier: readonly FollowUpCriterion[],
  examples: readonly string[],
) {
  const request = rewriteSeniority(asked);
  const pieces = preferLanguages(readMeanings(request), request, earlier);
  const known = pieces.filter(
    (piece) =>
      piece.entities.length > 0 &&
      !(SUBJECT_WORD_PATTERN.test(piece.text) && wording.standsAfter(piece, request, CHANGE_PATTERN)),
  );
  const mentions = (kind: Kind) => known.some((piece) => wording.kindOf(piece) === kind);
  const describesPeople = (mentions('profession') && pieces.length > 1) || describesUnknown(request);
  if (!CONTINUATION_PATTERN.test(request) && describesPeople && examples.length === 0) return undefined;
  const after = (pattern: RegExp) => wording.listedAfter(known, request, pattern);
  const dropped = after(wording.REMOVAL_PATTERN);
  const [, word = ''] = (SUBJECT_REMOVAL_PATTERN.test(request) && SUBJECT_WORD_PATTERN.exec(request)) || [];
  const subject = SUBJECT_OF_WORD[word.toLowerCase()] ?? word.toLowerCase();
  const excluded = after(wording.NEGATION_PATTERN);
  // Those who were there before, perhaps because an earlier request wants them, stay.
  const excludesPresent = PRESENT_PATTERN.test(request);
  const preferred = after(wording.PREFERENCE_PATTERN);
  const needOf = (piece: Piece): FollowUpCriterion['need'] =>
    excluded.includes(piece) ? 'excluded' : preferred.includes(piece) ? 'preferred' : 'required';
  const kept = known.filter((piece) => !dropped.includes(piece));
  const places = kept.filter((piece) => wording.kindOf(piece) === 'place' && needOf(piece) === 'required');
  const others = places.length > 1 ? kept.filter((piece) => !places.includes(piece)) : kept;
  const added: FollowUpCriterion[] = wording
    .alternativesIn(others, request)
    .flatMap((each) =>
      each.some((piece) => excluded.includes(piece)) ? each.map((piece) => [piece]) : [each],
    )
    .flatMap((alternatives) => {
      const [first] = alternatives;
      if (first === undefined) return [];
      const [text, subject] = [wording.wordingOfAny(alternatives), wording.subjectOf(first)];
      const isOfNow = excludesPresent && excluded.includes(first) && subject === 'experience';
      return [{ subject, text: isOfNow ? `currently at ${text}` : text, need: needOf(first) }];
    });
  if (places.length > 1)
    added.push({ subject: 'location', text: wording.locationOf(places, request), need: 'required' });
  for (const text of wording.yearsIn(request)) added.push({ subject: 'experience', text, need: 'required' });
  const unknown = examples.length === 0 ? readUnknown(request) : [];
  const isGone = (wanted: FollowUpCriterion) =>
    (wanted.subject === subject && refersTo(word, wanted)) ||
    [...dropped, ...(excludesPresent ? [] : excluded)].some(
      (piece) =>
        holdsPhrase(fold(wanted.text), fold(wording.nameOf(piece))) || fold(wanted.text) === piece.text,
    );
  return { added: [...added, ...unknown], isGone };
}
