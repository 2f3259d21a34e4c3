import { fold, holdsPhrase } from '../fold.ts';
import type { Kind } from '../vocabulary/gazetteer.ts';
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
  /^(?:and|but|only|just|also|now|then|or|with|without|no|not|drop|remove|forget|add|include|exclude|more|less|rather|what about|how about|those|these|them|like|in|from|at|nur|auch|mit|ohne|keine?n?|nicht|bei|solo|con|sin|seulement|avec|sans)\b|\binstead\b|\bnumber \d/i;
/** 'Or' within a request joins what it names itself. */
const BESIDE = /^\s*(?:or|oder|ou|o)\b|\b(?:also|too|as well|auch|aussi|tambi[eé]n|tamb[eé]m)(?![\p{L}])/iu;
/** A person is in one place, of one profession and one nationality. */
const SINGLE: ReadonlySet<string> = new Set(['location', 'profession', 'nationality']);
const SUBJECT_WORDS =
  /\b(location|place|city|education|degree|school|nationality|profession|interest|experience)s?\b/i;
const SUBJECT_OF_WORD: Readonly<Record<string, string>> = {
  place: 'location',
  city: 'location',
  degree: 'education',
  school: 'education',
};

/** Whether what is asked for is what a word calls it: of an education a school, or a degree. */
function isCalled(word: string, { text }: Wanted): boolean {
  const isSchool = readRequest(text).some((piece) => kindOf(piece) === 'school');
  return /^school/i.test(word) ? isSchool : /^degree/i.test(word) ? !isSchool : true;
}

const kindOf = (piece: Piece): Kind | undefined => piece.entities[0]?.kind;
const subjectOf = (piece: Piece): string => queries.SUBJECTS[kindOf(piece) ?? 'firm'] ?? 'experience';

/** 'Spanish' is the language that was asked for before. */
function asSpoken(piece: Piece, earlier: readonly Wanted[]): Piece {
  const spoken = piece.entities.filter(
    ({ kind, name }) =>
      kind === 'language' && earlier.some(({ text }) => fold(text) === fold(`speaks ${name}`)),
  );
  return spoken.length > 0 ? { ...piece, entities: spoken } : piece;
}

/** A request as it changes what was asked for before it. */
function change(request: string, earlier: readonly Wanted[], examples: readonly string[]) {
  const pieces = readRequest(request).map((piece) => asSpoken(piece, earlier));
  const known = pieces.filter((piece) => piece.entities.length > 0);
  const names = (kind: Kind) => known.some((piece) => kindOf(piece) === kind);
  const describesPeople = (names('profession') && pieces.length > 1) || describesUnknown(request);
  if (!GOES_ON.test(request) && describesPeople && examples.length === 0) return undefined;
  const after = (pattern: RegExp) => known.filter((piece) => queries.standsAfter(piece, request, pattern));
  const dropped = after(queries.DROPPED);
  const [, word = ''] = (/\b(?:drop|remove|forget)\b/i.test(request) && SUBJECT_WORDS.exec(request)) || [];
  const subject = SUBJECT_OF_WORD[word.toLowerCase()] ?? word.toLowerCase();
  const excluded = after(queries.NEGATED);
  const preferred = after(queries.SOFTENED);
  const needOf = (piece: Piece): Wanted['need'] =>
    excluded.includes(piece) ? 'excluded' : preferred.includes(piece) ? 'preferred' : 'required';
  const kept = known.filter((piece) => !dropped.includes(piece));
  const added: Wanted[] = queries
    .alternativesIn(kept, request)
    .flatMap((each) =>
      each.some((piece) => excluded.includes(piece)) ? each.map((piece) => [piece]) : [each],
    )
    .flatMap((alternatives) => {
      const [first] = alternatives;
      if (first === undefined) return [];
      const text = alternatives.map(queries.wordingOf).join(' or ');
      return [{ subject: subjectOf(first), text, need: needOf(first) }];
    });
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

/** What somebody's texts say of them, as others are to be like them: only ideally, and nothing of who employs them. */
const exampleCriteria = (text: string): Wanted[] =>
  readRequest(text.slice(0, 600).replace(LABELS, ' '))
    .filter((piece) => piece.entities.length > 0 && kindOf(piece) !== 'firm')
    .slice(0, 8)
    .map((piece) => ({ subject: subjectOf(piece), text: queries.wordingOf(piece), need: 'preferred' }));

/** With what examples say that is not asked for already: of places the first, and another profession among the experience. */
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

/** All that is asked for from a request on: what was before, with what is added in its place or beside it. */
function merge(earlier: readonly Wanted[], added: readonly Wanted[], request: string): Wanted[] {
  const merged = [...earlier];
  for (const each of added) {
    const same = merged.findIndex((known) => fold(known.text) === fold(each.text));
    const rival =
      SINGLE.has(each.subject) && each.need === 'required'
        ? merged.findIndex((known) => known.subject === each.subject && known.need !== 'excluded')
        : -1;
    const known = merged[rival];
    if (same !== -1) merged[same] = each;
    else if (known === undefined) merged.push(each);
    else merged[rival] = { ...each, text: joined(known.text, each.text, request) };
  }
  return merged;
}

/** 'senior' goes before a profession, another place beside the one before or in its place. */
function joined(known: string, text: string, request: string): string {
  const isStage = readRequest(text).every(
    (piece) => kindOf(piece) === 'stage' || kindOf(piece) === 'specialism',
  );
  if (isStage) return `${text} ${known}`;
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

/** Where nothing is required, what people do is. */
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
  const field = (subject: string, separator: string) => {
    const joinedTexts = texts(subject).join(separator);
    return joinedTexts === '' ? {} : { [subject]: joinedTexts };
  };
  const required = wanted.filter(({ need }) => need === 'required');
  /** Of what the vocabulary does not have, only quotes find what is meant. */
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
      ...field('nationality', ' or '),
      ...field('location', ' or '),
      ...field('education', ', '),
      ...field('profession', ' '),
      interests: texts('interest'),
      experience: texts('experience'),
    },
    preferred: wanted.filter(({ need }) => need === 'preferred').map(({ text }) => text),
    excluded: out.map(({ subject, text }) => ({ subject, text })),
  };
}
