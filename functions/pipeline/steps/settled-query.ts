import { cleanText } from '#shared/clean-text.ts';
import type { Criterion } from '#shared/criteria.ts';
import { LIMITS } from '#shared/limits.ts';
import { NOTHING_CHANGED } from '#shared/message.ts';
import type { SearchQuery } from '#shared/results.ts';
import type { Basis, SearchTask } from '#shared/search-request.ts';
import { type Asked, type SearchDeps, StepFailure } from '../context.ts';
import { cleanCriteria, readBasis } from '../conversation/basis.ts';
import { describeChanges } from '../conversation/changes.ts';
import { borneOut, type Example, isSaidIn } from '../conversation/examples.ts';
import { isNewSearch } from '../conversation/follow-up.ts';
import { type HeldPeople, holdPeople } from '../conversation/held-people.ts';
import { isNamedIn, type Meant } from '../conversation/mentioned-people.ts';
import { refineCriteria } from '../conversation/refine.ts';
import { separateAlternatives } from '../criteria/alternatives.ts';
import { readCriteria, targetOf } from '../criteria/criteria.ts';
import {
  alternativeTermsFor,
  completeQuery,
  pageWords,
  queryFor,
  speaksOf,
  withoutOwnExclusions,
} from '../criteria/google-query.ts';
import { isSame } from '../criteria/same-criterion.ts';
import { applySensitivity, tellable } from '../criteria/sensitive.ts';
import { nameIn } from '../evidence/pieces.ts';
import { containsContentWords } from '../language/words.ts';
import type { QueryReply } from '../model/prompts/query.ts';
import { briefOf, joinRequests } from './brief.ts';

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
}

interface ReadRequest {
  request: string;
  reply: QueryReply;
  basis: Basis | undefined;
  /** People whose texts the model was shown. */
  examples: readonly Example[];
  leftOut: Meant['leftOut'];
  /** Addresses in the request: the search must not return these people. */
  namedUrls: readonly string[];
}

/** Checks the model's reading against the request, the previous answer and the examples. */
export async function settleQuery(
  { request, reply, basis, examples, leftOut, namedUrls }: ReadRequest,
  deps: SearchDeps,
): Promise<SettledQuery> {
  // A name is not a criterion, but a place may share its name with somebody the request does not name.
  const isNameOf = (person: Meant['leftOut'][number], text: string) =>
    containsContentWords(nameIn(person.title), text) &&
    (isNamedIn(request, person) || !containsContentWords(request, text));
  const read = readCriteria(reply, request).filter(
    ({ text }) => !leftOut.some((person) => isNameOf(person, text)),
  );
  const hasExamples = examples.length > 0;
  // Examples cannot change how strongly an earlier criterion is asked for.
  const mayChange = (each: Criterion) =>
    isSaidIn(request, each) || !basis?.criteria.some((known) => isSame(known, each));
  const asked = hasExamples
    ? borneOut(read, { request, examples, isAlone: basis === undefined }).filter(mayChange)
    : read;
  const followUp = basis && { ...reply, request, earlier: basis.criteria, asked };
  const continued = followUp !== undefined && (hasExamples || !isNewSearch(followUp)) ? followUp : undefined;
  const continuedBasis = continued && basis;
  const all = continued ? refineCriteria({ ...continued, removed: hasExamples ? [] : reply.removed }) : asked;
  const brief = briefOf({ request, reply, basis: continuedBasis, hasExamples });
  const { criteria, sensitive } = applySensitivity(all, brief ?? request, deps.sensitiveCriteria);
  const query: SearchQuery = {
    ...searchFor(criteria, { request, reply, before: continued?.earlier ?? [], hasExamples }),
    targetCriteria: targetOf(criteria),
    criteria,
    ...(sensitive.length > 0 && { sensitive }),
    ...tellableBrief(brief, sensitive, deps),
    ...excluding(namedUrls, leftOut, continuedBasis),
  };
  return {
    query,
    request: tellable(joinRequests(request, continuedBasis, deps), query, deps),
    ...(continued && {
      changes: [
        ...describeChanges(continued.earlier, criteria),
        ...leftOut.map(({ rank }) =>
          rank === undefined ? 'Somebody out of sight left out' : `Number ${rank} left out`,
        ),
      ],
    }),
    ...(continuedBasis && { held: await holdPeople(continuedBasis, query, deps, leftOut) }),
  };
}

/** Who must not be found again, newest first, as far as a later request can name them. */
function excluding(
  namedUrls: readonly string[],
  leftOut: Meant['leftOut'],
  basis: Basis | undefined,
): Pick<SearchQuery, 'excludedUrls'> {
  const urls = [...namedUrls, ...leftOut.map(({ url }) => url), ...(basis?.excludedUrls ?? [])];
  return urls.length === 0 ? {} : { excludedUrls: [...new Set(urls)].slice(0, LIMITS.peopleOfBasis) };
}

/** The brief, unless there is none or it names an ignored criterion. */
const tellableBrief = (
  brief: string | undefined,
  sensitive: string[],
  deps: SearchDeps,
): Pick<SearchQuery, 'brief'> => {
  const text = tellable(brief ?? '', { sensitive }, deps);
  return text === '' ? {} : { brief: text };
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
    hasExamples,
  }: { request: string; reply: QueryReply; before: readonly Criterion[]; hasExamples: boolean },
): Pick<SearchQuery, 'googleSearchQuery' | 'alternativeSearchTerms'> {
  const wanted = criteria.filter(({ need }) => need !== 'excluded');
  const isStale = before.some(
    ({ text }) =>
      !wanted.some((each) => containsContentWords(each.text, text)) &&
      speaksOf(reply.googleSearchQuery, text, 'all'),
  );
  const isIncomplete = wanted.some((each) => {
    const words = each.need === 'required' ? pageWords(each).join(' ') : '';
    return words !== '' && !speaksOf(reply.googleSearchQuery, words, 'any');
  });
  if (!hasExamples && (before.length === 0 || (!isStale && !isIncomplete))) {
    const written = (query: string) => withoutOwnExclusions(query, criteria);
    return {
      googleSearchQuery: completeQuery(written(reply.googleSearchQuery), criteria),
      alternativeSearchTerms: reply.alternativeSearchTerms.map(written),
    };
  }
  const isFromExamples = (each: Criterion) => each.need === 'preferred' && !isSaidIn(request, each);
  const known = new Set(before.map(({ id }) => id));
  const optional = hasExamples ? wanted.filter((each) => isFromExamples(each) && !known.has(each.id)) : [];
  return {
    googleSearchQuery: queryFor(
      criteria,
      optional.map(({ text }) => text),
    ),
    alternativeSearchTerms: alternativeTermsFor(criteria),
  };
}

/** The query for criteria set by the user. @throws StepFailure if there is nothing to search by */
export async function settleCriteria(
  { request, plan, task }: Asked & { task: Extract<SearchTask, { kind: 'criteria' }> },
  deps: SearchDeps,
): Promise<SettledQuery> {
  const basis = readBasis(plan, deps.sensitiveCriteria);
  const isKnown = ({ text }: Criterion) => basis?.criteria.some((each) => each.text === text);
  const set = cleanCriteria(task.criteria).map((each) => (isKnown(each) ? each : separateAlternatives(each)));
  // Changed criteria replace the request, and so its brief.
  const brief = basis && describeChanges(basis.criteria, set).length === 0 ? basis.brief : undefined;
  const { criteria, sensitive } = applySensitivity(set, brief ?? '', deps.sensitiveCriteria);
  const given = cleanText(task.googleSearchQuery ?? '', LIMITS.queryLength);
  // An unedited query is not the user's own, and may contain criteria that have since been removed.
  const own = given === basis?.googleSearchQuery ? '' : given;
  const wanted = criteria.filter(({ need }) => need !== 'excluded');
  if (wanted.length === 0 && own === '')
    throw new StepFailure('Set a criterion that people must meet, or a Google query');
  // A user who edits the query wants to see exactly who that query finds.
  const query: SearchQuery = {
    googleSearchQuery: own === '' ? queryFor(criteria) : completeQuery(own, criteria),
    targetCriteria: targetOf(criteria),
    criteria,
    ...(sensitive.length > 0 && { sensitive }),
    ...(own === '' && {
      alternativeSearchTerms: alternativeTermsFor(criteria),
      ...excluding([], [], basis),
    }),
    ...tellableBrief(brief, sensitive, deps),
  };
  const changes = basis ? describeChanges(basis.criteria, criteria) : [];
  return {
    query,
    request: criteria.map(describeCriterion).join(', ') || tellable(request, query, deps),
    // If the criteria are unchanged, only the query was edited.
    ...(changes.length > 0 && { changes }),
    ...(basis && own === '' && { held: await holdPeople(basis, query, deps) }),
  };
}

const NEED_PREFIXES = { required: '', preferred: 'ideally ', excluded: 'not ' };
const describeCriterion = ({ need, text }: Criterion): string => `${NEED_PREFIXES[need]}${text}`;

/** The query, brief, criteria and changes, one readable line each. */
export function describeQuery({ query, changes }: SettledQuery): string[] {
  const { googleSearchQuery, criteria = [], brief } = query;
  return [
    `Search: ${googleSearchQuery}`,
    ...(brief === undefined ? [] : [`Brief: ${brief}`]),
    ...(criteria.length > 0 ? [`Criteria: ${criteria.map(describeCriterion).join(' · ')}`] : []),
    ...(changes ? [changes.length > 0 ? `Changed: ${changes.join(' · ')}` : NOTHING_CHANGED] : []),
  ];
}
