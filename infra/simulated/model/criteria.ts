import { fold, holdsPhrase } from '../fold.ts';
import type { Kind } from '../vocabulary/gazetteer.ts';
import { type Piece, readRequest } from './read-request.ts';
import { isRecord, textOf } from './values.ts';

/** One criterion: its subject, its wording, and the alternative ways to meet it, as pieces; a match shows all pieces of one way. */
export type Criterion = {
  label: string;
  wanted: string;
  ways: readonly (readonly Piece[])[];
  /** The criterion's id in the call; absent if it has none. */
  id?: string;
  need?: 'preferred' | 'excluded';
  /** Whether only the present counts, not the past. */
  isCurrent?: boolean;
};

const KIND_OF_LABEL: Readonly<Record<string, Kind>> = {
  nationality: 'nationality',
  location: 'place',
  education: 'field',
  experience: 'certificate',
};

function criterion(label: string, wanted: string): Criterion {
  const kind = KIND_OF_LABEL[label];
  const ways = wanted
    .slice(0, 300)
    .replace(/(?<=^speaks .*) or (?!speaks )/g, ' or speaks ')
    .split(' or ')
    .map((way) =>
      readRequest(way).map((piece) => {
        const [first] = piece.entities;
        // In 'speaks German', the country is irrelevant.
        const meant = first?.kind === 'language' ? first.kind : kind;
        const fitting = piece.entities.filter((entity) => entity.kind === meant);
        return fitting.length > 0 ? { ...piece, entities: fitting } : piece;
      }),
    );
  return { label, wanted, ways: ways.filter((pieces) => pieces.length > 0) };
}

/** 'excluded experience: Deloitte', the format of criteria in calls. */
const CRITERION_PATTERN = /^((?:(?:preferred|excluded|unscored) )*)(\w+): (.+)$/su;

function readMarked(id: string, text: string): Criterion | undefined {
  const [, marks = '', label, wanted] = CRITERION_PATTERN.exec(text) ?? [];
  if (label === undefined || wanted === undefined) return undefined;
  const need = (['excluded', 'preferred'] as const).find((mark) => marks.includes(mark));
  return { ...criterion(label, wanted), id, ...(need && { need }) };
}

/** A request for people who work somewhere now, rather than in the past. */
const CURRENT_WORK_PATTERN =
  /^(?!.*\b(?:ex|former|formerly|previously)\b).*\b(?:works?|working|employed) (?:at|for)\b/is;

/** The criteria in a call's input; the request itself if the criteria contain nothing recognisable. */
export function readCriteria(input: Record<string, unknown>): Criterion[] {
  const given = input['criteria'];
  const request = textOf(input['request']);
  const entries = isRecord(given) ? Object.entries(given) : [];
  const named = entries.flatMap(([label, value]) => {
    const marked = typeof value === 'string' ? readMarked(label, value) : undefined;
    if (marked) return [marked];
    const values = Array.isArray(value) ? value.map((each: unknown) => textOf(each)) : [textOf(value)];
    return values.filter((wanted) => wanted.trim() !== '').map((wanted) => criterion(label, wanted));
  });
  const isCurrent = CURRENT_WORK_PATTERN.test(request);
  const useful = named
    .filter((each) => each.ways.length > 0)
    .map((each) => (isCurrent && each.need === undefined ? { ...each, isCurrent } : each));
  return useful.length > 0 ? useful : [criterion('request', request)].filter((each) => each.ways.length > 0);
}

const FOLDED_PHRASES = new Map<string, string>();

/** Cached. Phrases come from the vocabulary, so the cache cannot outgrow it. */
function foldCached(phrase: string): string {
  const known = FOLDED_PHRASES.get(phrase);
  if (known !== undefined) return known;
  const folded = fold(phrase);
  FOLDED_PHRASES.set(phrase, folded);
  return folded;
}

export function shows(folded: string, piece: Piece): boolean {
  if (holdsPhrase(folded, piece.text)) return true;
  return piece.entities.some((entity) =>
    [...entity.alternatives, ...entity.implied].some((way) => holdsPhrase(folded, foldCached(way))),
  );
}
