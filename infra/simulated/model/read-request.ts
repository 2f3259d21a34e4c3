import { fold, foldWords } from '../fold.ts';
import { type Entity, isStopWord, KINDS, LONGEST_PHRASE, lookUp } from '../vocabulary/gazetteer.ts';
import { PROFESSIONS } from '../vocabulary/occupations.ts';
import { STATES } from '../vocabulary/places.ts';

/** A piece of a request: a known phrase with what it can stand for (most likely first), or an unknown word. */
export type Piece = { text: string; entities: readonly Entity[] };

/** Firms whose names are everyday words count as firms only after a word such as `at` or `for`. */
const EVERYDAY =
  /^(apple|orange|target|visa|delta|mars|nike|oracle|meta|uber|stripe|ge|met|big|un|grab|dole|vale|claro|ey|accel|benchmark|apollo|red cross|world bank|shell|roche|scale ai|google)$/;

const WORK_BEFORE = new Set(['at', 'for', 'with', 'of', 'by', 'ex', 'former', 'from']);
const SPEECH =
  /^(speak|speaking|spoken|fluent|speaker|bilingual|trilingual|native|spricht|sprechen|sprechend|habla|hablan|hablen|parle|parlent|parlant)$/;
const STUDY_BEFORE =
  /^(study|studying|studied|major|majoring|degree|phd|msc|bsc|student|learning|learned|graduate|ba|ma|mba)$/;

/** What makes an LLM a degree, and no language model. */
const OF_LAW =
  /^(law|lawyer|attorney|counsel|legal|solicitor|barrister|jurist|abogad[oa]|avocate?|advogad[oa])$/;
const SECTOR = /^(experience|sector|industry|background|work)$/;

type Around = { before: readonly string[]; after: readonly string[]; word: string };

function likelihood(entity: Entity, around: Around): number {
  const { before, after, word } = around;
  const base = KINDS.indexOf(entity.kind);
  const speech = before.some((each) => SPEECH.test(each)) || SPEECH.test(after[0] ?? '');
  if (entity.kind === 'language' && speech) return -3;
  if (entity.kind === 'nationality' && speech) return 20;
  if (entity.kind === 'firm' && EVERYDAY.test(word)) return WORK_BEFORE.has(before.at(-1) ?? '') ? -2 : 20;
  return isTold(entity, around) ? -2 : base;
}

/** Whether the words around say that this is meant. */
function isTold({ kind, name }: Entity, { before, after }: Around): boolean {
  if (kind === 'industry') return SECTOR.test(after[0] ?? '');
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
    .replace(/\bIT\b/g, 'information technology');
}

/** Cuts a text into the longest known phrases and the meaningful words between them; at most 60 pieces of 2,000 words. */
export function readRequest(text: string): Piece[] {
  const words = foldWords(spellOut(text.slice(0, 12_000))).slice(0, 2000);
  const pieces: Piece[] = [];
  /** What stands right before a word, and before what. */
  const beside = new Map<Piece, Piece>();
  let last: Piece | null = null;
  let at = 0;
  while (at < words.length && pieces.length < 60) {
    const { size, piece } = longestAt(words, at);
    if (piece !== null) pieces.push(piece);
    if (piece !== null && last !== null) beside.set(last, piece);
    last = piece;
    at += size;
  }
  return pieces.map((piece) => resolveSpecialism(piece, beside.get(piece)));
}

const WORK_WORDS = new Set(
  PROFESSIONS.flatMap(({ name, otherNames }) =>
    [name, ...otherNames].flatMap((each) => fold(each).split(' ').slice(1).slice(-1)),
  ),
);

/** A word by which professions are called that is none by itself: 'engineer'. */
export const isWorkWord = ({ text, entities }: Piece): boolean =>
  entities.length === 0 && WORK_WORDS.has(text);

/** A specialism stands right before the profession it narrows; anywhere else ("with AI interests") the word is an interest. */
function resolveSpecialism(piece: Piece, next: Piece | undefined): Piece {
  const [first] = piece.entities;
  const narrows =
    next !== undefined &&
    (isWorkWord(next) || next.entities.some(({ kind }) => kind === 'profession' || kind === 'specialism'));
  if (first?.kind !== 'specialism' || narrows) return piece;
  const rest = piece.entities.filter((entity) => entity.kind !== 'specialism');
  return { ...piece, entities: [...rest, { ...first, kind: 'interest' }] };
}

function longestAt(words: readonly string[], at: number): { size: number; piece: Piece | null } {
  for (let size = Math.min(LONGEST_PHRASE, words.length - at); size > 0; size -= 1) {
    const word = words.slice(at, at + size).join(' ');
    const known = lookUp(word);
    if (known.length === 0 || (size === 1 && isStopWord(word) && word !== 'studying')) continue;
    const around = {
      before: words.slice(Math.max(0, at - 3), at),
      after: words.slice(at + size, at + size + 2),
      word,
    };
    const entities = known.toSorted((a, b) => likelihood(a, around) - likelihood(b, around));
    return { size, piece: { text: word, entities } };
  }
  const word = words[at] ?? '';
  const meaningless = isStopWord(word) || word.length < 2 || /^\d+$/.test(word);
  return { size: 1, piece: meaningless ? null : { text: word.slice(0, 40), entities: [] } };
}
