import { cleanText } from '#shared/clean-text.ts';
import type { Criterion } from '#shared/criteria.ts';
import { LIMITS } from '#shared/limits.ts';
import { NOTHING_CHANGED } from '#shared/message.ts';
import { nameFromTitle } from '#shared/page-title.ts';
import type { SearchQuery } from '#shared/results.ts';
import type { Basis, SearchTask } from '#shared/search-request.ts';
import { type Asked, type SearchDeps, StepFailure } from './context.ts';
import { cleanCriteria, type HeldPeople, holdPeople, readBasis } from './conversation/basis.ts';
import { describeChanges } from './conversation/changes.ts';
import { borneOut, type Example } from './conversation/examples.ts';
import { isNewSearch } from './conversation/follow-up.ts';
import type { Meant } from './conversation/people-meant.ts';
import { refineCriteria } from './conversation/refine.ts';
import { readCriteria, targetOf } from './criteria/criteria.ts';
import {
  alternativeTermsFor,
  completeQuery,
  pageWords,
  queryFor,
  speaksOf,
  withoutOwnExclusions,
} from './criteria/google-query.ts';
import { isSame } from './criteria/same-criterion.ts';
import { applySensitivity, tellable, tellableEarlier } from './criteria/sensitive.ts';
import { containsContentWords } from './language/words.ts';
import { MAX_REQUEST_LENGTH } from './model/model-call.ts';
import type { QueryReply } from './model/prompts/query.ts';

/*
 * Settles what a search looks for: the criteria, the Google query, and the request as shown to the calls that judge people. The model's
 * reading of a request is checked against the request's own words; criteria set by the user are used as they are.
 */

/** The outcome of step 1. */
export interface SettledQuery {
  query: SearchQuery;
  /** The request as shown to the calls that judge people. */
  request: string;
  /** How the criteria differ from the previous answer's, one line each; empty for a follow-up that changed nothing. */
  changes?: string[];
  /** The previous answer's people, checked against the criteria; absent for a new search. */
  held?: HeldPeople;
  /** URLs of people this search must not return: the request asks for others like them, or rejects them. */
  passedOver: ReadonlySet<string>;
}

interface Read {
  request: string;
  reply: QueryReply;
  basis: Basis | undefined;
  /** People whose texts the model was shown. */
  examples: readonly Example[];
  leftOut: Meant['leftOut'];
}

/** Checks the model's reading against the request, the previous answer and the examples. */
export function settleQuery(
  { request, reply, basis, examples, leftOut }: Read,
  deps: SearchDeps,
): Omit<SettledQuery, 'passedOver'> {
  const names = leftOut.map(({ person }) => nameFromTitle(person.title));
  // A name is not a criterion.
  const read = readCriteria(reply, request).filter(
    ({ text }) => !names.some((name) => containsContentWords(name, text)),
  );
  const isFenced = examples.length > 0;
  // Examples cannot change how strongly an earlier criterion is asked for.
  const isOpen = (each: Criterion) =>
    containsContentWords(request, each.text) || !basis?.criteria.some((known) => isSame(known, each));
  const asked = isFenced
    ? borneOut(read, { request, examples, isAlone: basis === undefined }).filter(isOpen)
    : read;
  const followUp = basis && { ...reply, request, earlier: basis.criteria, asked };
  const goesOn = followUp !== undefined && (isFenced || !isNewSearch(followUp)) ? followUp : undefined;
  const all = goesOn ? refineCriteria({ ...goesOn, removed: isFenced ? [] : reply.removed }) : asked;
  const brief = briefOf({ request, reply, basis: goesOn && basis, isFenced });
  const { criteria, sensitive } = applySensitivity(all, brief ?? request, deps.sensitiveCriteria);
  const query: SearchQuery = {
    ...searchFor(criteria, { request, reply, before: goesOn?.earlier ?? [], isFenced }),
    targetCriteria: targetOf(criteria),
    criteria,
    ...(sensitive.length > 0 && { sensitive }),
    ...toldBrief(brief, sensitive, deps),
  };
  return {
    query,
    request: tellable(tellTogether(request, goesOn && basis, deps), query, deps),
    ...(goesOn && {
      changes: [
        ...describeChanges(goesOn.earlier, criteria),
        ...leftOut.map(({ rank }) => `Number ${rank} left out`),
      ],
    }),
    ...(goesOn && basis && { held: withoutThose(leftOut, holdPeople(basis, query)) }),
  };
}

function withoutThose(leftOut: Meant['leftOut'], held: HeldPeople): HeldPeople {
  const urls = new Set(leftOut.map(({ person }) => person.url));
  return { ...held, fitting: held.fitting.filter(({ url }) => !urls.has(url)) };
}

/** The brief, unless there is none or it names an ignored criterion. */
const toldBrief = (
  brief: string | undefined,
  sensitive: string[],
  deps: SearchDeps,
): Pick<SearchQuery, 'brief'> => {
  const told = tellable(brief ?? '', { sensitive }, deps);
  return told === '' ? {} : { brief: told };
};

/**
 * The Google query and its alternatives: the model's, unless it was shown strangers' texts, or unless its query for a follow-up lacks a
 * required criterion or still contains a dropped one; then they are built from the criteria.
 */
function searchFor(
  criteria: readonly Criterion[],
  {
    request,
    reply,
    before,
    isFenced,
  }: { request: string; reply: QueryReply; before: readonly Criterion[]; isFenced: boolean },
): Pick<SearchQuery, 'googleSearchQuery' | 'alternativeSearchTerms'> {
  const wanted = criteria.filter(({ need }) => need !== 'excluded');
  const isStale = before.some(
    ({ text }) =>
      !wanted.some((each) => containsContentWords(each.text, text)) &&
      speaksOf(reply.googleSearchQuery, text, 'all'),
  );
  const isShort = wanted.some((each) => {
    const words = each.need === 'required' ? pageWords(each).join(' ') : '';
    return words !== '' && !speaksOf(reply.googleSearchQuery, words, 'any');
  });
  if (!isFenced && (before.length === 0 || (!isStale && !isShort))) {
    const written = (query: string) => withoutOwnExclusions(query, criteria);
    return {
      googleSearchQuery: completeQuery(written(reply.googleSearchQuery), criteria),
      alternativeSearchTerms: reply.alternativeSearchTerms.map(written),
    };
  }
  const isTheirs = ({ text, need }: Criterion) =>
    need === 'preferred' && !containsContentWords(request, text);
  const known = new Set(before.map(({ id }) => id));
  const either = isFenced ? wanted.filter((each) => isTheirs(each) && !known.has(each.id)) : [];
  return {
    googleSearchQuery: queryFor(
      criteria,
      either.map(({ text }) => text),
    ),
    alternativeSearchTerms: alternativeTermsFor(criteria),
  };
}

/** In characters. A long request up to this length gets a brief the size of a short request; anything longer gets a fuller one. */
const LONGEST_DESCRIPTION = 600;

/** Word limit for the brief that the model is asked for; 0 if none is needed. */
export const briefWordsFor = ({ length }: string): number =>
  length > LONGEST_DESCRIPTION ? 120 : length > MAX_REQUEST_LENGTH ? 30 : 0;

/** The summary that later calls get instead of a long request; undefined if neither this request nor an earlier one is long. */
function briefOf({
  request,
  reply,
  basis,
  isFenced,
}: {
  request: string;
  reply: QueryReply;
  basis: Basis | undefined;
  isFenced: boolean;
}): string | undefined {
  if (request.length > MAX_REQUEST_LENGTH) {
    const isDescription = request.length <= LONGEST_DESCRIPTION;
    const said = isFenced
      ? ''
      : cutAtWord(reply.brief, isDescription ? MAX_REQUEST_LENGTH : LIMITS.briefLength);
    return said || cutAtWord(request, isDescription ? MAX_REQUEST_LENGTH : LONGEST_DESCRIPTION);
  }
  if (basis?.brief === undefined) return undefined;
  const then = ` Then: ${request}`;
  return cutAtWord(basis.brief, LIMITS.briefLength - then.length) + then;
}

/** A text cut to `longest` characters at the end of a word, with an ellipsis if anything was cut. */
function cutAtWord(text: string, longest: number): string {
  const plain = cleanText(text, text.length).replace(/\s+/g, ' ');
  return plain.length <= longest ? plain : `${plain.slice(0, longest - 1).replace(/\s+\S*$/, '')}…`;
}

/** A follow-up appended to the request before it, within the length limit of the judging calls. */
function tellTogether(request: string, basis: Basis | undefined, deps: SearchDeps): string {
  const earlier = tellableEarlier(basis?.request ?? '', deps);
  if (earlier === '' || request.length > MAX_REQUEST_LENGTH / 2) return request;
  const then = ` Then: ${request}`;
  return cutAtWord(earlier, MAX_REQUEST_LENGTH - then.length) + then;
}

/** The query for criteria set by the user. @throws StepFailure if there is nothing to search by */
export function settleCriteria(
  { request, plan, task }: Asked & { task: Extract<SearchTask, { kind: 'criteria' }> },
  deps: SearchDeps,
): SettledQuery {
  const basis = readBasis(plan, deps.sensitiveCriteria);
  const set = cleanCriteria(task.criteria);
  const { criteria, sensitive } = applySensitivity(set, basis?.brief ?? '', deps.sensitiveCriteria);
  const given = cleanText(task.googleSearchQuery ?? '', LIMITS.queryLength);
  // An unedited query is not the user's own, and may contain criteria that have since been removed.
  const own = given === basis?.googleSearchQuery ? '' : given;
  const wanted = criteria.filter(({ need }) => need !== 'excluded');
  if (wanted.length === 0 && own === '')
    throw new StepFailure('Set a criterion that people must meet, or a Google query');
  const query: SearchQuery = {
    googleSearchQuery: own === '' ? queryFor(criteria) : completeQuery(own, criteria),
    targetCriteria: targetOf(criteria),
    criteria,
    ...(sensitive.length > 0 && { sensitive }),
    alternativeSearchTerms: alternativeTermsFor(criteria),
    ...toldBrief(basis?.brief, sensitive, deps),
  };
  const changes = basis ? describeChanges(basis.criteria, criteria) : [];
  return {
    query,
    request: criteria.map(inWords).join(', ') || tellable(request, query, deps),
    // If the criteria are unchanged, only the query was edited.
    ...(changes.length > 0 && { changes }),
    // A user who edits the query wants to see whom that query finds.
    ...(basis && own === '' && { held: holdPeople(basis, query) }),
    passedOver: new Set(),
  };
}

const MARKS = { required: '', preferred: 'ideally ', excluded: 'not ' };
const inWords = ({ need, text }: Criterion): string => `${MARKS[need]}${text}`;

/** The query, brief, criteria and changes, one readable line each. */
export function describeQuery({ query, changes }: SettledQuery): string[] {
  const { googleSearchQuery, criteria = [], brief } = query;
  return [
    `Search: ${googleSearchQuery}`,
    ...(brief === undefined ? [] : [`Brief: ${brief}`]),
    ...(criteria.length > 0 ? [`Criteria: ${criteria.map(inWords).join(' · ')}`] : []),
    ...(changes ? [changes.length > 0 ? `Changed: ${changes.join(' · ')}` : NOTHING_CHANGED] : []),
  ];
}
