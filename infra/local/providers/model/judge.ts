import { fold, holdsPhrase } from '../text/fold.ts';
import { hashText } from '../text/random.ts';
import type { Kind } from '../vocabulary/gazetteer.ts';
import type { Piece } from './read-request.ts';
import { readRequest } from './read-request.ts';
import { isRecord, textOf } from './read-value.ts';

/** One thing asked for: what it is about, the words used, and the pieces all of which a match shows. */
export type Criterion = { label: string; wanted: string; pieces: readonly Piece[] };

/** How much of the criteria a text shows, from 0 to 1, and which ones it does and does not. */
export type Judgement = { share: number; met: readonly Criterion[]; missing: readonly Criterion[] };

const KIND_OF_LABEL: Readonly<Record<string, Kind>> = { nationality: 'nationality', location: 'place' };

function criterion(label: string, wanted: string): Criterion {
  const kind = KIND_OF_LABEL[label];
  const pieces = readRequest(wanted.slice(0, 300)).map((piece) => {
    const fitting = piece.entities.filter((entity) => entity.kind === kind);
    return fitting.length > 0 ? { ...piece, entities: fitting } : piece;
  });
  return { label, wanted, pieces };
}

/** The criteria of a request; the request itself where the criteria name nothing. */
export function readCriteria(targetCriteria: unknown, request: string): Criterion[] {
  const entries = isRecord(targetCriteria) ? Object.entries(targetCriteria) : [];
  const named = entries.flatMap(([label, value]) => {
    const values = Array.isArray(value) ? value.map((each: unknown) => textOf(each)) : [textOf(value)];
    return values.filter((wanted) => wanted.trim() !== '').map((wanted) => criterion(label, wanted));
  });
  const useful = named.filter((each) => each.pieces.length > 0);
  return useful.length > 0
    ? useful
    : [criterion('request', request)].filter((each) => each.pieces.length > 0);
}

const FOLDED = new Map<string, string>();

/** Alternatives come from the vocabulary, so the table cannot grow beyond it. */
function foldKnown(phrase: string): string {
  const known = FOLDED.get(phrase);
  if (known !== undefined) return known;
  const folded = fold(phrase);
  FOLDED.set(phrase, folded);
  return folded;
}

function shows(folded: string, piece: Piece): boolean {
  if (holdsPhrase(folded, piece.text)) return true;
  return piece.entities.some((entity) =>
    [...entity.alternatives, ...entity.implied].some((way) => holdsPhrase(folded, foldKnown(way))),
  );
}

/** Judges a text against criteria; places are alternatives to each other, all other pieces are needed together. */
export function judge(text: string, criteria: readonly Criterion[]): Judgement {
  const folded = fold(text.slice(0, 20_000));
  const shares = criteria.map(({ label, pieces }) => {
    const hits = pieces.filter((piece) => shows(folded, piece)).length;
    return label === 'location' ? Math.min(1, hits) : hits / pieces.length;
  });
  return {
    share: shares.length === 0 ? 0.5 : shares.reduce((sum, share) => sum + share, 0) / shares.length,
    met: criteria.filter((_each, at) => shares[at] === 1),
    missing: criteria.filter((_each, at) => shares[at] !== 1),
  };
}

/** A score from 0 to 100: 85 to 96 where everything is shown, else by the share; `salt` makes models' small whims. */
export function scoreOf(judgement: Judgement, salt: string): number {
  const whim = hashText(salt) % 12;
  if (judgement.share === 1) return 85 + whim;
  return Math.min(79, Math.round(14 + 66 * judgement.share + whim / 2));
}

/** `nationality (Peruvian) and education (Dartmouth College)`. */
export function listCriteria(criteria: readonly Criterion[]): string {
  const names = criteria.map(({ label, wanted }) => `${label} (${wanted})`);
  return names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1) ?? ''}`;
}
