import { fold, foldWords, readWords } from '../fold.ts';
import { type Entity, isStopWord, KINDS, LONGEST_PHRASE, lookUp } from '../vocabulary/gazetteer.ts';
import { PROFESSIONS } from '../vocabulary/occupations.ts';
import { STATES } from '../vocabulary/places.ts';

/** A piece of a request, folded: a known phrase with what it can stand for (most likely first), or unknown words, as they are typed too. */
export type Piece = { text: string; typed?: string; entities: readonly Entity[] };

/** Firms whose names are everyday words count as firms only after a word such as `at` or `for`. */
const EVERYDAY =
  /^(apple|orange|target|visa|delta|mars|nike|oracle|meta|uber|stripe|ge|met|big|un|grab|dole|vale|claro|ey|accel|benchmark|apollo|red cross|world bank|shell|roche|scale ai|google)$/;

/** Firms' letters that are everyday words otherwise: 'the Big 4' is no BIG. */
const ABBREVIATION = /^(?:big|met)$/;

/** What a phrase can stand for as it is typed: a word of every sentence stands for nothing. */
function meaningsOf(phrase: string, typed = ''): readonly Entity[] {
  const isEveryday = isStopWord(phrase) && phrase !== 'studying';
  const isLowerCase = ABBREVIATION.test(phrase) && !/^\p{Lu}+$/u.test(typed);
  return isEveryday || isLowerCase ? [] : lookUp(phrase);
}

const WORK_BEFORE = new Set(['at', 'for', 'with', 'of', 'by', 'ex', 'former', 'from']);
const SPEECH =
  /^(speak|speaking|spoken|fluent|speaker|bilingual|trilingual|native|spricht|sprechen|sprechend|habla|hablan|hablen|parle|parlent|parlant)$/;
/** What makes a language of a word that is a people's too: 'Spanish teacher', 'Danish required', 'B2 German', 'without French'. */
const OF_LANGUAGE = /^(teacher|tutor|translator|interpreter|instructor|required|mandatory|essential|needed)$/;
const BEFORE_LANGUAGE = /^(?:[abc][12]|without)$/;
const STUDY_BEFORE =
  /^(study|studying|studied|major|majoring|degree|phd|msc|bsc|student|learning|learned|graduate|ba|ma|mba)$/;

/** What makes an LLM a degree, and no language model. */
const OF_LAW =
  /^(law|lawyer|attorney|counsel|legal|solicitor|barrister|jurist|abogad[oa]|avocate?|advogad[oa])$/;
const SECTOR = /^(experience|sector|industry|background|work)$/;

const IN_SECTOR = /^(?:experience|background|career) in$/;

type Around = { before: readonly string[]; after: readonly string[]; word: string };

function likelihood(entity: Entity, around: Around): number {
  const { before, after, word } = around;
  const base = KINDS.indexOf(entity.kind);
  const speech =
    before.some((each) => SPEECH.test(each)) ||
    SPEECH.test(after[0] ?? '') ||
    OF_LANGUAGE.test(after[0] ?? '') ||
    BEFORE_LANGUAGE.test(before.at(-1) ?? '');
  if (entity.kind === 'language' && speech) return -3;
  if (entity.kind === 'nationality' && speech) return 20;
  if (entity.kind === 'firm' && EVERYDAY.test(word)) return WORK_BEFORE.has(before.at(-1) ?? '') ? -2 : 20;
  return isTold(entity, around) ? -2 : base;
}

/** Whether the words around say that this is meant. */
function isTold({ kind, name }: Entity, { before, after }: Around): boolean {
  if (kind === 'place') return before.findLast((each) => each !== 'the') === 'in';
  if (kind === 'industry') return SECTOR.test(after[0] ?? '') || IN_SECTOR.test(before.slice(-2).join(' '));
  if (name === 'LLM') return [...before, ...after].some((each) => OF_LAW.test(each));
  return kind === 'field' && before.slice(-2).some((each) => STUDY_BEFORE.test(each));
}

/** 'Cambridge, MA' */
const TOWN_IN_STATE = new RegExp(
  `(?<=\\p{L}), ?(${[...STATES.keys()].join('|')})(?![\\p{L}\\p{N}'’-])`,
  'gu',
);
/** Where an MD is a managing director, and where a doctor all the same. */
const FINANCE = /\b(?:bank(?:s|ing|ers?)?|private equity|venture capital|funds?|investment|consulting)\b/i;
const OF_MEDICINE =
  /\b(?:medic\w*|clinic\w*|hospitals?|oncolog\w*|health\w*|patients?|physicians?|doctors?)\b/i;

/** Abbreviations that would be everyday words in lower case, or are of several things; 'mit' is German for 'with'. */
export function spellOut(text: string): string {
  const isFinance = FINANCE.test(text) && !OF_MEDICINE.test(text);
  return text
    .replace(/\bWashington,? D\.? ?C\b\.?/g, 'Washington DC')
    .replace(TOWN_IN_STATE, (_whole, letters: string) => `, ${STATES.get(letters)}`)
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

/** Tells what stands before and after the first place where a request has a piece; nothing where it has it in other words. */
export function aroundIn(request: string): (piece: Piece) => { before: string; after: string } {
  const all = ` ${foldWords(spellOut(request)).join(' ')} `;
  return ({ text }) => {
    const at = all.indexOf(` ${text} `);
    return at === -1
      ? { before: '', after: '' }
      : { before: all.slice(0, at + 1), after: all.slice(at + text.length + 1) };
  };
}

type Words = ReturnType<typeof readWords>;

/** Cuts a text into the longest known phrases and the meaningful words between them; at most 60 pieces of 2,000 words. */
export function readRequest(text: string): Piece[] {
  const words = readWords(spellOut(text.slice(0, 12_000))).slice(0, 2000);
  const pieces: Placed[] = [];
  let at = 0;
  while (at < words.length && pieces.length < 60) {
    const { size, piece } = longestAt(words, at);
    const to = at + size;
    const before = pieces.at(-1);
    const joined = before && piece ? joinPieces(before, { piece, from: at, to }, words) : undefined;
    if (joined !== undefined) pieces.splice(-1, 1, joined);
    else if (piece !== null) pieces.push({ piece, from: at, to });
    else if (before?.to === at) nameOn(before, at, words);
    at = to;
  }
  return resolveSpecialisms(pieces, words);
}

/** A piece of a request with the words that it is made of. */
type Placed = { piece: Piece; from: number; to: number };

function joinPieces(before: Placed, next: Placed, words: Words): Placed | undefined {
  if (before.to === next.from) return joinWords(before, next, words);
  const isOf = before.to + 1 === next.from && words[before.to]?.folded === 'of';
  const [first] = next.piece.entities;
  if (!isOf || !HEADS.test(before.piece.text) || before.piece.entities.length > 0 || first?.kind === 'place')
    return undefined;
  const name = `${before.piece.text} of ${words[next.from]?.typedTo(next.to - 1) ?? ''}`;
  const entities = [{ kind: 'profession', name, alternatives: [name], implied: [] } as const];
  return {
    piece: { text: `${before.piece.text} of ${next.piece.text}`, entities },
    from: before.from,
    to: next.to,
  };
}

/** A number or a capital goes on a name: 'Fortune 500', 'Series B'. */
function nameOn(before: Placed, at: number, words: Words): void {
  const { piece, from } = before;
  if (piece.entities.length > 0 || !/^(?:\p{Lu}|\d{1,4})$/u.test(words[at]?.typedTo(at) ?? '')) return;
  const typed = words[from]?.typedTo(at) ?? '';
  if (!/^\p{Lu}[\p{L}\p{M} ]*[ -][\p{Lu}\d]+$/u.test(typed)) return;
  before.piece = { ...piece, text: `${piece.text} ${words[at]?.folded ?? ''}`, typed };
  before.to = at + 1;
}

/** What goes before 'of' in the name of a role: 'head of data'. */
const HEADS = /^(?:head|director|vp|manager|chief)$/;

/** Unknown words next to each other are a name together, 'Ivy League', and so are a word for what people do and what they are called by it: 'sales director'. */
function joinWords(before: Placed, { piece, to }: Placed, words: Words): Placed | undefined {
  const { from } = before;
  const typed = words[from]?.typedTo(to - 1) ?? '';
  if (piece.entities.length > 0 || !/^[^,.;:()/\n]*$/.test(typed) || /(?:&|\band\b)/i.test(typed))
    return undefined;
  const [first] = before.piece.entities;
  const text = `${before.piece.text} ${piece.text}`;
  if (first === undefined) return { piece: { text, typed: withOneOf(typed, piece), entities: [] }, from, to };
  const isWork =
    first.kind === 'profession' && !first.alternatives.some((way) => fold(way) === before.piece.text);
  if (!isWork || !isWorkWord(piece)) return undefined;
  const name = withOneOf(typed, piece);
  const entities = [{ ...first, name, alternatives: [name, ...first.alternatives] }];
  return { piece: { text, entities }, from, to };
}

/** What people are called, as one of them is: 'regulatory affairs manager'. */
const withOneOf = (typed: string, last: Piece): string =>
  isWorkWord(last) ? typed.replace(/[\p{L}\p{M}]+$/u, last.text.split(' ').at(-1) ?? '') : typed;

const WORK_WORDS = new Set(
  PROFESSIONS.flatMap(({ name, otherNames }) =>
    [name, ...otherNames].flatMap((each) => fold(each).split(' ').slice(1).slice(-1)),
  ),
);

/** Words by which professions are called and that are none by themselves: 'engineer'. */
export const isWorkWord = ({ text, entities }: Piece): boolean =>
  entities.length === 0 && WORK_WORDS.has(text.split(' ').at(-1) ?? '');

/**
 * A specialism stands right before the profession it narrows, or before another one with 'or' between them; anywhere else ("with AI interests") the word
 * is an interest.
 */
function resolveSpecialisms(pieces: readonly Placed[], words: Words): Piece[] {
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

/** What people say to be ready for: no place, no interest and nothing that they have done. */
const READY =
  /^(?:open|willing|ready|happy) to (?:relocation|relocate|relocating|move|moving|travel|remote work|remote|hybrid work|work remotely|work)(?: |$)/;

/** 'C-level', and the language of 'R programmers'. */
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

function longestAt(words: Words, at: number): { size: number; piece: Piece | null } {
  const folded = (from: number, to: number) => words.slice(Math.max(0, from), to).map((each) => each.folded);
  const [ready] = READY.exec(folded(at, at + 5).join(' ')) ?? [];
  if (ready !== undefined) {
    const [text, size] = [ready.trim(), ready.trim().split(' ').length];
    const name = words[at]?.typedTo(at + size - 1) ?? text;
    return { size, piece: { text, entities: [{ kind: 'firm', name, alternatives: [], implied: [] }] } };
  }
  for (let size = Math.min(LONGEST_PHRASE, words.length - at); size > 0; size -= 1) {
    const word = folded(at, at + size).join(' ');
    const known = meaningsOf(word, words[at]?.typedTo(at));
    if (known.length === 0) continue;
    const around = { before: folded(at - 3, at), after: folded(at + size, at + size + 2), word };
    const entities = known.toSorted((a, b) => likelihood(a, around) - likelihood(b, around));
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
