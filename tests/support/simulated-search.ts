import { readConfig } from '#functions/config.ts';
import { createProviders } from '#functions/providers/create.ts';
import type { ProviderFetch } from '#functions/providers/http.ts';
import { simulateProviders } from '#infra/simulated/app.ts';
import { baseUrlsAt } from '#infra/simulated/base-urls.ts';
import type { ModelBehaviour } from '#infra/simulated/model/answer.ts';
import type { Message } from '#shared/message.ts';
import type { SearchEvent } from '#shared/search.ts';
import type { Basis, SearchPlan } from '#shared/search-request.ts';
import { collectSearch } from './collect-search.ts';

const { openaiBaseUrl, serpapiBaseUrl, enrichLayerBaseUrl } = baseUrlsAt('http://simulated.test');
/** Configuration for the simulated providers, at placeholder addresses. */
export const { providers: SIMULATED_CONFIG } = readConfig({
  PROVIDERS: 'live',
  OPENAI_API_KEY: 'sk-simulated',
  SERPAPI_API_KEY: 'simulated',
  PROFILE_API_KEY: 'simulated',
  OPENAI_BASE_URL: openaiBaseUrl,
  SERPAPI_BASE_URL: serpapiBaseUrl,
  PROFILE_BASE_URL: enrichLayerBaseUrl,
});

export interface SimulatedRun {
  events: SearchEvent[];
  answer: Message;
  /** The prompts of the model's query calls. */
  queries: { system: string; user: string }[];
}

/** Runs searches over invented people through the real adapters, with in-process providers. */
export function simulatedSearches(options: { model?: ModelBehaviour; people?: number } = {}) {
  const { app, close } = simulateProviders({ latency: 'none', people: 2_000, ...options });
  return {
    close,
    async search(content: string, plan: SearchPlan = {}, deepResearch = false): Promise<SimulatedRun> {
      const queries: SimulatedRun['queries'] = [];
      const fetch: ProviderFetch = async (url, init) => {
        const said = typeof init.body === 'string' ? JSON.parse(init.body).messages : undefined;
        if (said?.[0]?.content.startsWith('Task: query'))
          queries.push({ system: said[0].content, user: said[1].content });
        return await app.request(url, init);
      };
      const providers = createProviders(SIMULATED_CONFIG, { fetch, delay: async () => undefined }).open();
      const events = await collectSearch({ providers, content, deepResearch, plan });
      const answer = events.flatMap((event) => (event.type === 'message' ? [event.data] : []))[0];
      if (answer === undefined) throw new Error('The search gave no answer.');
      return { events, answer, queries };
    },
  };
}

/** An answer as a page sends it back with a follow-up request. */
export function basisOf(request: string, { metadata }: Message): Basis {
  const { searchQuery, searchResults, profileDisplayData } = metadata ?? {};
  const cards = [
    ...(profileDisplayData?.verifiedProfiles ?? []),
    ...(profileDisplayData?.otherProfiles ?? []),
  ].toSorted((a, b) => b.relevanceScore - a.relevanceScore);
  const found = new Map(searchResults?.linkedinProfiles.map((profile) => [profile.url, profile]));
  return {
    request,
    googleSearchQuery: searchQuery?.googleSearchQuery ?? '',
    criteria: searchQuery?.criteria ?? [],
    ...(searchQuery?.brief !== undefined && { brief: searchQuery.brief }),
    people: cards.flatMap(({ profileUrl, relevanceScore }) => {
      const profile = found.get(profileUrl);
      return profile === undefined ? [] : [{ ...profile, relevanceScore }];
    }),
  };
}
