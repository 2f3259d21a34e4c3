import { fold, foldWords, readWords } from '../fold.ts';
import { type Entity, isStopWord, lookUp, MAX_PHRASE_WORDS } from '../vocabulary/gazetteer.ts';
import { PROFESSIONS } from '../vocabulary/occupations.ts';
import { STATES } from '../vocabulary/places.ts';
import { meaningsOf, rankMeaning, WORDS_AROUND } from './rank-meanings.ts';

/** A piece of a request, folded: a known phrase with its possible meanings (most likely first), or unknown words, also as typed. */
export type Piece = { text: string; typed?: string; entities: readonly Entity[] };

/** 'Cambridge, MA' */
const STATE_ABBREVIATION_PATTERN = new RegExp(
  `(?<=\\p{L}), ?(${[...STATES.keys()].join('|')})(?![\\p{L}\\p{N}'’-])`,
  'gu',
);
/** Context in which an MD is a managing director, and context in which it is a doctor after all. */
const FINANCE_PATTERN =
  /\b(?:bank(?:s|ing|ers?)?|private equity|venture capital|funds?|investment|consulting)\b/i;
const MEDICINE_PATTERN =
  /\b(?:medic\w*|clinic\w*|hospitals?|oncolog\w*|health\w*|patients?|physicians?|doctors?)\b/i;

/** Expands abbreviations that are ambiguous or would be everyday words in lower case; 'mit' is German for 'with'. */
export function spellOut(text: string): string {
  const isFinance = FINANCE_PATTERN.test(text) && !MEDICINE_PATTERN.test(text);
  return text
    .replace(/\bWashington,? D\.? ?C\b\.?/g, 'Washington DC')
    .replace(STATE_ABBREVIATION_PATTERN, (_whole, letters: string) => `, ${STATES.get(letters)}`)
    .replace(/\bLL\. ?M\b\.?/g, 'Master of Laws')
    .replace(/\bM\.?D\.?(s?)(?![\p{L}\p{N}])/gu, (whole, plural: string) =>
      isFinance ? `managing director${plural}` : whole,
    )
    .replace(/\bU\.?S\.?(A\.?)?(?![\p{L}\p{N}])/gu, 'United States ')
    .replace(/\b(in|to|from|across) (the )?us\b/gi, '$1 United States')
    .replace(/\bthe us\b/gi, 'United States')
    .replace(/\bU\.?K\b\.?/g, 'United Kingdom ')
    .replace(/(?<![\p{L}\p{N}])[Mm]it(?![\p{L}\p{N}])/gu, ' ')
    .replace(/\bIT\b(?! (?:administrator|support))/g, 'information technology');
}

/** Gives the text before and after a piece's first occurrence in the request; empty if the request words it differently. */
export function contextIn(request: string): (piece: Piece) => { before: string; after: string } {
  const all = ` ${foldWords(spellOut(request)).join(' ')} `;
  return ({ text }) => {
    const at = all.indexOf(` ${text} `);
    return at === -1
      ? { before: '', after: '' }
      : { before: all.slice(0, at + 1), after: all.slice(at + text.length + 1) };
  };
}

type Words = ReturnType<typeof readWords>;

/** Splits a text into the longest known phrases and the meaningful words between them; at most 60 pieces from 2,000 words. */
export function readRequest(text: string): Piece[] {
  const words = readWords(spellOut(text.slice(0, 12_000))).slice(0, 2000);
  const pieces: PlacedPiece[] = [];
  let at = 0;
  while (at < words.length && pieces.length < 60) {
    const { size, piece } = longestPhraseAt(words, at);
    const to = at + size;
    const before = pieces.at(-1);
    const joined = before && piece ? joinPieces(before, { piece, from: at, to }, words) : undefined;
    if (joined !== undefined) pieces.splice(-1, 1, joined);
    else if (piece !== null) pieces.push({ piece, from: at, to });
    else if (before?.to === at) appendToName(before, at, words);
    at = to;
  }
  return resolveSpecialisms(pieces, words);
}

/** A piece of a request, with the range of words it covers. */
type PlacedPiece = { piece: Piece; from: number; to: number };

function joinPieces(before: PlacedPiece, next: PlacedPiece, words: Words): PlacedPiece | undefined {
  if (before.to === next.from) return joinWords(before, next, words);
  const isOf = before.to + 1 === next.from && words[before.to]?.folded === 'of';
  const [first] = next.piece.entities;
  if (
    !isOf ||
    !ROLE_HEAD_PATTERN.test(before.piece.text) ||
    before.piece.entities.length > 0 ||
    first?.kind === 'place'
  )
    return undefined;
  const name = `${before.piece.text} of ${words[next.from]?.typedTo(next.to - 1) ?? ''}`;
  const entities = [{ kind: 'profession', name, alternatives: [name], implied: [] } as const];
  return {
    piece: { text: `${before.piece.text} of ${next.piece.text}`, entities },
    from: before.from,
    to: next.to,
  };
}

/** Appends a number or a capital letter to a name: 'Fortune 500', 'Series B'. */
function appendToName(before: PlacedPiece, at: number, words: Words): void {
  const { piece, from } = before;
  if (piece.entities.length > 0 || !/^(?:\p{Lu}|\d{1,4})$/u.test(words[at]?.typedTo(at) ?? '')) return;
  const typed = words[from]?.typedTo(at) ?? '';
  if (!/^\p{Lu}[\p{L}\p{M} ]*[ -][\p{Lu}\d]+$/u.test(typed)) return;
  before.piece = { ...piece, text: `${piece.text} ${words[at]?.folded ?? ''}`, typed };
  before.to = at + 1;
}

/** What may precede 'of' in the name of a role: 'head of data'. */
const ROLE_HEAD_PATTERN = /^(?:head|director|vp|manager|chief)$/;

/** Joins adjacent unknown words into one name, 'Ivy League', and a word for a line of work with the word for its job: 'sales director'. */
function joinWords(before: PlacedPiece, { piece, to }: PlacedPiece, words: Words): PlacedPiece | undefined {
  const { from } = before;
  const typed = words[from]?.typedTo(to - 1) ?? '';
  if (piece.entities.length > 0 || !/^[^,.;:()/\n]*$/.test(typed) || /(?:&|\band\b)/i.test(typed))
    return undefined;
  const [first] = before.piece.entities;
  const text = `${before.piece.text} ${piece.text}`;
  if (first === undefined)
    return { piece: { text, typed: singularTitle(typed, piece), entities: [] }, from, to };
  const isWork =
    first.kind === 'profession' && !first.alternatives.some((way) => fold(way) === before.piece.text);
  if (!isWork || !isWorkWord(piece)) return undefined;
  const name = singularTitle(typed, piece);
  const entities = [{ ...first, name, alternatives: [name, ...first.alternatives] }];
  return { piece: { text, entities }, from, to };
}

/** A job title in the singular: 'regulatory affairs manager'. */
const singularTitle = (typed: string, last: Piece): string =>
  isWorkWord(last) ? typed.replace(/[\p{L}\p{M}]+$/u, last.text.split(' ').at(-1) ?? '') : typed;

const WORK_WORDS = new Set(
  PROFESSIONS.flatMap(({ name, otherNames }) =>
    [name, ...otherNames].flatMap((each) => fold(each).split(' ').slice(1).slice(-1)),
  ),
);

/** Whether the piece is a word that professions' names end in but that is none by itself: 'engineer'. */
export const isWorkWord = ({ text, entities }: Piece): boolean =>
  entities.length === 0 && WORK_WORDS.has(text.split(' ').at(-1) ?? '');

/**
 * A specialism directly precedes the profession it narrows, or another specialism joined by 'or'; anywhere else ("with AI interests") the
 * word is an interest.
 */
function resolveSpecialisms(pieces: readonly PlacedPiece[], words: Words): Piece[] {
  const resolved: Piece[] = [];
  let next: { piece: Piece; from: number; isOfWork: boolean } | undefined;
  for (const { piece, from, to } of pieces.toReversed()) {
    const [first] = piece.entities;
    const isBeside = next?.from === to || (next?.from === to + 1 && words[to]?.folded === 'or');
    const narrows = first?.kind === 'specialism' && isBeside && next?.isOfWork === true;
    const rest = piece.entities.filter((entity) => entity.kind !== 'specialism');
    const isInterest = first?.kind === 'specialism' && !narrows;
    const own: Piece = isInterest ? { ...piece, entities: [...rest, { ...first, kind: 'interest' }] } : piece;
    resolved.push(own);
    const isWork = piece.entities.some(({ kind }) => kind === 'profession') || isWorkWord(piece);
    next = { piece: own, from, isOfWork: narrows || isWork };
  }
  return resolved.toReversed();
}

/** What people say they are ready for: neither a place nor an interest, nor something they have done. */
const READINESS_PATTERN =
  /^(?:open|willing|ready|happy) to (?:relocation|relocate|relocating|move|moving|travel|remote work|remote|hybrid work|work remotely|work)(?: |$)/;

/** 'C-level', and the language in 'R programmers'. */
function letterAt(words: Words, at: number): { size: number; piece: Piece } | undefined {
  const [word, next] = [words[at], words[at + 1]?.folded ?? ''];
  if (word === undefined || word.folded.length !== 1) return undefined;
  const [typed, withNext] = [word.typedTo(at), word.typedTo(at + 1)];
  if (/^\p{L}-\p{L}{2,}$/u.test(withNext))
    return { size: 2, piece: { text: `${word.folded} ${next}`, typed: withNext, entities: [] } };
  const isBeforeWork = WORK_WORDS.has(next) || lookUp(next).some(({ kind }) => kind === 'profession');
  if (!/^[A-Z]$/.test(typed) || !isBeforeWork) return undefined;
  return { size: 1, piece: { text: word.folded, typed, entities: [] } };
}

function longestPhraseAt(words: Words, at: number): { size: number; piece: Piece | null } {
  const folded = (from: number, to: number) => words.slice(Math.max(0, from), to).map((each) => each.folded);
  const [ready] = READINESS_PATTERN.exec(folded(at, at + 5).join(' ')) ?? [];
  if (ready !== undefined) {
    const [text, size] = [ready.trim(), ready.trim().split(' ').length];
    const name = words[at]?.typedTo(at + size - 1) ?? text;
    return { size, piece: { text, entities: [{ kind: 'firm', name, alternatives: [], implied: [] }] } };
  }
  for (let size = Math.min(MAX_PHRASE_WORDS, words.length - at); size > 0; size -= 1) {
    const word = folded(at, at + size).join(' ');
    const known = meaningsOf(word, words[at]?.typedTo(at));
    if (known.length === 0) continue;
    const around = {
      before: folded(at - WORDS_AROUND, at),
      after: folded(at + size, at + size + WORDS_AROUND),
      word,
    };
    const entities = known.toSorted((a, b) => rankMeaning(a, around) - rankMeaning(b, around));
    return { size, piece: { text: word, entities } };
  }
  const letter = letterAt(words, at);
  if (letter !== undefined) return letter;
  const word = words[at]?.folded ?? '';
  const meaningless = isStopWord(word) || word.length < 2 || /^\d+$/.test(word);
  const typed = WORK_WORDS.has(word) ? word : words[at]?.typedTo(at);
  if (meaningless) return { size: 1, piece: null };
  return {
    size: 1,
    piece: { text: word.slice(0, 40), ...(typed && { typed: typed.slice(0, 40) }), entities: [] },
  };
}
