import type { Providers } from '#functions/providers/ports.ts';
import { CHAT_ERRORS } from '#shared/errors.ts';
import type { Message, MessageMetadata, Outcome } from '#shared/message.ts';
import type { DeepResearchResult, SearchQuery } from '#shared/results.ts';
import type { DoneEvent, Search, SearchEvent } from '#shared/search.ts';
import { searchApology } from '#shared/search-errors.ts';
import { type ProgressStep, STEP_RECORD_LIMITS, type StepId, type StepRecord } from '#shared/steps.ts';
import { toTimestamp } from '#shared/time.ts';
import { truncate } from '#shared/truncate.ts';
import { profileCount, type SearchDeps } from './context.ts';
import { furthestPages, nextPage } from './criteria/further-pages.ts';
import { type Directory, toDisplayData } from './directory.ts';

/** What a search has found so far. Filled in as it runs, so that a search that ends early still has something to show. */
export interface SearchSoFar {
  query?: SearchQuery;
  /** How the criteria differ from the previous answer's, one line each; empty for a follow-up that changed nothing. */
  changes?: readonly string[];
  directory?: Directory;
  deepResults?: DeepResearchResult;
  deepResearch: boolean;
  /** Replaces the usual opening sentence when the search continues another answer. */
  opening?: {
    /** @param verifiedBy a clause saying how many were verified and with which provider; empty if nobody was */
    answered: (verifiedBy: string) => string;
    stopped?: string;
  };
  /** Sentences added to the answer, mostly about what had to be skipped. */
  notes: string[];
}

/** Text and metadata of an assistant message. */
export interface Answer {
  outcome: Outcome;
  content: string;
  metadata: MessageMetadata;
}

type AnswerDeps = Pick<SearchDeps, 'providers'>;

/** The answer for whatever was found. */
export function answerWith(soFar: SearchSoFar, deps: AnswerDeps, outcome: 'answered' | 'stopped'): Answer {
  const { providers } = deps;
  const count = soFar.directory?.results.linkedinProfiles.length ?? 0;
  const opening = outcome === 'stopped' ? openStopped(count, soFar) : openAnswered(count, soFar, providers);
  return {
    outcome,
    content: [opening, ...soFar.notes].join('\n\n'),
    metadata: { ...describeSearch(soFar, providers), outcome, ...spendOf(deps) },
  };
}

/** The apology for a search that found nothing to show because a step failed. docs/behaviour.md#failures */
export function apologise(reason: string, { query, deepResearch }: SearchSoFar, deps: AnswerDeps): Answer {
  return {
    outcome: 'apologised',
    content: searchApology(reason),
    metadata: {
      useDeepResearch: deepResearch,
      outcome: 'apologised',
      ...(query && { searchQuery: query }),
      ...spendOf(deps),
    },
  };
}

interface ToMessageOptions {
  /** The search's events so far, of which only the steps are read. */
  events: readonly SearchEvent[];
  /** Milliseconds since 1970. */
  now: number;
}

/** The answer as a message in the search's chat, with the steps that led to it. */
export function toMessage(
  search: Search,
  { content, metadata }: Omit<Answer, 'outcome'>,
  { events, now }: ToMessageOptions,
): Message {
  const steps = recordSteps(events);
  const { id: questionId, metadata: { refines, task } = {} } = search.userMessage;
  return {
    id: search.assistantMessageId,
    chatId: search.chatId,
    userId: search.userId,
    role: 'assistant',
    content,
    timestamp: toTimestamp(now),
    metadata: {
      ...metadata,
      questionId,
      ...(steps.length > 0 && { steps }),
      ...(refines !== undefined && { refines }),
      ...(task && { task }),
    },
  };
}

/** The step records stored with an answer, in the order in which the steps began. */
function recordSteps(events: readonly SearchEvent[]): StepRecord[] {
  const records = new Map<StepId, StepRecord>();
  for (const event of events) {
    if (event.type !== 'step') continue;
    const { id, timestamp } = event.data;
    records.set(id, recordStep(event.data, records.get(id)?.startedAt ?? timestamp));
  }
  return [...records.values()].slice(0, STEP_RECORD_LIMITS.steps);
}

function recordStep({ id, status, timestamp, details }: ProgressStep, startedAt: string): StepRecord {
  const { details: maxDetails, detailLength } = STEP_RECORD_LIMITS;
  const hasEnded = status === 'completed' || status === 'error';
  return {
    id,
    status,
    startedAt,
    ...(hasEnded && { duration: Math.max(0, Date.parse(timestamp) - Date.parse(startedAt)) }),
    ...(details && { details: details.slice(-maxDetails).map((line) => truncate(line, detailLength)) }),
  };
}

/** The answer for an interrupted search, from the events it logged: the people found so far, or the apology if there were none. */
export function interruptedAnswer(search: Search, logged: readonly SearchEvent[], now: number): Message {
  const directory = logged.findLast((event) => event.type === 'profiles')?.data;
  const count = directory?.totalProfiles ?? 0;
  const content =
    count > 0
      ? `This search was interrupted on our side. ${foundUntilThen(count)}`
      : searchApology('The search was interrupted on our side');
  const metadata: MessageMetadata = {
    useDeepResearch: search.deepResearch,
    outcome: count > 0 ? 'stopped' : 'apologised',
    ...(directory && { profileDisplayData: directory }),
  };
  return toMessage(search, { content, metadata }, { events: logged, now });
}

const SEND_ERROR = 'send-message-error';
const SEND_FAILURE: NonNullable<DoneEvent['data']['error']> = {
  code: SEND_ERROR,
  message: CHAT_ERRORS[SEND_ERROR],
};

/** The last event of a search that failed as a whole, with the reason if there is one to show (docs/behaviour.md#error-texts). */
export const failedEvent = ({ code, message }: typeof SEND_FAILURE = SEND_FAILURE): DoneEvent => ({
  type: 'done',
  data: { outcome: 'failed', error: { code, message } },
});

function spendOf({ providers }: AnswerDeps): Pick<MessageMetadata, 'spend'> {
  const spend = providers.spend?.();
  return spend ? { spend } : {};
}

function openAnswered(
  count: number,
  { directory, deepResults, opening }: SearchSoFar,
  { profileData }: Providers,
): string {
  const verifiedCount = [...(directory?.verifications.values() ?? [])].filter(
    (each) => each.isVerified,
  ).length;
  const verifiedBy =
    deepResults && verifiedCount > 0
      ? ` and verified ${verifiedCount} of them with ${profileData.label}`
      : '';
  if (opening) return opening.answered(verifiedBy);
  if (count > 0) return `I found ${profileCount(count)} for your request${verifiedBy}.`;
  const leftOut = directory?.results.leftOut ?? 0;
  return leftOut === 0
    ? 'No profiles found matching your criteria.'
    : `I found nobody new: ${profileCount(leftOut)} that you have seen before or hidden ${leftOut === 1 ? 'was' : 'were'} left out.`;
}

function openStopped(count: number, { opening }: SearchSoFar): string {
  if (opening?.stopped !== undefined) return opening.stopped;
  if (count === 0) return 'You stopped this search before anyone was found.';
  return `You stopped this search. ${foundUntilThen(count)}`;
}

const foundUntilThen = (count: number): string =>
  `${count === 1 ? 'This is' : 'These are'} the ${profileCount(count)} found until then.`;

function describeSearch(soFar: SearchSoFar, providers: Providers): MessageMetadata {
  const { query, changes, directory, deepResults, deepResearch } = soFar;
  const labels = [providers.languageModel.label, providers.webSearch.label];
  return {
    ...(query && { searchQuery: query }),
    ...(changes && { changes: [...changes] }),
    ...(directory && describeDirectory(directory)),
    ...(deepResults && { deepResearchResults: deepResults }),
    model: [...labels, ...(deepResearch ? [providers.profileData.label] : [])].join(' + '),
    step: deepResults ? 'deep_research_complete' : 'profile_search',
    useDeepResearch: deepResearch,
  };
}

function describeDirectory(directory: Directory): MessageMetadata {
  const {
    pagesRead,
    onSecondPage: _,
    leftOut: __,
    searchedInstead: ___,
    ...searchResults
  } = directory.results;
  return {
    searchResults,
    profileDisplayData: toDisplayData(directory),
    pagesRead: furthestPages(pagesRead),
    hasMore: nextPage(directory.query, pagesRead) !== undefined,
  };
}
