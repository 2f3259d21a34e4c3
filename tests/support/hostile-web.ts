import { readConfig } from '#functions/config.ts';
import { createProviders } from '#functions/providers/create.ts';
import { openaiRoutes } from '#infra/simulated/http/openai.ts';
import type { ModelBehaviour } from '#infra/simulated/model/answer.ts';
import type { SearchEvent } from '#shared/search.ts';
import type { SearchPlan } from '#shared/search-request.ts';
import { collectSearch } from './collect-search.ts';
import { urlOf } from './fake-providers.ts';

export const REQUEST = 'Peruvian data scientists in Boston';

/** The providers' keys, which must never be exposed. */
export const KEYS = [
  'sk-hostile-web-model-key',
  'hostile-web-search-key',
  'hostile-web-profile-key',
] as const;

/** One web search result and its record. */
export interface Page {
  slug: string;
  /** The URL, if it is not the canonical one. */
  link?: string;
  title: string;
  snippet: string;
  record: Record<string, unknown>;
}

const FIRST = ['Illari', 'Rumi', 'Killa', 'Amaru', 'Nayra', 'Wayra', 'Sumaq'];

/** A person who meets the whole request, or none of it. */
export function neighbour(number: number, isFit: boolean): Page {
  const name = `${FIRST[number]} Huarcaya`;
  const [job, place, city] = isFit
    ? ['Data Scientist', 'Peruvian in Boston.', 'Boston']
    : ['Beekeeper', 'Keeps bees.', 'Malmö'];
  return {
    slug: `${FIRST[number]}-huarcaya`.toLowerCase(),
    title: `${name} - ${job} at Quipu ${number} | LinkedIn`,
    snippet: `${place} · Experience: Quipu ${number} · Location: ${city}`,
    record: {
      public_identifier: `${FIRST[number]}-huarcaya`.toLowerCase(),
      full_name: name,
      headline: `${job} at Quipu ${number}`,
      summary: place,
      city,
      country: isFit ? 'US' : 'SE',
      experiences: [{ title: job, company: `Quipu ${number}`, starts_at: null, ends_at: null }],
      education: [{ school: 'Larkmoor Institute', degree_name: 'BSc', field_of_study: 'Statistics' }],
    },
  };
}

export interface HostileSearch {
  pages: readonly Page[];
  model: ModelBehaviour;
  deepResearch: boolean;
  request?: string;
  plan?: SearchPlan;
}

/** The calls and events of a search over hostile pages. */
export interface HostileRun {
  events: SearchEvent[];
  /** The URLs looked up. */
  lookups: string[];
  /** The instructions given to the model. */
  prompts: ReadonlySet<string>;
}

const { providers: CONFIG } = readConfig({
  PROVIDERS: 'live',
  OPENAI_API_KEY: KEYS[0],
  SERPAPI_API_KEY: KEYS[1],
  PROFILE_API_KEY: KEYS[2],
  // A server that enforces no schema, so that replies can be anything.
  OPENAI_BASE_URL: 'http://model.test/v1',
  SERPAPI_BASE_URL: 'http://search.test',
  PROFILE_BASE_URL: 'http://profiles.test/api/v2',
});

/** Runs a search through the real adapters, over in-process providers. */
export async function searchHostileWeb(search: HostileSearch): Promise<HostileRun> {
  const lookups: string[] = [];
  const prompts = new Set<string>();
  const model = openaiRoutes({
    isKey: () => true,
    wait: async () => undefined,
    model: (call, user, format, system) => {
      prompts.add(system);
      return search.model(call, user, format, system);
    },
  });
  const answer = async (url: URL, init: RequestInit): Promise<Response> => {
    if (url.host === 'model.test') return model.request(url.pathname.replace('/v1', ''), init);
    if (url.host === 'search.test') return Response.json(resultsOf(search.pages));
    const asked = url.searchParams.get('profile_url') ?? '';
    lookups.push(asked);
    const found = search.pages.find(({ slug }) => urlOf(slug) === asked);
    return found
      ? Response.json(found.record)
      : Response.json({ description: 'Person profile does not exist' }, { status: 404 });
  };
  const providers = createProviders(CONFIG, {
    fetch: (url, init) => answer(new URL(url), init),
    delay: async () => undefined,
  }).open();
  const { request: content = REQUEST, deepResearch, plan = {} } = search;
  return { events: await collectSearch({ providers, content, deepResearch, plan }), lookups, prompts };
}

const resultsOf = (pages: readonly Page[]) => ({
  search_metadata: { status: 'Success' },
  organic_results: pages.map(({ slug, link = urlOf(slug), title, snippet }, index) => ({
    position: index + 1,
    link,
    title,
    snippet,
  })),
});
