import type { Criterion, Verdict } from '#shared/criteria.ts';
import { withoutSite } from '#shared/page-title.ts';
import type { ProfileRecord } from '#shared/profile-record.ts';
import type { FoundProfile } from '#shared/results.ts';
import { alternativesOf } from '../criteria/alternatives.ts';
import { contradicts, showsElsewhere, showsWhole, supportsClaim } from '../criteria/criterion-match.ts';
import { isNamedWithin, pageWords } from '../criteria/google-query.ts';
import type { Slot } from '../criteria/slots.ts';
import { firstWords, nameKeyOf, occurrences } from '../language/words.ts';
import { withoutLinkedIn } from './local-reading.ts';
import { withoutName } from './own-name.ts';
import { ownSentence, wordsIn } from './own-words.ts';
import {
  type Passage,
  type Piece,
  type Range,
  type Sentence,
  type Source,
  sentencesOf,
  withSingleSpaces,
} from './pieces.ts';
import { findQuote, withoutCutNames, withoutLastName } from './quotes.ts';
import { findInstead, recordTexts } from './record-texts.ts';

/*
 * The evidence for verdicts. A model's word is not enough: its quote has to occur in the person's own texts, and to say something about the
 * criterion's subject. docs/behaviour.md#criteria
 */

/** A model's verdict, before it is checked. */
export interface Claim {
  id: string;
  verdict: 'met' | 'notMet';
  quote: string;
}

/** What is known about a person on each criterion, and which of the model's claims were struck. */
export interface Findings {
  /** One for each criterion, in the same order. */
  verdicts: Verdict[];
  /** The claims that their quotes do not support, at most one for each criterion. */
  struck: readonly Claim[];
  /** The number of claims that their quotes support. */
  held: number;
}

/** In words; genuine titles and snippets have fewer. Limited, since every criterion is matched against every part of these texts. */
const MAX_TITLE_WORDS = 60;
const MAX_SNIPPET_WORDS = 120;

/** A person's own texts: the title and snippet of their page, and their record, if any. */
export function sourcesOf(
  { title, snippet }: Pick<FoundProfile, 'title' | 'snippet'>,
  record?: ProfileRecord,
): Source[] {
  return [
    { source: 'title', text: firstWords(withoutSite(title), MAX_TITLE_WORDS) },
    { source: 'snippet', text: firstWords(withoutLinkedIn(snippet), MAX_SNIPPET_WORDS) },
    ...(record === undefined ? [] : recordTexts(record)),
  ];
}

/** Whether a verdict means that the person has what the criterion names: for an excluded criterion, 'notMet' does. */
export const meansHaving = (criterion: Criterion, verdict: 'met' | 'notMet'): boolean =>
  (verdict === 'met') === (criterion.need !== 'excluded');

const isOfPlace = ({ subject }: Criterion): boolean => subject === 'location' || subject === 'nationality';

/** An alternative of a criterion with what a sentence says about the person, everything else in it blanked. */
interface Read {
  each: Criterion;
  own: string;
}

const readSentence = (alternatives: readonly Criterion[], sentence: Omit<Passage, keyof Range>): Read[] =>
  alternatives.map((each) => ({ each, own: ownSentence(each, sentence) }));

/** Reads each sentence once, however many of its pieces are examined: each part of a headline has the whole of it as its sentence. */
function createReader(alternatives: readonly Criterion[], blankName = (text: string) => text) {
  const known = new Map<string, Read[]>();
  return ({ sentence, slot, isOver }: Omit<Passage, keyof Range>): Read[] => {
    const key = JSON.stringify([slot, isOver, sentence]);
    const read =
      known.get(key) ?? readSentence(alternatives, { sentence: blankName(sentence), slot, isOver });
    known.set(key, read);
    return read;
  };
}

const supportsLacking: typeof contradicts = (criterion, words, slot) =>
  words !== '' && contradicts(criterion, words, slot);

/** The first piece whose words about the person pass a test. What a sentence says about others is blanked once for all its pieces. */
function findPiece(
  criterion: Criterion,
  sentences: readonly Sentence[],
  test: typeof supportsClaim,
): Piece | undefined {
  const reader = createReader(alternativesOf(criterion));
  for (const sentence of sentences) {
    const read = reader(sentence);
    const found = sentence.pieces.find((piece) =>
      read.some(({ each, own }) => test(each, wordsIn(own, piece), piece.slot)),
    );
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * Whether code can settle a criterion as reliably as a model. For the others, a model that makes no claim has found nothing to settle them.
 */
const canCodeDecide = ({ subject, need }: Criterion): boolean =>
  need === 'excluded' || subject === 'location';

/**
 * A model's claims about one person, struck unless their quotes support them. Without a claim, a criterion is unclear, or as code finds it.
 */
function checkClaims(
  claims: readonly Claim[],
  criteria: readonly Criterion[],
  {
    sources,
    uncut,
    found,
  }: { sources: readonly Source[]; uncut: readonly Source[]; found: readonly Verdict[] },
): Findings {
  const blankName = withoutName(sources);
  const struck: Claim[] = [];
  let held = 0;
  const verdicts = criteria.map((criterion, index): Verdict => {
    const claim = claims.find(({ id }) => id === criterion.id);
    const unclear = { criterionId: criterion.id, verdict: 'unclear' } as const;
    if (claim === undefined) return (canCodeDecide(criterion) && found[index]) || unclear;
    const { verdict, quote } = claim;
    // For having something any alternative is enough; lacking it means lacking all of them.
    const isHaving = meansHaving(criterion, verdict);
    const supports = isHaving ? supportsClaim : supportsLacking;
    const read = createReader(isHaving ? alternativesOf(criterion) : [criterion], blankName);
    const isPlace = isOfPlace(criterion);
    const isCut = isPlace && findQuote(quote, uncut).length === 0;
    const place = findQuote(quote, sources).find(({ whole, ...passage }) => {
      const named = isCut ? withoutLastName(passage) : isPlace ? whole : passage;
      return read(passage).some(({ each, own }) => supports(each, wordsIn(own, named), passage.slot));
    });
    if (place === undefined) {
      struck.push(claim);
      return unclear;
    }
    held += 1;
    return {
      criterionId: criterion.id,
      verdict,
      quote: withSingleSpaces(quote),
      source: place.source,
    };
  });
  return { verdicts, struck, held };
}

/**
 * The verdicts that code alone reaches: on criteria that a person's texts show in full, or for which the person has something else instead.
 */
function findVerdicts(
  criteria: readonly Criterion[],
  sentences: readonly Sentence[],
  placeSentences: readonly Sentence[],
): Verdict[] {
  const wanted = criteria.filter(({ need }) => need !== 'excluded');
  const shows: typeof showsWhole = (each, text, slot) =>
    showsWhole(each, text, slot) &&
    !(each.need === 'excluded' && isNamedWithin(each, wanted) && !isEmployer(each, text, slot));
  return criteria.map((criterion) => {
    const own = isOfPlace(criterion) ? placeSentences : sentences;
    const { id } = criterion;
    return (
      placeVerdictFrom('record', criterion, own) ??
      placeVerdictFrom('snippet', criterion, own) ??
      findVerdict(criterion, own, shows) ?? { criterionId: id, verdict: 'unclear' }
    );
  });
}

/** Whether some words name an excluded employer as such: 'Consultant at SAP', but not 'SAP Consultant'. */
const isEmployer = ({ text: name }: Criterion, text: string, slot: Slot | undefined): boolean =>
  slot === 'company' ||
  pageWords({ subject: 'experience', text: name }).some(
    (each) =>
      nameKeyOf(text) === nameKeyOf(each) ||
      occurrences(text, each).some(({ before }) =>
        /(?:\b(?:at|with|for|bei|en|em|na|no|chez)|@)\s*$/i.test(before),
      ),
  );

/**
 * The verdict from a source's location field, whatever else the source says about places: 'open to relocate to Berlin'. A record's counts
 * first: people move, and the web still shows where they used to be.
 */
const placeVerdictFrom = (
  from: Source['source'],
  criterion: Criterion,
  sentences: readonly Sentence[],
): Verdict | undefined =>
  criterion.subject === 'location'
    ? findVerdict(
        criterion,
        sentences.filter(({ source, slot }) => source === from && slot === 'place'),
      )
    : undefined;

function findVerdict(
  criterion: Criterion,
  sentences: readonly Sentence[],
  shows = showsWhole,
): Verdict | undefined {
  const supporting = findPiece(criterion, sentences, shows);
  const piece = supporting ?? findContrary(criterion, sentences);
  if (piece === undefined) return undefined;
  const isMet = (supporting !== undefined) === (criterion.need !== 'excluded');
  return {
    criterionId: criterion.id,
    verdict: isMet ? 'met' : 'notMet',
    quote: piece.text,
    source: piece.source,
  };
}

/** Another place than the wanted one, or what somebody has instead of something excluded that no text mentions. */
function findContrary(criterion: Criterion, sentences: readonly Sentence[]): Piece | undefined {
  const pieces = sentences.flatMap((each) => each.pieces);
  const elsewhere = pieces.find(({ text, slot }) => showsElsewhere(criterion, text, slot));
  if (elsewhere !== undefined) return elsewhere;
  const other = findInstead(criterion, pieces);
  return other && findPiece(criterion, sentences, supportsClaim) === undefined ? other : undefined;
}

/**
 * The sentences of a person's texts without the person's own name, which shows neither a place nor a profession: 'Peter Baker is a lawyer'.
 */
function namelessSentences(sources: readonly Source[]): Sentence[] {
  const blankName = withoutName(sources);
  return sources.flatMap(sentencesOf).map((each) => ({ ...each, sentence: blankName(each.sentence) }));
}

/** What is known about a person without any claims by a model. */
export const findingsOf = (criteria: readonly Criterion[], sources: readonly Source[]): Findings =>
  weighClaims([], criteria, sources);

/**
 * A model's claims about one person, checked; if it makes none, what code finds. Whatever the model says, an excluded thing that code finds
 * counts, since nobody who has it fits, and so does the location in a record.
 */
export function weighClaims(
  claims: readonly Claim[],
  criteria: readonly Criterion[],
  sources: readonly Source[],
): Findings {
  const uncut = withoutCutNames(sources);
  const placeSentences = namelessSentences(uncut);
  const found = findVerdicts(criteria, namelessSentences(sources), placeSentences);
  if (claims.length === 0) return { verdicts: found, struck: [], held: 0 };
  const checked = checkClaims(claims, criteria, { sources, uncut, found });
  const verdicts = checked.verdicts.map((verdict, index) => {
    const [own, criterion] = [found[index], criteria[index]];
    const isExcluded = own?.verdict === 'notMet' && criterion?.need === 'excluded';
    const recorded = criterion && placeVerdictFrom('record', criterion, placeSentences);
    return recorded ?? (isExcluded ? own : verdict);
  });
  return { ...checked, verdicts };
}

/**
 * Combines findings once more has been read: for each criterion the later verdict, or if that is unclear, the earlier one. Claims on the
 * same criterion that were struck both times count once.
 */
export const joinFindings = (earlier: Findings, later: Findings): Findings => ({
  verdicts: later.verdicts.map((verdict, index) =>
    verdict.verdict === 'unclear' ? (earlier.verdicts[index] ?? verdict) : verdict,
  ),
  struck: [
    ...earlier.struck.filter((claim) => !later.struck.some(({ id }) => id === claim.id)),
    ...later.struck,
  ],
  held: earlier.held + later.held,
});

/** The struck claims that nothing bears out: for the same verdict, code or the model may have found another quote. */
export const unsupported = ({ verdicts, struck }: Findings): Claim[] =>
  struck.filter(
    ({ id, verdict }) => !verdicts.some((each) => each.criterionId === id && each.verdict === verdict),
  );
