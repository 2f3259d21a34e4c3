import { fold } from '../fold.ts';
import { type Entity, lookUp } from '../vocabulary/gazetteer.ts';
import { COUNTRIES, WIDER_PLACES } from '../vocabulary/places.ts';
import { contextIn, isWorkWord, type Piece, readRequest } from './read-request.ts';

/* How the words around a phrase determine its meaning: a place may be where people live, come from, studied, or want to go. */

const BEFORE_ORIGIN_PATTERN = / (?:from|born in|grew up in|raised in|native of) (?:the )?$/;

/** A place after "from" is somebody's origin. */
function resolveOrigins(pieces: readonly Piece[], request: string): Piece[] {
  const around = contextIn(request);
  return pieces.map((piece) => {
    const place = piece.entities[0];
    if (place?.kind !== 'place' || !BEFORE_ORIGIN_PATTERN.test(around(piece).before)) return piece;
    const people = piece.entities.find((entity) => entity.kind === 'nationality') ?? demonymFor(place);
    return people ? { ...piece, entities: [people] } : piece;
  });
}

const BEFORE_SCHOOL_PATTERN = / (?:study|studying|studied|graduate|graduated) (?:at|from) (?:the )?$/;
const AFTER_SCHOOL_PATTERN = /^ (?:studiert|studierte|studierten)(?: |$)/;

/** An institution where somebody studied is a school, even if it is also an employer. */
function resolveSchools(pieces: readonly Piece[], request: string): Piece[] {
  const around = contextIn(request);
  return pieces.map((piece) => {
    const [first] = piece.entities;
    const { before, after } = around(piece);
    const isStudied = BEFORE_SCHOOL_PATTERN.test(before) || AFTER_SCHOOL_PATTERN.test(after);
    return first?.kind === 'firm' && isStudied
      ? { ...piece, entities: [{ ...first, kind: 'school' }] }
      : piece;
  });
}

const BEFORE_WORKPLACE_PATTERN =
  / (?:(?:work|works|working|worked|job|jobs|career|experience) (?:at|for|in)|at) (?:an? )?(?:\w+ ){0,2}$/;
const AFTER_WORKPLACE_PATTERN =
  /^ (?:company|firm|startup|industry|sector|business|experience|background)(?: |$)/;

/** A description of a workplace is not an interest: 'works at a biotech'. */
function resolveWorkplaces(pieces: readonly Piece[], request: string): Piece[] {
  const around = contextIn(request);
  return pieces.map((piece) => {
    const [first] = piece.entities;
    const { before, after } = around(piece);
    const isWorkplace = BEFORE_WORKPLACE_PATTERN.test(before) || AFTER_WORKPLACE_PATTERN.test(after);
    return first?.kind === 'interest' && isWorkplace
      ? { ...piece, entities: [{ ...first, kind: 'industry' }] }
      : piece;
  });
}

function demonymFor(place: Entity | undefined): Entity | undefined {
  const country = COUNTRIES.find((each) => each.name === place?.name);
  return country && lookUp(fold(country.demonym)).find((entity) => entity.kind === 'nationality');
}

/** Where somebody trained, or would move to: neither is where they live. */
const TRAINING_PATTERN =
  / (fellowship|residency|internship|(?:trained|educated|schooled|qualified|studied|graduated)(?: (?!(?:work|live|living|based|now) )\w+){0,3}) in (?:the )?(?:\w+ or (?:in )?)?$/;
const STUDIES_PATTERN = /^(?:educated|schooled|studied|graduated)\b/;
/** For a town, this may still mean where somebody lives. */
const EXPERIENCE_PATTERN = / experience in (?:both )?(?:the )?(?:\w+ (?:or )?(?:in )?)?$/;
const isWide = ({ name }: Entity): boolean =>
  [...COUNTRIES, ...WIDER_PLACES].some((each) => each.name === name);
const RELOCATION_PATTERN =
  / (open|willing|ready|happy) to (relocation|relocate|relocating|move|moving|travel) to (?:the )?$/;

/** The meaning of a place that is not a residence, according to the words before it; undefined for an ordinary place. */
function readNonResidence(place: Entity, before: string): Entity | undefined {
  const [, training] = TRAINING_PATTERN.exec(before) ?? [];
  if (training !== undefined)
    return {
      ...place,
      kind: STUDIES_PATTERN.test(training) ? 'school' : 'firm',
      name: `${training.replace(/ .*/, '')} in ${place.name}`,
    };
  if (EXPERIENCE_PATTERN.test(before) && isWide(place))
    return { ...place, kind: 'firm', name: `experience in ${place.name}` };
  const [, readiness, activity] = RELOCATION_PATTERN.exec(before) ?? [];
  if (readiness === undefined) return undefined;
  return {
    kind: 'firm',
    name: `${readiness} to ${activity} to ${place.name}`,
    alternatives: [],
    implied: [],
  };
}

function resolvePlaces(pieces: readonly Piece[], request: string): Piece[] {
  const around = contextIn(request);
  const resolved = pieces.map((piece) => {
    const [place] = piece.entities;
    const other = place?.kind === 'place' ? readNonResidence(place, around(piece).before) : undefined;
    return other ? { ...piece, entities: [other] } : piece;
  });
  // Drop 'willing to relocate' if 'willing to relocate to Berlin' already covers it.
  const names = resolved.flatMap(({ entities }) => entities[0]?.name ?? []);
  return resolved.filter(
    (piece) => !names.some((name) => /^ (?:to|in) /.test(name.split(piece.text)[1] ?? '')),
  );
}

/** Reads an unknown name after 'in' as a place if the request has no other: 'in Walldorf', but not 'specialists in AUTOSAR'. */
function resolveUnknownPlaces(pieces: readonly Piece[], request: string): Piece[] {
  if (pieces.some(({ entities }) => entities[0]?.kind === 'place')) return [...pieces];
  const around = contextIn(request);
  return pieces.map((piece) => {
    const { typed = '', entities } = piece;
    const isName = entities.length === 0 && /^\p{Lu}\p{Ll}{2,}(?:[ -]\p{Lu}\p{Ll}+)*$/u.test(typed);
    const isPlaceName =
      isName &&
      /(?<! (?:expert|specialist|experience|skilled|interest(?:ed)?|degree|work|working)) in $/.test(
        around(piece).before,
      );
    return isPlaceName
      ? { ...piece, entities: [{ kind: 'place', name: typed, alternatives: [typed], implied: [] }] }
      : piece;
  });
}

/** 'CPA' next to a role is a certificate; on its own it is a profession. */
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

/** The pieces of a request, with their meanings resolved by context. */
export const readMeanings = (request: string): readonly Piece[] =>
  [
    resolveOrigins,
    resolveSchools,
    resolveWorkplaces,
    resolvePlaces,
    resolveUnknownPlaces,
    resolveCertificates,
  ].reduce((pieces: readonly Piece[], resolve) => resolve(pieces, request), readRequest(request));
