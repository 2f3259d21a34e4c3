import {
  type CompletionRequest,
  type CompletionTask,
  type FoundPages,
  ProviderError,
  type ProviderErrorCode,
  type ProviderKind,
  type Providers,
} from '#functions/providers/ports.ts';
import type { ProfileRecord } from '#shared/profile-record.ts';
import type { FoundProfile, PageRead } from '#shared/results.ts';

type Reply = (request: CompletionRequest, signal: AbortSignal) => unknown;

export interface FakeProviders extends Providers {
  /** Every call made, in order: the completion's task, 'search', 'page 3' or 'lookup'. */
  calls: string[];
  completions: CompletionRequest[];
}

export interface FakeProvidersOptions {
  replies?: Partial<Record<CompletionTask, Reply>>;
  profiles?: readonly FoundProfile[];
  search?: (query: string, signal: AbortSignal) => Promise<readonly FoundProfile[]>;
  /** By default, only a query's first page has results. */
  searchPage?: (asked: Omit<PageRead, 'isLast'>, signal: AbortSignal) => Promise<FoundPages>;
  lookUp?: (profileUrl: string, signal: AbortSignal) => Promise<ProfileRecord | undefined>;
}

export const queryReply = {
  googleSearchQuery: 'site:linkedin.com/in "Peruvian" "computer science"',
  targetCriteria: {
    nationality: 'Peruvian',
    location: 'United States',
    education: 'computer science',
    interests: ['AI'],
    experience: [],
  },
};

/** The profile URL of an invented person. */
export const urlOf = (slug: string): string => `https://www.linkedin.com/in/${slug}`;

/** An invented person as found by a web search. */
export const foundProfile = (position: number, overrides: Partial<FoundProfile> = {}): FoundProfile => ({
  url: urlOf(`person-${position}`),
  title: `Person ${position} - Engineer at Firm ${position} | LinkedIn`,
  snippet: `Peruvian engineer, computer science and AI · Experience: Firm ${position} · Education: School ${position} · Location: Boston`,
  position,
  ...overrides,
});

export const foundProfiles = (count: number): FoundProfile[] =>
  Array.from({ length: count }, (_, index) => foundProfile(index + 1));

export const recordOf = (profileUrl: string, overrides: Partial<ProfileRecord> = {}): ProfileRecord => ({
  public_identifier: profileUrl.split('/').at(-1),
  full_name: 'Person Full Name',
  headline: 'Headline of the record',
  city: 'Austin',
  state: 'Texas',
  country: 'US',
  experiences: [{ title: 'Researcher', company: 'Quipu Robotics', ends_at: null }],
  education: [{ school: 'Larkmoor Institute', degree_name: 'PhD', field_of_study: 'Computer Science' }],
  ...overrides,
});

export const failure = (provider: ProviderKind, code: ProviderErrorCode, reason: string): ProviderError =>
  new ProviderError({ provider, code, reason });

interface PromptedProfile {
  index: number;
  position: number;
}

/** The profiles in a scoring or formatting prompt. */
export const promptedProfiles = (request: CompletionRequest): PromptedProfile[] =>
  JSON.parse(request.user).profiles;

const DEFAULT_REPLIES: Record<CompletionTask, Reply> = {
  query: () => queryReply,
  scoring: (request) =>
    promptedProfiles(request).map(({ index, position }) => ({
      index,
      relevanceScore: 100 - position,
      reasoning: `Reason ${position}`,
      shouldVerify: true,
    })),
  assessment: () => ({
    finalRelevanceScore: 97,
    verificationReasoning: 'The record confirms it.',
    meetsAllCriteria: true,
  }),
  formatting: (request) =>
    promptedProfiles(request).map(({ index }) => ({ index, relevanceScore: 50, tags: ['tag'] })),
};

/** The contents of one result page. */
export const foundPages = (pageRead: PageRead, found: readonly FoundProfile[]): FoundPages => ({
  totalResults: found.length,
  currentPage: pageRead.page,
  hasNextPage: !pageRead.isLast,
  linkedinProfiles: [...found],
  pagesRead: [pageRead],
});

/** Providers that answer from memory, replacing the edge of the pipeline. */
export function fakeProviders(options: FakeProvidersOptions = {}): FakeProviders {
  const calls: string[] = [];
  const completions: CompletionRequest[] = [];
  const { profiles = foundProfiles(7) } = options;
  return {
    calls,
    completions,
    languageModel: {
      label: 'test-model',
      async complete(request, signal) {
        calls.push(request.task);
        completions.push(request);
        signal.throwIfAborted();
        const reply = await (options.replies?.[request.task] ?? DEFAULT_REPLIES[request.task])(
          request,
          signal,
        );
        const text = typeof reply === 'string' ? reply : JSON.stringify(reply);
        return { text, usage: { inputTokens: 1, outputTokens: 1 } };
      },
    },
    webSearch: {
      label: 'Test Search',
      async search(query, signal) {
        calls.push('search');
        signal.throwIfAborted();
        const found = await (options.search?.(query, signal) ?? profiles);
        return foundPages({ query, page: 1, isLast: true }, found);
      },
      async searchPage(asked, signal) {
        calls.push(`page ${asked.page}`);
        signal.throwIfAborted();
        return (await options.searchPage?.(asked, signal)) ?? foundPages({ ...asked, isLast: true }, []);
      },
    },
    profileData: {
      label: 'Test Profiles',
      async lookUp(profileUrl, signal) {
        calls.push('lookup');
        signal.throwIfAborted();
        return options.lookUp ? options.lookUp(profileUrl, signal) : recordOf(profileUrl);
      },
    },
  };
}
