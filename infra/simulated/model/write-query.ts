import { fold } from '../fold.ts';
import type { Entity, Kind } from '../vocabulary/gazetteer.ts';
import { DEGREES } from '../vocabulary/occupations.ts';
import { readMeanings } from './meanings.ts';
import { isWorkWord, type Piece, readRequest } from './read-request.ts';
import {
  ALLOWANCE_PATTERN,
  alternativesIn,
  kindOf,
  listedAfter,
  locationOf,
  NEGATION_PATTERN,
  nameOf,
  OVERLAPPING_KINDS,
  PREFERENCE_PATTERN,
  SUBJECTS,
  standsAfter,
  wordingOf,
  wordingOfAny,
  yearsIn,
} from './wording.ts';

const quoted = (phrase: string): string => `"${phrase.replaceAll('"', '')}"`;

/** In characters. Clients cut longer queries, and half a phrase finds other people. */
const MAX_QUERY_LENGTH = 420;

/** All ways of naming the pieces, joined by OR. */
function groupOf(pieces: readonly Piece[], maxPhrases: number): string {
  const phrases = [...new Set(pieces.flatMap((piece) => phrasesOf(piece, maxPhrases)))];
  const [only = ''] = phrases;
  // Something that pages have no words for: 'open to relocation'.
  if (phrases.length === 0) return '';
  if (phrases.length > 1) return `(${phrases.map((phrase) => quoted(phrase)).join(' OR ')})`;
  return pieces.every(({ entities }) => entities.length === 0) ? only : quoted(only);
}

/** All ways of naming the piece, the typed one first; meanings of similar kinds share one group. */
function phrasesOf(piece: Piece, maxPhrases: number): string[] {
  const [first] = piece.entities;
  if (first === undefined) return [piece.typed ?? piece.text];
  const isSimilar = (entity: Entity) =>
    OVERLAPPING_KINDS.has(entity.kind) && isDegree(entity) === isDegree(first);
  const similar = OVERLAPPING_KINDS.has(first.kind) ? piece.entities.filter(isSimilar) : [first];
  const ways = similar.flatMap((entity) => [...entity.alternatives]);
  const typed = ways.filter((way) => fold(way) === piece.text);
  return [...typed.slice(0, 1), ...ways]
    .filter((way, at, all) => all.findIndex((other) => fold(other) === fold(way)) === at)
    .slice(0, maxPhrases);
}

const isDegree = ({ name }: Entity): boolean => DEGREES.some((degree) => degree.name === name);

const subjectKindOf = (piece: Piece): Kind | undefined =>
  kindOf(piece) ?? (isWorkWord(piece) ? 'profession' : undefined);

function criteriaOf(pieces: readonly Piece[], request: string): object {
  const all = alternativesIn(pieces, request);
  const named = (...kinds: (Kind | undefined)[]): string[] =>
    all.filter(([first]) => first && kinds.includes(subjectKindOf(first))).map(wordingOfAny);
  const [nationality] = named('nationality');
  const location = locationOf(pieces, request);
  const education = [...named('field'), ...named('school')];
  const profession = [...named('stage'), ...named('specialism'), ...named('profession')];
  return {
    ...(nationality !== undefined && { nationality }),
    ...(location !== '' && { location }),
    ...(education.length > 0 && { education: education.join(', ') }),
    ...(profession.length > 0 && { profession: profession.join(' ') }),
    interests: named('interest').slice(0, 6),
    experience: [
      ...yearsIn(request),
      ...named('firm', 'industry', 'certificate'),
      ...named('language'),
      ...named(undefined),
    ].slice(0, 8),
  };
}

/** 'Just outside London' still means near it. */
const OUTSIDE_PATTERN = / (?<!just )outside (?:of )?(?:the )?$/;
/** With many criteria, uses fewer synonyms, then fewer criteria: web searches read only part of a long query. */
function joinGroups(pieces: readonly Piece[], request: string): string {
  const all = alternativesIn(pieces, request);
  const joined = (list: typeof all, maxPhrases: number): string =>
    [...new Set(list.map((alternatives) => groupOf(alternatives, maxPhrases)))]
      .filter((each) => each !== '')
      .join(' ');
  const fewerSynonyms = [5, 4, 3, 2, 1].map((maxPhrases) => joined(all, maxPhrases));
  const fewerCriteria = all.map((_alternatives, at) => joined(all.slice(0, all.length - at), 1));
  return [...fewerSynonyms, ...fewerCriteria].find((query) => query.length <= MAX_QUERY_LENGTH) ?? '';
}

/** In characters. A longer text is a job description, whose passing mentions are not criteria. */
const MAX_REQUEST_LENGTH = 600;
/** How many of each kind a job description can ask for. The hiring firm never counts. */
const MAX_BY_KIND: Partial<Record<Kind, number>> = {
  profession: 1,
  stage: 1,
  specialism: 1,
  place: 1,
  school: 1,
  field: 1,
  industry: 1,
  language: 2,
  interest: 3,
};

/** The criteria of a long description: the first ones of each kind. */
function essentialsOf(pieces: readonly Piece[]): Piece[] {
  const counts = new Map<Kind, number>();
  const seen = new Set<string>();
  return pieces.filter((piece) => {
    const kind = kindOf(piece);
    if (kind === undefined || seen.has(piece.text)) return false;
    seen.add(piece.text);
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return count <= (MAX_BY_KIND[kind] ?? 0);
  });
}

const NICE_TO_HAVE_PATTERN = /\bnice[- ]to[- ]haves?:([^.;\n]*)/gi;
const MAX_NICE_TO_HAVES = 4;

/** What a long description lists as nice to have. */
const niceToHave = (request: string): Piece[] =>
  [...request.matchAll(NICE_TO_HAVE_PATTERN)]
    .flatMap(([, list = '']) => readRequest(list))
    .filter(({ entities }) => entities.length > 0)
    .slice(0, MAX_NICE_TO_HAVES);

/** A summary of a long request, as models write it: what is asked for, then the beginning of the text. */
export function writeBrief(request: string): string {
  const asked = essentialsOf(readRequest(request)).map((piece) => nameOf(piece));
  const [beginning = ''] = /^.{0,240}(?=[\s.]|$)/su.exec(request.replace(/\s+/g, ' ')) ?? [];
  return `Looking for: ${asked.join(', ')}. ${beginning}`.slice(0, 700);
}

/** Answers the query call: a Google query for profile pages, the criteria, and alternative search terms. */
export function writeQuery(request: string) {
  const read = readMeanings(request).filter((piece) => !standsAfter(piece, request, ALLOWANCE_PATTERN));
  const isLong = request.length > MAX_REQUEST_LENGTH;
  const nice = isLong ? niceToHave(request) : [];
  const isNice = (piece: Piece) => nice.some(({ text }) => text === piece.text);
  const pieces = isLong ? [...essentialsOf(read.filter((piece) => !isNice(piece))), ...nice] : read;
  const all = [...new Map(pieces.map((piece) => [piece.text, piece])).values()].slice(0, 14);
  const negated = listedAfter(all, request, NEGATION_PATTERN);
  const excluded = all.filter(
    (piece) =>
      negated.includes(piece) || (kindOf(piece) === 'place' && standsAfter(piece, request, OUTSIDE_PATTERN)),
  );
  const distinct = all.filter((piece) => !excluded.includes(piece));
  const softened = listedAfter(distinct, request, PREFERENCE_PATTERN);
  const preferred = distinct.filter((piece) => isNice(piece) || softened.includes(piece));
  const without = excluded.map((piece) => ` -${quoted(nameOf(piece))}`).join('');
  const bare = request.replace(/["()]/g, ' ').replace(/\s+/g, ' ').trim().slice(0, 100);
  const query = `site:linkedin.com/in${without} ${
    joinGroups(
      distinct.filter((piece) => !preferred.includes(piece)),
      request,
    ) || bare
  }`.trim();
  return {
    googleSearchQuery: query,
    targetCriteria: criteriaOf(distinct, request),
    preferred: preferred.map(wordingOf),
    excluded: excluded.map((piece) => ({
      subject: SUBJECTS[subjectKindOf(piece) ?? 'firm'] ?? 'experience',
      text: wordingOf(piece),
    })),
    alternativeSearchTerms: distinct.length > 0 ? [distinct.map((piece) => nameOf(piece)).join(' ')] : [],
  };
}
