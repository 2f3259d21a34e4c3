import { fold, holdsPhrase } from '../fold.ts';
import type { Kind } from '../vocabulary/gazetteer.ts';
import { readMeanings } from './meanings.ts';
import { type Piece, readRequest } from './read-request.ts';
import { describesUnknown, type FollowUpCriterion, readUnknown } from './unknown-words.ts';
import { isRecord, recordsOf, textOf } from './values.ts';
import * as queries from './write-query.ts';

const CRITERION_PATTERN = /^(preferred |excluded |)(\w+): (.+)$/su;

function readEarlier(criteria: unknown): FollowUpCriterion[] {
  const entries = isRecord(criteria) ? Object.entries(criteria) : [];
  return entries.flatMap(([id, criterion]) => {
    const [, mark = '', subject, text] = CRITERION_PATTERN.exec(textOf(criterion)) ?? [];
    if (subject === undefined || text === undefined) return [];
    return [
      {
        id,
        subject,
        text,
        need: mark === '' ? 'required' : mark.trim() === 'excluded' ? 'excluded' : 'preferred',
      },
    ];
  });
}

const CONTINUATION_PATTERN =
  /^(?:and|but|only|just|also|now|then|or|with|without|no|not|drop|remove|forget|add|include|exclude|more|less|rather|what about|how about|those|these|them|like|in|from|at|nur|auch|mit|ohne|keine?n?|nicht|bei|jetzt|nun|solo|con|sin|ahora|seulement|avec|sans|maintenant|agora)\b|\binstead\b|\bnumber \d/i;
/** Marks an addition to what was asked before. Within a request, 'or' joins only what the request itself names. */
const ADDITION_PATTERN =
  /^\s*(?:(?:or|oder|ou|o|add|include|plus)\b|and (?!(?:what|how|only|just|now|then|in|at|from|with|who|not)\b))|\b(?:also|too|as well|auch|aussi|tambi[eé]n|tamb[eé]m)(?![\p{L}])/iu;
/** Subjects of which a person has only one. */
const SINGLE_VALUED_SUBJECTS: ReadonlySet<string> = new Set(['location', 'profession', 'nationality']);
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
  const kinds = readRequest(text).map(kindOf);
  const isSchool = kinds.includes('school');
  return isOfKind === undefined || isOfKind(isSchool ? 'school' : kinds[0]);
}

const kindOf = (piece: Piece): Kind | undefined => piece.entities[0]?.kind;
const subjectOf = (piece: Piece): string => queries.SUBJECTS[kindOf(piece) ?? 'firm'] ?? 'experience';

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
function readChange(asked: string, earlier: readonly FollowUpCriterion[], examples: readonly string[]) {
  const request = rewriteSeniority(asked);
  const pieces = preferLanguages(readMeanings(request), request, earlier);
  const known = pieces.filter(
    (piece) =>
      piece.entities.length > 0 &&
      !(SUBJECT_WORD_PATTERN.test(piece.text) && queries.standsAfter(piece, request, CHANGE_PATTERN)),
  );
  const mentions = (kind: Kind) => known.some((piece) => kindOf(piece) === kind);
  const describesPeople = (mentions('profession') && pieces.length > 1) || describesUnknown(request);
  if (!CONTINUATION_PATTERN.test(request) && describesPeople && examples.length === 0) return undefined;
  const after = (pattern: RegExp) => known.filter((piece) => queries.standsAfter(piece, request, pattern));
  const dropped = after(queries.REMOVAL_PATTERN);
  const [, word = ''] = (SUBJECT_REMOVAL_PATTERN.test(request) && SUBJECT_WORD_PATTERN.exec(request)) || [];
  const subject = SUBJECT_OF_WORD[word.toLowerCase()] ?? word.toLowerCase();
  const excluded = after(queries.NEGATION_PATTERN);
  const preferred = after(queries.PREFERENCE_PATTERN);
  const needOf = (piece: Piece): FollowUpCriterion['need'] =>
    excluded.includes(piece) ? 'excluded' : preferred.includes(piece) ? 'preferred' : 'required';
  const kept = known.filter((piece) => !dropped.includes(piece));
  const places = kept.filter((piece) => kindOf(piece) === 'place' && needOf(piece) === 'required');
  const others = places.length > 1 ? kept.filter((piece) => !places.includes(piece)) : kept;
  const added: FollowUpCriterion[] = queries
    .alternativesIn(others, request)
    .flatMap((each) =>
      each.some((piece) => excluded.includes(piece)) ? each.map((piece) => [piece]) : [each],
    )
    .flatMap((alternatives) => {
      const [first] = alternatives;
      if (first === undefined) return [];
      const text = alternatives.map(queries.wordingOf).join(' or ');
      return [{ subject: subjectOf(first), text, need: needOf(first) }];
    });
  if (places.length > 1)
    added.push({ subject: 'location', text: queries.locationOf(places, request), need: 'required' });
  for (const text of queries.yearsIn(request)) added.push({ subject: 'experience', text, need: 'required' });
  const unknown = examples.length === 0 ? readUnknown(request) : [];
  const isGone = (wanted: FollowUpCriterion) =>
    (wanted.subject === subject && refersTo(word, wanted)) ||
    [...dropped, ...excluded].some(
      (piece) =>
        holdsPhrase(fold(wanted.text), fold(queries.nameOf(piece))) || fold(wanted.text) === piece.text,
    );
  return { added: [...added, ...unknown], isGone };
}

const LABEL_PATTERN = /\b(?:experience|education|location):/gi;

/** Criteria from the texts of an example whom others should resemble: all only preferred, and without employers. */
const exampleCriteria = (text: string): FollowUpCriterion[] =>
  readRequest(text.slice(0, 600).replace(LABEL_PATTERN, ' '))
    .filter((piece) => piece.entities.length > 0 && kindOf(piece) !== 'firm')
    .slice(0, 8)
    .map((piece) => ({ subject: subjectOf(piece), text: queries.wordingOf(piece), need: 'preferred' }));

/** Adds the examples' criteria that are not covered yet: of places only the first, and a second profession as experience. */
function withExamples(all: readonly FollowUpCriterion[], examples: readonly string[]): FollowUpCriterion[] {
  const known = new Set(all.map(({ text }) => fold(text)));
  const taken = new Set(all.flatMap(({ subject, need }) => (need === 'excluded' ? [] : [subject])));
  const added: FollowUpCriterion[] = [];
  for (const each of examples.flatMap(exampleCriteria)) {
    const isPlace = each.subject === 'location' || each.subject === 'nationality';
    if (known.has(fold(each.text)) || (isPlace && taken.has(each.subject))) continue;
    const isOther = each.subject === 'profession' && taken.has('profession');
    known.add(fold(each.text));
    if (isPlace) taken.add(each.subject);
    added.push(isOther ? { ...each, subject: 'experience' } : each);
  }
  return [...all, ...added];
}

const alternativesOf = ({ text }: FollowUpCriterion): string[] => text.split(' or ').map(fold);
const isDuration = (text: string): boolean => queries.yearsIn(text).length > 0;

/** All criteria after a request: the earlier ones, with new ones added to them or replacing them. */
function merge(
  earlier: readonly FollowUpCriterion[],
  added: readonly FollowUpCriterion[],
  request: string,
): FollowUpCriterion[] {
  const merged = [...earlier];
  for (const each of added) {
    const same = merged.findIndex(
      (known) => known.subject === each.subject && alternativesOf(each).includes(fold(known.text)),
    );
    const isReplacedBy = ({ subject, text }: FollowUpCriterion) =>
      SINGLE_VALUED_SUBJECTS.has(subject)
        ? subject === each.subject
        : isDuration(text) && isDuration(each.text);
    const replacedIndex =
      each.need === 'required'
        ? merged.findIndex((known) => known.need !== 'excluded' && isReplacedBy(known))
        : -1;
    const known = merged[replacedIndex];
    if (same !== -1) merged[same] = each;
    else if (known === undefined) merged.push(each);
    else merged[replacedIndex] = { ...each, text: joinTexts(known.text, each.text, request) };
  }
  return merged;
}

const STAGE_PATTERN = /^(?:senior|junior)\s+/i;

/** 'senior' is put before a profession; another place is added as an alternative or replaces the earlier one. */
function joinTexts(known: string, text: string, request: string): string {
  const kinds = readRequest(text).map(kindOf);
  if (kinds.length > 0 && kinds.every((kind) => kind === 'stage' || kind === 'specialism'))
    return `${text} ${kinds.includes('stage') ? known.replace(STAGE_PATTERN, '') : known}`;
  return ADDITION_PATTERN.test(request) ? `${known} or ${text}` : text;
}

/** Answers the query call for a request that follows an earlier search, or that wants others like somebody. */
export function writeFollowUp(input: Record<string, unknown>): object {
  const request = textOf(input['request']);
  const before = isRecord(input['earlier']) ? input['earlier'] : {};
  const earlier = readEarlier(before['criteria']);
  const examples = recordsOf(before['people']).map((person) =>
    [textOf(person['headline']), textOf(person['about'])].join('. '),
  );
  const record = input['record'];
  if (isRecord(record)) examples.push(textsIn(record).join('. '));
  const changed = readChange(request, earlier, examples);
  if (changed === undefined) return { ...queries.writeQuery(request), isNewSearch: true, removed: [] };
  const kept = earlier.filter((wanted) => !changed.isGone(wanted));
  const all = withExamples(merge(kept, changed.added, request), examples);
  const stayed = new Set(all.map(({ id }) => id));
  return {
    ...writeCriteria(requireProfession(all)),
    isNewSearch: false,
    removed: earlier.flatMap(({ id = '' }) => (stayed.has(id) ? [] : [id])),
  };
}

/** If nothing is required, makes the profession required. */
const requireProfession = (all: readonly FollowUpCriterion[]): readonly FollowUpCriterion[] =>
  all.some(({ need }) => need === 'required')
    ? all
    : all.map((each) => (each.subject === 'profession' ? { ...each, need: 'required' } : each));

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

function writeCriteria(all: readonly FollowUpCriterion[]): object {
  const wanted = all.filter(({ need }) => need !== 'excluded');
  const texts = (subject: string) =>
    wanted.filter((each) => each.subject === subject).map(({ text }) => text);
  /** Alternatives must share one need: if some values are only preferred, a required one is omitted here and stays as it was. */
  const alternativesField = (subject: string) => {
    const all = wanted.filter((each) => each.subject === subject);
    const preferred = all.filter(({ need }) => need === 'preferred');
    const [first, ...others] = (preferred.length > 0 ? preferred : all).map(({ text }) => text);
    return first === undefined ? {} : { [subject]: [first, ...others].join(' or ') };
  };
  const field = (subject: string, separator: string) => {
    const joinedTexts = texts(subject).join(separator);
    return joinedTexts === '' ? {} : { [subject]: joinedTexts };
  };
  const required = wanted.filter(({ need }) => need === 'required');
  /** Words missing from the vocabulary can only be found as quoted phrases. */
  const isLiteral = ({ text, subject }: FollowUpCriterion) =>
    (text.includes(' or ') || subject === 'location' || subject === 'profession') &&
    text.split(' or ').some((each) => readRequest(each).every(({ entities }) => entities.length === 0));
  const sentence = required
    .filter((each) => !isLiteral(each))
    .map(({ subject, text }) => (subject === 'experience' ? `at ${text}` : text))
    .join(', ');
  const exclusions = all.filter(({ need }) => need === 'excluded');
  const written = queries.writeQuery([sentence, ...exclusions.map(({ text }) => `not ${text}`)].join(', '));
  const literalGroups = required
    .filter(isLiteral)
    .map(({ text }) => ` ("${text.split(' or ').join('" OR "')}")`);
  return {
    ...written,
    googleSearchQuery: written.googleSearchQuery + literalGroups.join(''),
    targetCriteria: {
      ...alternativesField('nationality'),
      ...alternativesField('location'),
      ...field('education', ', '),
      ...field('profession', ' '),
      interests: texts('interest'),
      experience: texts('experience'),
    },
    preferred: wanted.filter(({ need }) => need === 'preferred').map(({ text }) => text),
    excluded: exclusions.map(({ subject, text }) => ({ subject, text })),
  };
}
