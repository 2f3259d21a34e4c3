import type { Providers } from '#functions/providers/ports/index.ts';
import { searchApology } from '#shared/errors.ts';
import type { MessageMetadata } from '#shared/message.ts';
import type { Outcome } from '#shared/outcome.ts';
import type { SearchTools } from './context.ts';
import { toDisplayData } from './directory.ts';
import type { Findings } from './research.ts';

/** Text and metadata of an assistant message. */
export interface Answer {
  outcome: Outcome;
  content: string;
  metadata: MessageMetadata;
}

type AnswerTools = Pick<SearchTools, 'providers' | 'signal'>;

/** The answer made of whatever was found. */
export function answerWith(
  findings: Findings,
  { providers, signal }: AnswerTools,
  outcome: 'answered' | 'stopped',
): Answer {
  const count = findings.directory?.results.linkedinProfiles.length ?? 0;
  const opening = outcome === 'stopped' ? openStopped(count) : openAnswered(count, findings, providers);
  return {
    outcome,
    content: [opening, ...findings.notes].join('\n\n'),
    metadata: { ...describeFindings(findings, providers), outcome, ...spendOf({ providers, signal }) },
  };
}

/** The specified apology for a search that found nothing to show because a step failed. */
export function apologise(reason: string, { query, deepResearch }: Findings, tools: AnswerTools): Answer {
  return {
    outcome: 'apologised',
    content: searchApology(reason),
    metadata: {
      useDeepResearch: deepResearch,
      outcome: 'apologised',
      ...(query && { searchQuery: query }),
      ...spendOf(tools),
    },
  };
}

function spendOf({ providers, signal }: AnswerTools): Pick<MessageMetadata, 'spend'> {
  const spend = providers.spendOf?.(signal);
  return spend ? { spend } : {};
}

function openAnswered(
  count: number,
  { directory, deepResults }: Findings,
  { profileData }: Providers,
): string {
  if (count === 0) return 'Nobody was found for this request. Try fewer or broader criteria.';
  const verified = [...(directory?.verifications.values() ?? [])].filter((each) => each.verified).length;
  const found = `I found ${people(count)} for your request`;
  if (deepResults === undefined || verified === 0) return `${found}.`;
  return `${found} and verified ${verified} of them with ${profileData.label}.`;
}

function openStopped(count: number): string {
  if (count === 0) return 'You stopped this search before anyone was found.';
  return `You stopped this search. These are the ${people(count)} found until then.`;
}

const people = (count: number): string => (count === 1 ? '1 profile' : `${count} profiles`);

function describeFindings(findings: Findings, providers: Providers): MessageMetadata {
  const { query, directory, deepResults, deepResearch } = findings;
  const labels = [providers.languageModel.label, providers.webSearch.label];
  return {
    ...(query && { searchQuery: query }),
    ...(directory && {
      searchResults: directory.results,
      profileDisplayData: toDisplayData(directory),
    }),
    ...(deepResults && { deepResearchResults: deepResults }),
    model: [...labels, ...(deepResearch ? [providers.profileData.label] : [])].join(' + '),
    step: deepResults ? 'deep_research_complete' : 'profile_search',
    useDeepResearch: deepResearch,
  };
}
