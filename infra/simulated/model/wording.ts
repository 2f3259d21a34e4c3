import { fold, foldWords, withoutAccents } from '../fold.ts';
import type { Kind } from '../vocabulary/gazetteer.ts';
import { COUNTRIES, STATES } from '../vocabulary/places.ts';
import { contextIn, type Piece, spellOut } from './read-request.ts';

/* How the pieces of a request become the words of criteria: their subjects and names, what is joined by 'or', and what is unwanted. */

export const SUBJECTS: Partial<Record<Kind, string>> = {
  nationality: 'nationality',
  place: 'location',
  field: 'education',
  school: 'education',
  profession: 'profession',
  stage: 'profession',
  specialism: 'profession',
  interest: 'interest',
};

export const kindOf = (piece: Piece): Kind | undefined => piece.entities[0]?.kind;
export const subjectOf = (piece: Piece): string => SUBJECTS[kindOf(piece) ?? 'firm'] ?? 'experience';

/** Kinds with similar meanings: "AI" may be an interest, a specialism or a field. */
export const OVERLAPPING_KINDS: ReadonlySet<Kind> = new Set<Kind>([
  'interest',
  'specialism',
  'field',
  'industry',
]);

export function nameOf(piece: Piece): string {
  const [first] = piece.entities;
  const typed = first?.alternatives.find((way) => fold(way) === piece.text);
  if (first === undefined) return piece.typed ?? piece.text;
  const isAsTyped =
    first.kind === 'profession' || first.kind === 'stage' || OVERLAPPING_KINDS.has(first.kind);
  return isAsTyped ? (typed ?? first.name) : first.name;
}

/** The wording of a piece as a criterion. */
export const wordingOf = (piece: Piece): string => wordingOfAny([piece]);

/** The wording of alternatives of one kind: 'speaks Spanish or Portuguese'. */
export function wordingOfAny(pieces: readonly Piece[]): string {
  const names = pieces.map(nameOf).join(' or ');
  return pieces.every((piece) => kindOf(piece) === 'language') ? `speaks ${names}` : names;
}

const isCountry = (piece: Piece): boolean => COUNTRIES.some(({ name }) => name === nameOf(piece));
const isState = (piece: Piece): boolean => [...STATES.values()].includes(nameOf(piece));

/** Whether the place contains the one before it. */
const isWiderPlace = (piece: Piece, before: Piece): boolean =>
  !isCountry(before) && (isCountry(piece) || isState(piece));

/** Of one request, in pieces. */
const MAX_PLACES = 8;

/** The places as alternatives; 'Cambridge, UK' counts as one. */
export function locationOf(pieces: readonly Piece[], request: string): string {
  const text = withoutAccents(spellOut(request));
  const places = pieces.filter((piece) => kindOf(piece) === 'place').slice(0, MAX_PLACES);
  const joined = places.map((piece, at) => {
    const before = places[at - 1];
    if (before === undefined) return nameOf(piece);
    const between = text.split(before.text)[1]?.split(piece.text)[0] ?? '';
    const isWithin = isWiderPlace(piece, before) && /^\s*[,(]\s*(?:the\s+)?$/.test(between);
    return `${isWithin ? ', ' : ' or '}${nameOf(piece)}`;
  });
  return joined.join('');
}

const LINK_PATTERN = /^ (?<or>(?:or|oder|ou|o) )?(?:(?:at|in|from|the|ex|former|bei|en|chez|de) )*$/;

/** How the request joins each piece to the one before, if only 'or' or a comma stands between them. */
function linksIn(pieces: readonly Piece[], request: string): ('or' | 'comma' | undefined)[] {
  let text = ' ';
  const commas = new Set<number>();
  for (const part of spellOut(request).split(',')) {
    commas.add(text.length - 1);
    for (const word of foldWords(part)) text += `${word} `;
  }
  let end = 0;
  return pieces.map((piece) => {
    const at = text.indexOf(` ${piece.text} `, end);
    if (at === -1) return undefined;
    const between = LINK_PATTERN.exec(text.slice(end, at + 1));
    const isAfterComma = commas.has(end);
    end = at + piece.text.length + 1;
    if (between?.groups?.['or'] !== undefined) return 'or';
    return between && isAfterComma ? 'comma' : undefined;
  });
}

/** What a piece is in a list: an unknown name is a firm's, as between firms that are known. */
const listedKindOf = (piece: Piece): Kind | undefined =>
  kindOf(piece) ?? (/^\p{Lu}/u.test(piece.typed ?? '') ? 'firm' : undefined);

/** Alternatives, and the wider places that identify the only one of them: the state in 'Cambridge, MA'. */
type Group = { pieces: Piece[]; wider: Piece[]; isAfterComma: boolean };

/** The pieces in order, grouped where the request lists pieces of one kind as alternatives: 'Google, Meta or Amazon'. */
export function alternativesIn(pieces: readonly Piece[], request: string): Piece[][] {
  const links = linksIn(pieces, request);
  const groups: Group[] = [];
  for (const [at, piece] of pieces.entries()) {
    const before = groups.at(-1);
    const last = before?.pieces.at(-1);
    const kind = listedKindOf(piece);
    const isLike = last !== undefined && kind !== undefined && kind === listedKindOf(last);
    const link = isLike ? links[at] : undefined;
    if (before && last && link === 'comma' && isWiderPlace(piece, last)) before.wider.push(piece);
    else groups.push({ pieces: [piece], wider: [], isAfterComma: link === 'comma' });
    if (link === 'or') joinLast(groups);
  }
  // Of several places, each may be in another state.
  return groups.flatMap(({ pieces: alternatives, wider }) =>
    alternatives.length > 1 ? [alternatives] : [alternatives, ...wider.map((piece) => [piece])],
  );
}

/** Makes the last group an alternative of the one before, and of those that lead to that by commas. */
function joinLast(groups: Group[]): void {
  const last = groups.pop();
  const before = groups.pop();
  if (!last || !before) return;
  groups.push({ ...before, pieces: [...before.pieces, ...last.pieces] });
  if (before.isAfterComma) joinLast(groups);
}

const YEARS_PATTERN =
  /(?<!\blast )(?<!\d)((?:at least|at most|more than|over|up to|minimum(?: of)?|min\.?) )?(\d{1,2}\+?(?: ?(?:-|–|to) ?\d{1,2})?) ?\+? ?(?:years?|yrs?)(?! (?:old|ago|of age))(?![\p{L}])/giu;

/** The same in Spanish, Portuguese, French, German and Italian. */
const FOREIGN_YEARS_PATTERN =
  /(?<most>(?:hasta|bis zu|h[öo]chstens|maximal|jusqu['’][àa]|at[ée]|fino a) )?(?<!\d)(?<years>\d{1,2})\+? (?:a[ñn]os|ans|anni|jahren?) (?:(?:de|di) |d['’])?(?:exp[eé]ri[eê]nc|esperienz|(?:berufs)?erfahrung)/giu;

/** Required durations: '10+ years of experience'. */
export const yearsIn = (request: string): string[] => [
  ...[...request.matchAll(YEARS_PATTERN)].map(([years]) => `${years.trim()} of experience`),
  ...[...request.matchAll(FOREIGN_YEARS_PATTERN)].map(({ groups: { most, years } = {} }) =>
    most === undefined ? `${years}+ years of experience` : `up to ${years} years of experience`,
  ),
];

const FILLER_WORDS =
  '(?: (?:a|an|the|any|from|at|in|with|for|of|who|people|works?|worked|working|speaking|speak|ex|former|formerly|currently|presently|still|now|experience|degree|degrees|background|diploma|bei|beim|im|aus|von|der|die|den|dem|eine?|en|de|del|el|la|lo|le|du|chez))*';
export const NEGATION_PATTERN = new RegExp(
  ` (?:not|never|nobody|no|without|exclud(?:e|ing)|hide|skip|avoid|leave out|except|other than|kein(?:e[nmr]?)?|nicht(?! nur)|ohne|weder|ausser|außer|sin|excepto|salvo|sauf|pa (?:de|chez))${FILLER_WORDS} $`,
);
/** Before what is neither asked for nor unwanted. Folding takes the apostrophe out of 'don’t'. */
export const ALLOWANCE_PATTERN = new RegExp(
  ` (?:not|dont|never|stop|without|no need to) (?:exclud(?:e|ing)|avoid)${FILLER_WORDS} $`,
);
export const PREFERENCE_PATTERN = new RegExp(` (?:ideally|preferably|nice to have)${FILLER_WORDS} $`);
export const REMOVAL_PATTERN = new RegExp(
  ` (?:drop|remove|forget(?: about)?|quita|elimina|enleve|retire|streiche|entferne|swap|replace|change from|no need|no longer|regardless of|instead of|rather than|in place of|(?:an)?statt|en (?:lugar|vez) de|em vez de|au lieu de|plutot que)${FILLER_WORDS} $`,
);

/** The pieces that stand after the pattern, with those that are listed beside them: both languages of 'ideally Spanish or Portuguese'. */
export const listedAfter = (pieces: readonly Piece[], request: string, pattern: RegExp): Piece[] =>
  alternativesIn(pieces, request)
    .filter((alternatives) => alternatives.some((piece) => standsAfter(piece, request, pattern)))
    .flat();

export const standsAfter = (piece: Piece, request: string, pattern: RegExp): boolean =>
  pattern.test(contextIn(request)(piece).before);
