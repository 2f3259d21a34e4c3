import OpenAI from 'openai';
import {
  type SimulatedProviders,
  type StartOptions,
  startSimulatedProviders,
} from '#infra/local/simulated-providers.ts';

/** Starts the simulated providers and waits until all people are invented. */
export async function startProviders(options?: StartOptions): Promise<SimulatedProviders> {
  const providers = await startSimulatedProviders(options);
  await providers.ready();
  return providers;
}

/** The parts of a search result that tests read. */
export type Organic = { position: number; title: string; link: string; snippet?: string };

/** The parts of a search page that tests read. */
export type SearchPage = {
  error?: string;
  organic_results?: Organic[];
  search_information: { total_results?: number };
  serpapi_pagination?: { current: number; next?: string };
};

/** Sends one chat completion through the real SDK and returns the reply’s text. */
export async function complete(options: {
  providers: SimulatedProviders;
  system: string;
  user: string;
  format?: OpenAI.ChatCompletionCreateParams['response_format'];
}): Promise<string> {
  const { providers, system, user, format } = options;
  const client = new OpenAI({ apiKey: 'k', baseURL: providers.openaiBaseUrl, maxRetries: 0 });
  const completion = await client.chat.completions.create({
    model: 'gpt-4.1-mini',
    messages: [
      { role: 'system', content: system },
      { role: 'user', content: user },
    ],
    ...(format && { response_format: format }),
  });
  return completion.choices[0]?.message.content ?? '';
}

/** The JSON in a reply, without code fences. */
export function parseReply(text: string): unknown {
  return JSON.parse(text.replace(/^```json\n|\n```$/g, ''));
}

/** One page of a web search. */
export async function searchPage(providers: SimulatedProviders, q: string, start = 0): Promise<SearchPage> {
  const query = new URLSearchParams({
    engine: 'google',
    q,
    api_key: 'k',
    num: '20',
    gl: 'us',
    hl: 'en',
    start: `${start}`,
  });
  const response = await fetch(`${providers.serpapiBaseUrl}/search.json?${query.toString()}`);
  return (await response.json()) as SearchPage;
}

/** The slug of a profile address, or null for other pages. */
export function slugOf(link: string): string | null {
  const { host, pathname } = new URL(link);
  const [, slug] = /^\/in\/([^/]+)/.exec(pathname) ?? [];
  return slug !== undefined && /(^|\.)linkedin\.com$/.test(host) ? decodeURIComponent(slug) : null;
}

/** Makes the query call and reads two pages: the results and the distinct people in them. */
export async function findPeople(
  providers: SimulatedProviders,
  request: string,
): Promise<{ criteria: unknown; results: Organic[]; slugs: string[] }> {
  const reply = parseReply(await complete({ providers, system: 'Task: query', user: request })) as {
    googleSearchQuery: string;
    targetCriteria: unknown;
  };
  const pages = await Promise.all(
    [0, 10].map((start) => searchPage(providers, reply.googleSearchQuery, start)),
  );
  const results = pages.flatMap((page) => page.organic_results ?? []);
  const slugs = new Set(results.map((result) => slugOf(result.link)).filter((slug) => slug !== null));
  return { criteria: reply.targetCriteria, results, slugs: [...slugs] };
}
