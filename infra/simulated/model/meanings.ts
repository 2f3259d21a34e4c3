import { fold } from '../fold.ts';
import { type Entity, lookUp } from '../vocabulary/gazetteer.ts';
import { COUNTRIES, WIDER_PLACES } from '../vocabulary/places.ts';
import { aroundIn, isWorkWord, type Piece, readRequest } from './read-request.ts';

/* What a request's words around a phrase make of it: the same place may be where people live, come from, have learned, or want to go. */

const ORIGIN_BEFORE = / (?:from|born in|grew up in|raised in|native of) (?:the )?$/;

/** A place after "from" is where somebody comes from. */
function resolveOrigins(pieces: readonly Piece[], request: string): Piece[] {
  const around = aroundIn(request);
  return pieces.map((piece) => {
    const place = piece.entities[0];
    if (place?.kind !== 'place' || !ORIGIN_BEFORE.test(around(piece).before)) return piece;
    const people = piece.entities.find((entity) => entity.kind === 'nationality') ?? demonymFor(place);
    return people ? { ...piece, entities: [people] } : piece;
  });
}

const STUDIES_BEFORE = / (?:study|studying|studied|graduate|graduated) (?:at|from) (?:the )?$/;
const STUDIED_AFTER = /^ (?:studiert|studierte|studierten)(?: |$)/;

/** Where somebody has studied is a school, whoever else is employed there. */
function resolveSchools(pieces: readonly Piece[], request: string): Piece[] {
  const around = aroundIn(request);
  return pieces.map((piece) => {
    const [first] = piece.entities;
    const { before, after } = around(piece);
    const isStudied = STUDIES_BEFORE.test(before) || STUDIED_AFTER.test(after);
    return first?.kind === 'firm' && isStudied
      ? { ...piece, entities: [{ ...first, kind: 'school' }] }
      : piece;
  });
}

const WORKS_AT =
  / (?:(?:work|works|working|worked|job|jobs|career|experience) (?:at|for|in)|at) (?:an? )?(?:\w+ ){0,2}$/;
const SECTOR_AFTER = /^ (?:company|firm|startup|industry|sector|business|experience|background)(?: |$)/;

/** What is said of where people work is no interest of theirs: 'works at a biotech'. */
function resolveWorkplaces(pieces: readonly Piece[], request: string): Piece[] {
  const around = aroundIn(request);
  return pieces.map((piece) => {
    const [first] = piece.entities;
    const { before, after } = around(piece);
    const isWorkplace = WORKS_AT.test(before) || SECTOR_AFTER.test(after);
    return first?.kind === 'interest' && isWorkplace
      ? { ...piece, entities: [{ ...first, kind: 'industry' }] }
      : piece;
  });
}

function demonymFor(place: Entity | undefined): Entity | undefined {
  const country = COUNTRIES.find((each) => each.name === place?.name);
  return country && lookUp(fold(country.demonym)).find((entity) => entity.kind === 'nationality');
}

/** Where somebody has learned what they do, and where they would go: neither is where they live. */
const LEARNED =
  / (fellowship|residency|internship|(?:trained|educated|schooled|qualified|studied|graduated)(?: (?!(?:work|live|living|based|now) )\w+){0,3}) in (?:the )?(?:\w+ or (?:in )?)?$/;
const STUDIES = /^(?:educated|schooled|studied|graduated)\b/;
/** Of a town it may be where somebody lives. */
const DONE_THERE = / experience in (?:both )?(?:the )?(?:\w+ (?:or )?(?:in )?)?$/;
const isWide = ({ name }: Entity): boolean =>
  [...COUNTRIES, ...WIDER_PLACES].some((each) => each.name === name);
const READY_FOR =
  / (open|willing|ready|happy) to (relocation|relocate|relocating|move|moving|travel) to (?:the )?$/;

/** A place as what is asked for of it, with what stands before it; undefined where it is an ordinary one. */
function asNoResidence(place: Entity, before: string): Entity | undefined {
  const [, learned] = LEARNED.exec(before) ?? [];
  if (learned !== undefined)
    return {
      ...place,
      kind: STUDIES.test(learned) ? 'school' : 'firm',
      name: `${learned.replace(/ .*/, '')} in ${place.name}`,
    };
  if (DONE_THERE.test(before) && isWide(place))
    return { ...place, kind: 'firm', name: `experience in ${place.name}` };
  const [, ready, what] = READY_FOR.exec(before) ?? [];
  if (ready === undefined) return undefined;
  return { kind: 'firm', name: `${ready} to ${what} to ${place.name}`, alternatives: [], implied: [] };
}

function resolvePlaces(pieces: readonly Piece[], request: string): Piece[] {
  const around = aroundIn(request);
  const resolved = pieces.map((piece) => {
    const [place] = piece.entities;
    const other = place?.kind === 'place' ? asNoResidence(place, around(piece).before) : undefined;
    return other ? { ...piece, entities: [other] } : piece;
  });
  // 'Willing to relocate' is said by 'willing to relocate to Berlin'.
  const names = resolved.flatMap(({ entities }) => entities[0]?.name ?? []);
  return resolved.filter(
    (piece) => !names.some((name) => /^ (?:to|in) /.test(name.split(piece.text)[1] ?? '')),
  );
}

/** A name that the vocabulary lacks is a place's after 'in', where the request names no other: 'in Walldorf', but not 'specialists in AUTOSAR'. */
function resolveUnknownPlaces(pieces: readonly Piece[], request: string): Piece[] {
  if (pieces.some(({ entities }) => entities[0]?.kind === 'place')) return [...pieces];
  const around = aroundIn(request);
  return pieces.map((piece) => {
    const { typed = '', entities } = piece;
    const isName = entities.length === 0 && /^\p{Lu}\p{Ll}{2,}(?:[ -]\p{Lu}\p{Ll}+)*$/u.test(typed);
    const isThere =
      isName &&
      /(?<! (?:expert|specialist|experience|skilled|interest(?:ed)?|degree|work|working)) in $/.test(
        around(piece).before,
      );
    return isThere
      ? { ...piece, entities: [{ kind: 'place', name: typed, alternatives: [typed], implied: [] }] }
      : piece;
  });
}

/** 'CPA' beside a role is what somebody has, and by itself who somebody is. */
function resolveCertificates(pieces: readonly Piece[]): Piece[] {
  const certificateOf = ({ entities }: Piece) => entities.find(({ kind }) => kind === 'certificate');
  const hasRole = pieces.some(
    (piece) => isWorkWord(piece) || (piece.entities[0]?.kind === 'profession' && !certificateOf(piece)),
  );
  return pieces.map((piece) => {
    const certificate = certificateOf(piece);
    return hasRole && certificate ? { ...piece, entities: [certificate] } : piece;
  });
}

/** The pieces of a request, each as what it is there. */
export const readMeanings = (request: string): readonly Piece[] =>
  [
    resolveOrigins,
    resolveSchools,
    resolveWorkplaces,
    resolvePlaces,
    resolveUnknownPlaces,
    resolveCertificates,
  ].reduce((pieces: readonly Piece[], resolve) => resolve(pieces, request), readRequest(request));
