import { fold } from '../fold.ts';
import { readChange } from './read-change.ts';
import { readRequest } from './read-request.ts';
import type { FollowUpCriterion } from './unknown-words.ts';
import { isRecord, recordsOf, textOf, textsIn } from './values.ts';
import * as wording from './wording.ts';
import { writeQuery } from './write-query.ts';

const CRITERION_PATTERN = /^(preferred |excluded |)(\w+): (.+)$/su;

function readEarlier(criteria: unknown): FollowUpCriterion[] {
  const entries = isRecord(criteria) ? Object.entries(criteria) : [];
  return entries.flatMap(([id, criterion]) => {
    const [, mark = '', subject, text] = CRITERION_PATTERN.exec(textOf(criterion)) ?? [];
    if (subject === undefined || text === undefined) return [];
    return [
      {
        id,
        subject,
        text,
        need: mark === '' ? 'required' : mark.trim() === 'excluded' ? 'excluded' : 'preferred',
      },
    ];
  });
}

const LABEL_PATTERN = /\b(?:experience|education|location):/gi;

/** Criteria from the texts of an example that others should resemble: all only preferred, and without employers. */
const exampleCriteria = (text: string): FollowUpCriterion[] =>
  readRequest(text.slice(0, 600).replace(LABEL_PATTERN, ' '))
    .filter((piece) => piece.entities.length > 0 && wording.kindOf(piece) !== 'firm')
    .slice(0, 8)
    .map((piece) => ({
      subject: wording.subjectOf(piece),
      text: wording.wordingOf(piece),
      need: 'preferred',
    }));

/** Adds the examples' criteria that are not covered yet: of places only the first, and a second profession as experience. */
function withExamples(all: readonly FollowUpCriterion[], examples: readonly string[]): FollowUpCriterion[] {
  const known = new Set(all.map(({ text }) => fold(text)));
  const taken = new Set(all.flatMap(({ subject, need }) => (need === 'excluded' ? [] : [subject])));
  const added: FollowUpCriterion[] = [];
  for (const each of examples.flatMap(exampleCriteria)) {
    const isPlace = each.subject === 'location' || each.subject === 'nationality';
    if (known.has(fold(each.text)) || (isPlace && taken.has(each.subject))) continue;
    const isOther = each.subject === 'profession' && taken.has('profession');
    known.add(fold(each.text));
    if (isPlace) taken.add(each.subject);
    added.push(isOther ? { ...each, subject: 'experience' } : each);
  }
  return [...all, ...added];
}

const alternativesOf = ({ text }: FollowUpCriterion): string[] => text.split(' or ').map(fold);
/** What a criterion names: 'firm' for 'Deloitte or KPMG'. */
const kindIn = ({ text }: FollowUpCriterion) =>
  readRequest(text)
    .map(wording.kindOf)
    .find((kind) => kind !== undefined);
const isDuration = (text: string): boolean => wording.yearsIn(text).length > 0;

/** Subjects of which a person has only one. */
const SINGLE_VALUED_SUBJECTS: ReadonlySet<string> = new Set(['location', 'profession', 'nationality']);

/** All criteria after a request: the earlier ones, with new ones added to them or replacing them. */
function merge(
  earlier: readonly FollowUpCriterion[],
  added: readonly FollowUpCriterion[],
  request: string,
): FollowUpCriterion[] {
  const merged = [...earlier];
  const isAlternative = ALTERNATIVE_PATTERN.test(request);
  for (const each of added) {
    const same = merged.findIndex(
      (known) => known.subject === each.subject && alternativesOf(each).includes(fold(known.text)),
    );
    const isReplacedBy = ({ subject, text }: FollowUpCriterion) =>
      SINGLE_VALUED_SUBJECTS.has(subject)
        ? subject === each.subject
        : isDuration(text) && isDuration(each.text);
    const isJoinedBy = (known: FollowUpCriterion) =>
      isAlternative && known.subject === each.subject && kindIn(known) === kindIn(each);
    const replacedIndex =
      each.need === 'required'
        ? merged.findIndex((known) => known.need !== 'excluded' && (isReplacedBy(known) || isJoinedBy(known)))
        : -1;
    const known = merged[replacedIndex];
    if (same !== -1) merged[same] = each;
    else if (known === undefined) merged.push(each);
    else
      merged[replacedIndex] = {
        ...each,
        need: isAlternative ? known.need : each.need,
        text: joinTexts(known.text, each.text, request),
      };
  }
  return merged;
}

/** Adds an alternative to what was asked before. Within a request, 'or' joins only what the request itself names. */
const ALTERNATIVE_PATTERN = /^\s*(?:or|oder|ou|o)\b/i;
/** Marks any other addition to what was asked before. */
const ADDITION_PATTERN =
  /^\s*(?:(?:add|include|plus)\b|and (?!(?:what|how|only|just|now|then|in|at|from|with|who|not)\b))|\b(?:also|too|as well|auch|aussi|tambi[eé]n|tamb[eé]m)(?![\p{L}])/iu;
const STAGE_PATTERN = /^(?:senior|junior)\s+/i;

/** 'senior' is put before a profession; another place is added as an alternative or replaces the earlier one. */
function joinTexts(known: string, text: string, request: string): string {
  const kinds = readRequest(text).map(wording.kindOf);
  if (kinds.length > 0 && kinds.every((kind) => kind === 'stage' || kind === 'specialism'))
    return `${text} ${kinds.includes('stage') ? known.replace(STAGE_PATTERN, '') : known}`;
  const isAdded = ALTERNATIVE_PATTERN.test(request) || ADDITION_PATTERN.test(request);
  return isAdded ? `${known} or ${text}` : text;
}

/** An answer to what came before, which negates nothing that follows: 'No, Spanish speakers'. */
const OPENING_PATTERN = /^\s*(?:no|nope|nein|non|nao|não)\s*[,.!]\s*/i;

/** Answers the query call for a request that follows an earlier search, or that wants others like somebody. */
export function writeFollowUp(input: Record<string, unknown>): object {
  const request = textOf(input['request']).replace(OPENING_PATTERN, '');
  const before = isRecord(input['earlier']) ? input['earlier'] : {};
  const earlier = readEarlier(before['criteria']);
  const examples = recordsOf(before['people']).map((person) =>
    [textOf(person['headline']), textOf(person['about'])].join('. '),
  );
  const record = input['record'];
  if (isRecord(record)) examples.push(textsIn(record).join('. '));
  const changed = readChange(request, earlier, examples);
  if (changed === undefined) return { ...writeQuery(request), isNewSearch: true, removed: [] };
  const kept = earlier.filter((wanted) => !changed.isGone(wanted));
  const all = withExamples(merge(kept, changed.added, request), examples);
  const stayed = new Set(all.map(({ id }) => id));
  return {
    ...writeCriteria(requireProfession(all)),
    isNewSearch: false,
    removed: earlier.flatMap(({ id = '' }) => (stayed.has(id) ? [] : [id])),
  };
}

/** If nothing is required, makes the profession required. */
const requireProfession = (all: readonly FollowUpCriterion[]): readonly FollowUpCriterion[] =>
  all.some(({ need }) => need === 'required')
    ? all
    : all.map((each) => (each.subject === 'profession' ? { ...each, need: 'required' } : each));

function writeCriteria(all: readonly FollowUpCriterion[]): object {
  const wanted = all.filter(({ need }) => need !== 'excluded');
  const texts = (subject: string) =>
    wanted.filter((each) => each.subject === subject).map(({ text }) => text);
  /** Alternatives must share one need: if some values are only preferred, a required one is omitted here and stays as it was. */
  const alternativesField = (subject: string) => {
    const all = wanted.filter((each) => each.subject === subject);
    const preferred = all.filter(({ need }) => need === 'preferred');
    const [first, ...others] = (preferred.length > 0 ? preferred : all).map(({ text }) => text);
    return first === undefined ? {} : { [subject]: [first, ...others].join(' or ') };
  };
  const field = (subject: string, separator: string) => {
    const joinedTexts = texts(subject).join(separator);
    return joinedTexts === '' ? {} : { [subject]: joinedTexts };
  };
  const required = wanted.filter(({ need }) => need === 'required');
  /** Words missing from the vocabulary can only be found as quoted phrases. */
  const isLiteral = ({ text, subject }: FollowUpCriterion) =>
    (text.includes(' or ') || subject === 'location' || subject === 'profession') &&
    text.split(' or ').some((each) => readRequest(each).every(({ entities }) => entities.length === 0));
  const sentence = required
    .filter((each) => !isLiteral(each))
    .map(({ subject, text }) => (subject === 'experience' ? `at ${text}` : text))
    .join(', ');
  const exclusions = all.filter(({ need }) => need === 'excluded');
  const written = writeQuery([sentence, ...exclusions.map(({ text }) => `not ${text}`)].join(', '));
  const literalGroups = required
    .filter(isLiteral)
    .map(({ text }) => ` ("${text.split(' or ').join('" OR "')}")`);
  return {
    ...written,
    googleSearchQuery: written.googleSearchQuery + literalGroups.join(''),
    targetCriteria: {
      ...alternativesField('nationality'),
      ...alternativesField('location'),
      ...field('education', ', '),
      ...field('profession', ' '),
      interests: texts('interest'),
      experience: texts('experience'),
    },
    preferred: wanted.filter(({ need }) => need === 'preferred').map(({ text }) => text),
    excluded: exclusions.map(({ subject, text }) => ({ subject, text })),
  };
}
