import type { Criterion, Verdict } from '#shared/criteria.ts';
import { nameFromTitle } from '#shared/page-title.ts';
import type { FoundProfile, ProfileRecord } from '#shared/results.ts';
import { type Slot, says, saysOtherwise, showsElsewhere, showsWhole } from '../criteria/criterion-match.ts';
import { UNSPACED } from '../language/words.ts';
import { countryName } from '../places/gazetteer.ts';
import { labelAt } from './local-reading.ts';

/*
 * What stands behind a verdict. A model's word is not enough: its quote is looked for in the person's own texts, and has to say something
 * of what the criterion is about. docs/behaviour.md#criteria
 */

/** One of a person's texts, as a quote may come from it. */
export interface Source {
  source: 'title' | 'snippet' | 'record';
  text: string;
  slot?: Slot;
}

/** A verdict as a model gives it, before it is believed. */
export interface Claim {
  id: string;
  verdict: 'met' | 'notMet';
  quote: string;
}

/** What is known of a person on each criterion, and how many of the model's claims were struck. */
export interface Findings {
  /** One for each criterion, in their order. */
  verdicts: Verdict[];
  /** Claims that no quote held. */
  struck: number;
  /** Claims that one did. */
  held: number;
}

const MOST_WORDS = 15;

/** A person's own texts: the title and snippet of their page, and their record where there is one. */
export function sourcesOf(
  { title, snippet }: Pick<FoundProfile, 'title' | 'snippet'>,
  record?: ProfileRecord,
): Source[] {
  return [
    { source: 'title', text: title },
    { source: 'snippet', text: snippet },
    ...(record === undefined ? [] : recordSources(record)),
  ];
}

function recordSources(record: ProfileRecord): Source[] {
  const from = (text: string | null | undefined, slot?: Slot): Source[] =>
    text ? [{ source: 'record', text, ...(slot && { slot }) }] : [];
  const { city, state, country } = record;
  return [
    ...from(record.headline, 'role'),
    ...from([city, state, country].filter(Boolean).join(', '), 'place'),
    ...from([city, state, countryName(country)].filter(Boolean).join(', '), 'place'),
    ...record.experiences.flatMap(({ title, company, description }) => [
      ...from(title, 'role'),
      ...from(company, 'company'),
      ...from([title, company].filter(Boolean).join(' at '), 'role'),
      ...from(description),
    ]),
    ...record.education.flatMap(({ school, degree_name, field_of_study, description }) => [
      ...from(school, 'school'),
      ...from(degree_name, 'study'),
      ...from(field_of_study, 'study'),
      ...from([degree_name, field_of_study].filter(Boolean).join(', '), 'study'),
      ...from(description),
    ]),
    ...from(record.summary),
  ];
}

/** Compatibility forms and white space folded. */
const smooth = (text: string): string => text.normalize('NFKC').replace(/\s+/gu, ' ').trim();

/** The same and letter case, nothing else. */
const fold = (text: string): string => smooth(text).toLowerCase();

const WORD = /[\p{L}\p{N}\p{M}]/u;

/** Where a quote begins in a folded text, as whole words; -1 where it does not stand. */
function findWhole(text: string, quote: string): number {
  const [first = '', last = ''] = [quote, Array.from(quote).at(-1) ?? ''];
  const isEdge = (inside: string, outside: string | undefined) =>
    outside === undefined || !WORD.test(inside) || !WORD.test(outside) || UNSPACED.test(inside);
  for (let at = text.indexOf(quote); at !== -1; at = text.indexOf(quote, at + 1)) {
    const before = Array.from(text.slice(Math.max(0, at - 2), at)).at(-1);
    const after = Array.from(text.slice(at + quote.length, at + quote.length + 2))[0];
    if (isEdge(Array.from(first)[0] ?? '', before) && isEdge(last, after)) return at;
  }
  return -1;
}

/** A place where a quote stands. */
interface Found {
  source: Source['source'];
  slot: Slot | undefined;
  /** The quote with the rest of the names that it begins or ends in: 'University of California' for 'California'. */
  whole: string;
}

/** Every one of a person's texts in which a quote stands word for word; none for one that is blank, too long or no whole word. */
function findQuote(quote: string, sources: readonly Source[]): Found[] {
  const wanted = fold(quote);
  const words = wanted.split(' ');
  if (!WORD.test(wanted) || words.length > MOST_WORDS) return [];
  return sources.flatMap(({ source, text, slot }) => {
    const plain = smooth(text);
    const folded = plain.toLowerCase();
    const at = findWhole(folded, wanted);
    if (at === -1) return [];
    // Few letters are two in lower case, 'İ' is one: places are then not the same.
    const isAligned = folded.length === plain.length;
    const whole = isAligned ? withWholeNames(plain, at, at + wanted.length) : quote;
    return [{ source, slot: slot ?? slotAt(source, folded, at, wanted), whole }];
  });
}

/** A name at the end of a text. */
const NAME_AT_END = '(?:,\\s*|(?<!\\S))\\p{Lu}[^\\s,:]*(?:\\s+\\p{Lu}[^\\s,:]*)*\\s*';
const LAST_NAME = new RegExp(`${NAME_AT_END}$`, 'u');
/** A name goes on, to either side, in capitals and in the small words that join them. */
const NAME_WORD = '\\p{Lu}[^\\s,;:.|·()]*';
const NAME_LINK = '(?:(?:of|de|del|da|do|for|and|&) )?';
const REST_BEFORE = new RegExp(`(?:${NAME_WORD} ${NAME_LINK})+$`, 'u');
const REST_AFTER = new RegExp(`^(?: ${NAME_LINK}${NAME_WORD})+`, 'u');

/** Some words of a text, from `start` to before `end`, with the rest of a name of which they have only a part. */
function withWholeNames(text: string, start: number, end: number): string {
  const words = text.slice(start, end);
  const before = /^\p{Lu}/u.test(words) ? REST_BEFORE.exec(text.slice(0, start))?.[0] : undefined;
  const after = LAST_NAME.test(words) ? REST_AFTER.exec(text.slice(end))?.[0] : undefined;
  return `${before ?? ''}${words}${after ?? ''}`;
}

/** What a snippet's labels stand before. */
const SLOT_OF_LABEL: Readonly<Record<string, Slot>> = {
  experience: 'company',
  education: 'school',
  location: 'place',
};

/** A title is a name and a headline; a snippet has labels. */
function slotAt(source: Source['source'], text: string, at: number, quote: string): Slot | undefined {
  if (source === 'title') return at + quote.length <= fold(nameFromTitle(text)).length ? 'name' : 'role';
  if (source !== 'snippet') return undefined;
  const label = labelAt(text, at);
  return label && SLOT_OF_LABEL[label];
}

/** Whether the person has what the criterion names: of an excluded one that is what it must not be. */
const isHaving = (criterion: Criterion, verdict: 'met' | 'notMet'): boolean =>
  (verdict === 'met') === (criterion.need !== 'excluded');

/** Right before a cut a name may be the beginning of a longer name, 'at California ...' of an institute there; not as the place of a location. */
const CUT_NAME = new RegExp(`(?<![Ll]ocation:[^·|]*)${NAME_AT_END}(?=\\.{3}|…)`, 'gu');

/**
 * Texts as they tell of where somebody is and comes from: a name of which the rest may be missing is no place. Search engines cut texts off;
 * records are whole.
 */
const withoutCutNames = (sources: readonly Source[]): Source[] =>
  sources.map((each) =>
    each.source === 'record' ? each : { ...each, text: each.text.replace(CUT_NAME, '') },
  );

const isOfPlace = ({ subject }: Criterion): boolean => subject === 'location' || subject === 'nationality';

/** What a model claims of one person, each claim only as far as its quote holds; what it does not speak of is unclear. */
function checkClaims(
  claims: readonly Claim[],
  criteria: readonly Criterion[],
  sources: readonly Source[],
  uncut: readonly Source[],
): Findings {
  const first = new Map(claims.toReversed().map((claim) => [claim.id, claim]));
  let struck = 0;
  let held = 0;
  const verdicts = criteria.map((criterion): Verdict => {
    const claim = first.get(criterion.id);
    const unclear = { criterionId: criterion.id, verdict: 'unclear' } as const;
    if (claim === undefined) return unclear;
    const { verdict, quote } = claim;
    const supports = isHaving(criterion, verdict) ? says : saysOtherwise;
    const isPlace = isOfPlace(criterion);
    const isCut = isPlace && findQuote(quote, uncut).length === 0;
    const place = findQuote(quote, sources).find(({ slot, whole }) => {
      const named = isCut ? quote.replace(LAST_NAME, '') : whole;
      return supports(criterion, isPlace ? named : quote, slot);
    });
    if (place === undefined) {
      struck += 1;
      return unclear;
    }
    held += 1;
    return {
      criterionId: criterion.id,
      verdict,
      quote: quote.replace(/\s+/gu, ' ').trim(),
      source: place.source,
    };
  });
  return { verdicts, struck, held };
}

/** What code alone finds of a person: each criterion that one of the texts shows in full, and a place that is another one. */
function findVerdicts(
  criteria: readonly Criterion[],
  sources: readonly Source[],
  uncut: readonly Source[],
): Verdict[] {
  const [pieces, ofPlaces] = [sources.flatMap(piecesOf), uncut.flatMap(piecesOf)];
  return criteria.map((criterion) => findVerdict(criterion, isOfPlace(criterion) ? ofPlaces : pieces));
}

function findVerdict(criterion: Criterion, pieces: readonly Source[]): Verdict {
  const having = pieces.find(({ text, slot }) => showsWhole(criterion, text, slot));
  const lacking =
    having === undefined ? pieces.find(({ text, slot }) => showsElsewhere(criterion, text, slot)) : undefined;
  const piece = having ?? lacking;
  if (piece === undefined) return { criterionId: criterion.id, verdict: 'unclear' };
  const isMet = (having !== undefined) === (criterion.need !== 'excluded');
  return {
    criterionId: criterion.id,
    verdict: isMet ? 'met' : 'notMet',
    quote: piece.text,
    source: piece.source,
  };
}

const PIECE_ENDS = /\s+[-–—|·•]\s+|\s*[·|•;]\s*|(?<=\p{L}{3}[.!?])\s+|\s*(?:\.{3}|…)\s*/u;
const WINDOW_STEP = 8;

/** A text as quotes: its sentences and facts, long ones in pieces of as many words as a quote may have, which overlap. */
function piecesOf(source: Source): Source[] {
  const parts = source.text.split(PIECE_ENDS).filter((part) => WORD.test(part));
  const first = source.source === 'title' ? parts.slice(1) : parts;
  return first.flatMap((part) => {
    const label = /^\s*(experience|education|location):\s*/i.exec(part);
    const text = part
      .slice(label?.[0].length ?? 0)
      .replace(/\s+/gu, ' ')
      .trim();
    const slot = source.slot ?? slotOfPiece(source.source, label?.[1]);
    return windows(text).map((piece) => ({ source: source.source, text: piece, ...(slot && { slot }) }));
  });
}

const slotOfPiece = (source: Source['source'], label: string | undefined): Slot | undefined =>
  label === undefined ? (source === 'title' ? 'role' : undefined) : SLOT_OF_LABEL[label.toLowerCase()];

function windows(text: string): string[] {
  const words = text.split(' ').filter((word) => word !== '');
  if (words.length <= MOST_WORDS) return words.length === 0 ? [] : [words.join(' ')];
  const starts = Array.from({ length: Math.ceil((words.length - MOST_WORDS) / WINDOW_STEP) + 1 });
  return starts.map((_, index) =>
    words.slice(index * WINDOW_STEP, index * WINDOW_STEP + MOST_WORDS).join(' '),
  );
}

/** What is known of a person without a model's word. */
export const findingsOf = (criteria: readonly Criterion[], sources: readonly Source[]): Findings => ({
  verdicts: findVerdicts(criteria, sources, withoutCutNames(sources)),
  struck: 0,
  held: 0,
});

/**
 * A model's claims of one person, checked. Where it makes none, what code finds; and what code finds of something excluded counts whatever
 * the model says: with it nobody fits.
 */
export function weighClaims(
  claims: readonly Claim[],
  criteria: readonly Criterion[],
  sources: readonly Source[],
): Findings {
  const uncut = withoutCutNames(sources);
  const found = findVerdicts(criteria, sources, uncut);
  if (claims.length === 0) return { verdicts: found, struck: 0, held: 0 };
  const checked = checkClaims(claims, criteria, sources, uncut);
  const verdicts = checked.verdicts.map((verdict, index) => {
    const own = found[index];
    return own?.verdict === 'notMet' && criteria[index]?.need === 'excluded' ? own : verdict;
  });
  return { ...checked, verdicts };
}

/** What is known once more has been read: of each criterion the later verdict where it says anything, else the earlier one. */
export const joinFindings = (earlier: Findings, later: Findings): Findings => ({
  verdicts: later.verdicts.map((verdict, index) =>
    verdict.verdict === 'unclear' ? (earlier.verdicts[index] ?? verdict) : verdict,
  ),
  struck: earlier.struck + later.struck,
  held: earlier.held + later.held,
});
