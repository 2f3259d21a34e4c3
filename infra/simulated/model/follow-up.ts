import { fold, holdsPhrase } from '../fold.ts';
import type { Kind } from '../vocabulary/gazetteer.ts';
import { readMeanings } from './meanings.ts';
import { type Piece, readRequest } from './read-request.ts';
import { describesUnknown, readUnknown, type Wanted } from './unknown-words.ts';
import { isRecord, recordsOf, textOf } from './values.ts';
import * as queries from './write-query.ts';

const MARKED = /^(preferred |excluded |)(\w+): (.+)$/su;

function readEarlier(criteria: unknown): Wanted[] {
  const entries = isRecord(criteria) ? Object.entries(criteria) : [];
  return entries.flatMap(([id, told]) => {
    const [, mark = '', subject, text] = MARKED.exec(textOf(told)) ?? [];
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

const GOES_ON =
  /^(?:and|but|only|just|also|now|then|or|with|without|no|not|drop|remove|forget|add|include|exclude|more|less|rather|what about|how about|those|these|them|like|in|from|at|nur|auch|mit|ohne|keine?n?|nicht|bei|jetzt|nun|solo|con|sin|ahora|seulement|avec|sans|maintenant|agora)\b|\binstead\b|\bnumber \d/i;
/** Marks an addition to what was asked before. Within a request, 'or' joins only what the request itself names. */
const BESIDE =
  /^\s*(?:(?:or|oder|ou|o|add|include|plus)\b|and (?!(?:what|how|only|just|now|then|in|at|from|with|who|not)\b))|\b(?:also|too|as well|auch|aussi|tambi[eé]n|tamb[eé]m)(?![\p{L}])/iu;
/** Subjects of which a person has only one. */
const SINGLE: ReadonlySet<string> = new Set(['location', 'profession', 'nationality']);
const SUBJECT_WORDS =
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
const LETS_GO = /\b(?:drop|remove|forget)\b|^(?:(?:in|at|from|of) )?any \w+\W*$/i;

/** Words for part of a subject, with the kinds they cover. In education, 'degree' covers everything but the school. */
const KINDS_OF_WORD: Readonly<Record<string, (kind: Kind | undefined) => boolean>> = {
  school: (kind) => kind === 'school',
  degree: (kind) => kind !== 'school',
  language: (kind) => kind === 'language',
  company: (kind) => kind === 'firm',
  employer: (kind) => kind === 'firm',
};

/** Whether the word refers to this criterion. */
function isCalled(word: string, { text }: Wanted): boolean {
  const isOfKind = KINDS_OF_WORD[word.toLowerCase()];
  const kinds = readRequest(text).map(kindOf);
  const isSchool = kinds.includes('school');
  return isOfKind === undefined || isOfKind(isSchool ? 'school' : kinds[0]);
}

const kindOf = (piece: Piece): Kind | undefined => piece.entities[0]?.kind;
const subjectOf = (piece: Piece): string => queries.SUBJECTS[kindOf(piece) ?? 'firm'] ?? 'experience';

/** Reads 'Spanish' as the language if that was asked for before, and any language named with it: 'French instead of Spanish'. */
function asSpoken(pieces: readonly Piece[], request: string, earlier: readonly Wanted[]): readonly Piece[] {
  const languageOf = ({ entities }: Piece) => entities.find(({ kind }) => kind === 'language');
  const isBefore = (piece: Piece) => {
    const { name } = languageOf(piece) ?? {};
    // A plural means people: 'only Germans'.
    return (
      name !== undefined &&
      !request.includes(`${name}s`) &&
      earlier.some(({ text }) => fold(text) === fold(`speaks ${name}`))
    );
  };
  if (!pieces.some(isBefore)) return pieces;
  return pieces.map((piece) => {
    const language = languageOf(piece);
    return language === undefined ? piece : { ...piece, entities: [language] };
  });
}

/** Rewrites a change of seniority as a stage: 'less senior' becomes 'junior'. */
const inStages = (request: string): string =>
  request
    .replace(/\b(?:less|not (?:so|too|as)) (?:senior|experienced)\b/gi, 'junior')
    .replace(/\b(?:less junior|more experienced)\b/gi, 'senior');

/** Comes before a word that names what to change, not the new value: 'change the city to Cologne'. */
const CHANGED = / (?:change|set|switch)(?: the)? $/;

/** How a follow-up request changes the earlier criteria; undefined if it is a new search. */
function change(asked: string, earlier: readonly Wanted[], examples: readonly string[]) {
  const request = inStages(asked);
  const pieces = asSpoken(readMeanings(request), request, earlier);
  const known = pieces.filter(
    (piece) =>
      piece.entities.length > 0 &&
      !(SUBJECT_WORDS.test(piece.text) && queries.standsAfter(piece, request, CHANGED)),
  );
  const names = (kind: Kind) => known.some((piece) => kindOf(piece) === kind);
  const describesPeople = (names('profession') && pieces.length > 1) || describesUnknown(request);
  if (!GOES_ON.test(request) && describesPeople && examples.length === 0) return undefined;
  const after = (pattern: RegExp) => known.filter((piece) => queries.standsAfter(piece, request, pattern));
  const dropped = after(queries.DROPPED);
  const [, word = ''] = (LETS_GO.test(request) && SUBJECT_WORDS.exec(request)) || [];
  const subject = SUBJECT_OF_WORD[word.toLowerCase()] ?? word.toLowerCase();
  const excluded = after(queries.NEGATED);
  const preferred = after(queries.SOFTENED);
  const needOf = (piece: Piece): Wanted['need'] =>
    excluded.includes(piece) ? 'excluded' : preferred.includes(piece) ? 'preferred' : 'required';
  const kept = known.filter((piece) => !dropped.includes(piece));
  const places = kept.filter((piece) => kindOf(piece) === 'place' && needOf(piece) === 'required');
  const others = places.length > 1 ? kept.filter((piece) => !places.includes(piece)) : kept;
  const added: Wanted[] = queries
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
  const isGone = (wanted: Wanted) =>
    (wanted.subject === subject && isCalled(word, wanted)) ||
    [...dropped, ...excluded].some(
      (piece) =>
        holdsPhrase(fold(wanted.text), fold(queries.nameOf(piece))) || fold(wanted.text) === piece.text,
    );
  return { added: [...added, ...unknown], isGone };
}

const LABELS = /\b(?:experience|education|location):/gi;

/** Criteria from the texts of an example whom others should resemble: all only preferred, and without employers. */
const exampleCriteria = (text: string): Wanted[] =>
  readRequest(text.slice(0, 600).replace(LABELS, ' '))
    .filter((piece) => piece.entities.length > 0 && kindOf(piece) !== 'firm')
    .slice(0, 8)
    .map((piece) => ({ subject: subjectOf(piece), text: queries.wordingOf(piece), need: 'preferred' }));

/** Adds the examples' criteria that are not covered yet: of places only the first, and a second profession as experience. */
function withExamples(all: readonly Wanted[], examples: readonly string[]): Wanted[] {
  const known = new Set(all.map(({ text }) => fold(text)));
  const taken = new Set(all.flatMap(({ subject, need }) => (need === 'excluded' ? [] : [subject])));
  const added: Wanted[] = [];
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

const alternativesOf = ({ text }: Wanted): string[] => text.split(' or ').map(fold);
const isOfYears = (text: string): boolean => queries.yearsIn(text).length > 0;

/** All criteria after a request: the earlier ones, with new ones added to them or replacing them. */
function merge(earlier: readonly Wanted[], added: readonly Wanted[], request: string): Wanted[] {
  const merged = [...earlier];
  for (const each of added) {
    const same = merged.findIndex(
      (known) => known.subject === each.subject && alternativesOf(each).includes(fold(known.text)),
    );
    const isRival = ({ subject, text }: Wanted) =>
      SINGLE.has(subject) ? subject === each.subject : isOfYears(text) && isOfYears(each.text);
    const rival =
      each.need === 'required'
        ? merged.findIndex((known) => known.need !== 'excluded' && isRival(known))
        : -1;
    const known = merged[rival];
    if (same !== -1) merged[same] = each;
    else if (known === undefined) merged.push(each);
    else merged[rival] = { ...each, text: joined(known.text, each.text, request) };
  }
  return merged;
}

const STAGE = /^(?:senior|junior)\s+/i;

/** 'senior' is put before a profession; another place is added as an alternative or replaces the earlier one. */
function joined(known: string, text: string, request: string): string {
  const kinds = readRequest(text).map(kindOf);
  if (kinds.length > 0 && kinds.every((kind) => kind === 'stage' || kind === 'specialism'))
    return `${text} ${kinds.includes('stage') ? known.replace(STAGE, '') : known}`;
  return BESIDE.test(request) ? `${known} or ${text}` : text;
}

/** Answers the query call for a request that follows an earlier search, or that wants others like somebody. */
export function writeFollowUp(told: Record<string, unknown>): object {
  const request = textOf(told['request']);
  const before = isRecord(told['earlier']) ? told['earlier'] : {};
  const earlier = readEarlier(before['criteria']);
  const examples = recordsOf(before['people']).map((person) =>
    [textOf(person['headline']), textOf(person['about'])].join('. '),
  );
  const record = told['record'];
  if (isRecord(record)) examples.push(textsIn(record).join('. '));
  const changed = change(request, earlier, examples);
  if (changed === undefined) return { ...queries.writeQuery(request), isNewSearch: true, removed: [] };
  const kept = earlier.filter((wanted) => !changed.isGone(wanted));
  const all = withExamples(merge(kept, changed.added, request), examples);
  const stayed = new Set(all.map(({ id }) => id));
  return {
    ...writeCriteria(promoted(all)),
    isNewSearch: false,
    removed: earlier.flatMap(({ id = '' }) => (stayed.has(id) ? [] : [id])),
  };
}

/** If nothing is required, makes the profession required. */
const promoted = (all: readonly Wanted[]): readonly Wanted[] =>
  all.some(({ need }) => need === 'required')
    ? all
    : all.map((each) => (each.subject === 'profession' ? { ...each, need: 'required' } : each));

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return [value];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : [];
};

function writeCriteria(all: readonly Wanted[]): object {
  const wanted = all.filter(({ need }) => need !== 'excluded');
  const texts = (subject: string) =>
    wanted.filter((each) => each.subject === subject).map(({ text }) => text);
  /** Alternatives must share one need: if some values are only preferred, a required one is omitted here and stays as it was. */
  const alike = (subject: string) => {
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
  const isLiteral = ({ text, subject }: Wanted) =>
    (text.includes(' or ') || subject === 'location' || subject === 'profession') &&
    text.split(' or ').some((each) => readRequest(each).every(({ entities }) => entities.length === 0));
  const sentence = required
    .filter((each) => !isLiteral(each))
    .map(({ subject, text }) => (subject === 'experience' ? `at ${text}` : text))
    .join(', ');
  const out = all.filter(({ need }) => need === 'excluded');
  const written = queries.writeQuery([sentence, ...out.map(({ text }) => `not ${text}`)].join(', '));
  const either = required.filter(isLiteral).map(({ text }) => ` ("${text.split(' or ').join('" OR "')}")`);
  return {
    ...written,
    googleSearchQuery: written.googleSearchQuery + either.join(''),
    targetCriteria: {
      ...alike('nationality'),
      ...alike('location'),
      ...field('education', ', '),
      ...field('profession', ' '),
      interests: texts('interest'),
      experience: texts('experience'),
    },
    preferred: wanted.filter(({ need }) => need === 'preferred').map(({ text }) => text),
    excluded: out.map(({ subject, text }) => ({ subject, text })),
  };
}
