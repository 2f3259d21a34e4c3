import { cleanText } from '#shared/clean-text.ts';
import type { Criterion } from '#shared/criteria.ts';
import { LIMITS } from '#shared/limits.ts';
import { profileUrlsIn } from '#shared/linkedin-url.ts';
import { NOTHING_CHANGED } from '#shared/message.ts';
import { nameFromTitle } from '#shared/page-title.ts';
import type { SearchQuery } from '#shared/results.ts';
import { SEARCH_ERRORS } from '#shared/search-errors.ts';
import type { Basis, SearchTask } from '#shared/search-request.ts';
import { readableReason, type SearchDeps, StepFailure, startStep } from '../context.ts';
import { basisData, cleanCriteria, type HeldPeople, holdPeople, readBasis } from '../conversation/basis.ts';
import { describeChanges } from '../conversation/changes.ts';
import { borneOut, type Example } from '../conversation/examples.ts';
import { isNewSearch } from '../conversation/follow-up.ts';
import { lookUpNamed, type NamedProfile } from '../conversation/named-profile.ts';
import { type Meant, peopleMeant } from '../conversation/people-meant.ts';
import { refineCriteria } from '../conversation/refine.ts';
import { readCriteria, targetOf } from '../criteria/criteria.ts';
import { alternativesFor, completeQuery, queryFor, speaksOf } from '../criteria/google-query.ts';
import { isSame } from '../criteria/same-criterion.ts';
import { applySensitivity, describeIgnored, tellable, tellableEarlier } from '../criteria/sensitive.ts';
import { bearsOut } from '../language/words.ts';
import { askModel, LONGEST_REQUEST } from '../model/model-call.ts';
import { type QueryInput, type QueryReply, queryPrompt } from '../model/prompts/query.ts';
import type { Asked } from '../research.ts';

/** The outcome of step 1. */
export interface SettledQuery {
  query: SearchQuery;
  /** The request as the judging calls see it. */
  request: string;
  /** How the criteria differ from the previous answer's, one line each; empty if the request was to change them and did not. */
  changes?: string[];
  /** The previous answer's people, held against the criteria; absent for a new search. */
  held?: HeldPeople;
  /** Addresses of people this search must not return: the request wants others like them, or leaves them out. */
  passedOver: ReadonlySet<string>;
}

type Step = ReturnType<typeof startStep>;

/**
 * Step 1: the request becomes a web search and the criteria people are held against, read together with the answer that it follows.
 * @throws StepFailure 'Failed to generate search query: …'
 */
export const generateQuery = (asked: Asked, deps: SearchDeps): Promise<SettledQuery> =>
  settleIn(deps, async (step) => {
    const isNaming = profileUrlsIn(asked.request).length > 0;
    // Without a wait where there is nothing to look up: the call goes out with the step.
    const named = isNaming ? await lookUpNamed(asked.request, deps, (line) => step.show([line])) : undefined;
    const settled = await readRequest(asked, named, deps);
    return { settled, lines: named ? [named.line] : [] };
  });

/**
 * Step 1 of a search by criteria that a person has set: no model is asked.
 * @throws StepFailure 'Failed to generate search query: …' where there is nothing to search by
 */
export const setQuery = (
  asked: Asked & { task: Extract<SearchTask, { kind: 'criteria' }> },
  deps: SearchDeps,
): Promise<SettledQuery> =>
  settleIn(deps, async () => ({ settled: readSet(asked, deps), lines: ['Criteria as you set them'] }));

/** Runs the step around what settles the query. */
async function settleIn(
  deps: SearchDeps,
  settle: (step: Step) => Promise<{ settled: SettledQuery; lines: readonly string[] }>,
): Promise<SettledQuery> {
  const step = startStep(deps, 'query-generation');
  try {
    const { settled, lines } = await step.paced(settle(step));
    step.complete([...describeQuery(settled), ...describeIgnored(settled.query, deps), ...lines]);
    return settled;
  } catch (error) {
    const failure = new StepFailure(SEARCH_ERRORS.queryFailed(readableReason(error)), { cause: error });
    step.fail(failure.message);
    throw failure;
  }
}

/** Words that ask for nothing by themselves. */
const SAYS_NOTHING =
  /\b(?:this person|people|persons?|someone|somebody|anyone|others?|candidates?|profiles?|experts?|find|show|search|get|give|me|us|more|i|want|need|looking|look|for|like|similar|to|as|such|same|just|the|a|an|and|or|who|are|is|with|please)\b|[^\p{L}\p{N}]/giu;

async function readRequest(
  { request, plan }: Asked,
  named: NamedProfile | undefined,
  deps: SearchDeps,
): Promise<SettledQuery> {
  const words = named?.request ?? request;
  if (named && !named.example && words.replace(SAYS_NOTHING, '') === '')
    throw new StepFailure(`${named.reason}, and the request says nothing else to search by`);
  const before = readBasis(plan, deps.sensitiveCriteria);
  const { examples: meant, leftOut } = peopleMeant(named?.rest ?? request, before?.people ?? []);
  const basis = named?.isNewSearch && meant.length === 0 ? undefined : before;
  const input: QueryInput = {
    request: words,
    briefWords: words.length > LONGEST_DESCRIPTION ? 120 : words.length > LONGEST_REQUEST ? 30 : 0,
    ...(basis && {
      earlier: basisData(
        basis,
        meant.map(({ data }) => data),
      ),
    }),
    ...(named?.example && { record: named.example.data }),
  };
  const examples = [...meant, ...(named?.example ? [named.example] : [])];
  const reply = examples.length === 0 ? await ask(input, deps) : await askBesideStrangers(input, basis, deps);
  const settled = settleQuery({ request: words, reply, basis, examples, leftOut }, deps);
  const passedOver = new Set([...(named?.urls ?? []), ...leftOut.map(({ person }) => person.url)]);
  return { ...settled, passedOver };
}

const ask = (input: QueryInput, deps: SearchDeps): Promise<QueryReply> =>
  askModel(queryPrompt(input), input, deps);

/** Strangers' words may cause an unusable reply: the model is then asked once more without them. */
async function askBesideStrangers(
  input: QueryInput,
  basis: Basis | undefined,
  deps: SearchDeps,
): Promise<QueryReply> {
  try {
    return await ask(input, deps);
  } catch (error) {
    if (!(error instanceof StepFailure)) throw error;
    const { record: _, ...own } = input;
    return await ask({ ...own, ...(basis && { earlier: basisData(basis, []) }) }, deps);
  }
}

interface Read {
  request: string;
  reply: QueryReply;
  basis: Basis | undefined;
  /** Whose words the model was shown. */
  examples: readonly Example[];
  leftOut: Meant['leftOut'];
}

/** Checks the model's reading against the request, the previous answer and the examples. */
function settleQuery(
  { request, reply, basis, examples, leftOut }: Read,
  deps: SearchDeps,
): Omit<SettledQuery, 'passedOver'> {
  const names = leftOut.map(({ person }) => nameFromTitle(person.title));
  // A name is not a criterion.
  const read = readCriteria(reply, request).filter(({ text }) => !names.some((name) => bearsOut(name, text)));
  const isFenced = examples.length > 0;
  // Examples cannot change how strongly something is already asked for.
  const isOpen = (each: Criterion) =>
    bearsOut(request, each.text) || !basis?.criteria.some((known) => isSame(known, each));
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

/** The brief, if there is one that may be told. */
const toldBrief = (
  brief: string | undefined,
  sensitive: string[],
  deps: SearchDeps,
): Pick<SearchQuery, 'brief'> => {
  const told = tellable(brief ?? '', { sensitive }, deps);
  return told === '' ? {} : { brief: told };
};

/**
 * What is searched for: what the model wrote, unless it was shown strangers' words, or its query for a follow-up lacks what is still asked
 * for or has what no longer is.
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
      !wanted.some((each) => bearsOut(each.text, text)) && speaksOf(reply.googleSearchQuery, text, 'all'),
  );
  const isShort = wanted.some(
    ({ need, text }) => need === 'required' && !speaksOf(reply.googleSearchQuery, text, 'any'),
  );
  if (!isFenced && (before.length === 0 || (!isStale && !isShort))) {
    const { googleSearchQuery, alternativeSearchTerms } = reply;
    return { googleSearchQuery: completeQuery(googleSearchQuery, criteria), alternativeSearchTerms };
  }
  const isTheirs = ({ text, need }: Criterion) => need === 'preferred' && !bearsOut(request, text);
  const known = new Set(before.map(({ id }) => id));
  const either = isFenced ? wanted.filter((each) => isTheirs(each) && !known.has(each.id)) : [];
  return {
    googleSearchQuery: queryFor(
      criteria,
      either.map(({ text }) => text),
    ),
    alternativeSearchTerms: alternativesFor(criteria),
  };
}

/** In characters: up to this length a request gets a brief as short as a short request. */
const LONGEST_DESCRIPTION = 600;

/** The summary later calls get instead of a long request; undefined if neither the request nor one before it is long. */
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
  if (request.length > LONGEST_REQUEST) {
    const isDescription = request.length <= LONGEST_DESCRIPTION;
    const said = isFenced ? '' : cutAtWord(reply.brief, isDescription ? LONGEST_REQUEST : LIMITS.briefLength);
    return said || cutAtWord(request, isDescription ? LONGEST_REQUEST : LONGEST_DESCRIPTION);
  }
  if (basis?.brief === undefined) return undefined;
  const then = ` Then: ${request}`;
  return cutAtWord(basis.brief, LIMITS.briefLength - then.length) + then;
}

/** The beginning of a text, with an ellipsis where the end is left out. */
function cutAtWord(text: string, longest: number): string {
  const plain = cleanText(text, text.length).replace(/\s+/g, ' ');
  return plain.length <= longest ? plain : `${plain.slice(0, longest - 1).replace(/\s+\S*$/, '')}…`;
}

/** A follow-up after the request before it, within the length that the judging calls get. */
function tellTogether(request: string, basis: Basis | undefined, deps: SearchDeps): string {
  const earlier = tellableEarlier(basis?.request ?? '', deps);
  if (earlier === '' || request.length > LONGEST_REQUEST / 2) return request;
  const then = ` Then: ${request}`;
  return cutAtWord(earlier, LONGEST_REQUEST - then.length) + then;
}

function readSet(
  { request, plan, task }: Asked & { task: Extract<SearchTask, { kind: 'criteria' }> },
  deps: SearchDeps,
): SettledQuery {
  const basis = readBasis(plan, deps.sensitiveCriteria);
  const set = cleanCriteria(task.criteria);
  const { criteria, sensitive } = applySensitivity(set, basis?.brief ?? '', deps.sensitiveCriteria);
  const given = cleanText(task.googleSearchQuery ?? '', LIMITS.queryLength);
  // An unedited query is not the person's own, and may ask for what no longer is asked for.
  const own = given === basis?.googleSearchQuery ? '' : given;
  const wanted = criteria.filter(({ need }) => need !== 'excluded');
  if (wanted.length === 0 && own === '')
    throw new StepFailure('Set something that people are to have, or a Google query');
  const query: SearchQuery = {
    googleSearchQuery: own === '' ? queryFor(criteria) : completeQuery(own, criteria),
    targetCriteria: targetOf(criteria),
    criteria,
    ...(sensitive.length > 0 && { sensitive }),
    alternativeSearchTerms: alternativesFor(criteria),
    ...toldBrief(basis?.brief, sensitive, deps),
  };
  const changes = basis ? describeChanges(basis.criteria, criteria) : [];
  return {
    query,
    request: criteria.map(inWords).join(', ') || tellable(request, query, deps),
    // Set criteria that change nothing mean only the query was edited.
    ...(changes.length > 0 && { changes }),
    // Somebody who edits the query wants to see whom it finds.
    ...(basis && own === '' && { held: holdPeople(basis, query) }),
    passedOver: new Set(),
  };
}

const MARKS = { required: '', preferred: 'ideally ', excluded: 'not ' };
const inWords = ({ need, text }: Criterion): string => `${MARKS[need]}${text}`;

function describeQuery({ query, changes }: SettledQuery): string[] {
  const { googleSearchQuery, criteria = [], brief } = query;
  return [
    `Search: ${googleSearchQuery}`,
    ...(brief === undefined ? [] : [`Brief: ${brief}`]),
    ...(criteria.length > 0 ? [`Criteria: ${criteria.map(inWords).join(' · ')}`] : []),
    ...(changes ? [changes.length > 0 ? `Changed: ${changes.join(' · ')}` : NOTHING_CHANGED] : []),
  ];
}
