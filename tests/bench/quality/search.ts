import { type ProvidersConfig, readConfig } from '#functions/config.ts';
import { parseJsonReply } from '#functions/pipeline/model/replies.ts';
import { createProviders } from '#functions/providers/create.ts';
import type { CompletionRequest, Providers } from '#functions/providers/ports.ts';
import { simulateProviders } from '#infra/simulated/app.ts';
import { baseUrlsAt } from '#infra/simulated/base-urls.ts';
import type { ModelBehaviour } from '#infra/simulated/model/answer.ts';
import { isRecord, recordsOf, textOf } from '#infra/simulated/model/values.ts';
import { hashText } from '#infra/simulated/random.ts';
import type { Message } from '#shared/message.ts';
import type { ProfileRecord } from '#shared/profile-record.ts';
import type { FoundProfile } from '#shared/results.ts';
import { ATTACK_KINDS } from '#tests/support/attacks.ts';
import { collectSearch } from '#tests/support/collect-search.ts';

/** One search and what its providers returned. */
export interface SearchRun {
  answer: Message;
  /** By canonical profile URL, as returned. */
  found: ReadonlyMap<string, FoundProfile>;
  records: ReadonlyMap<string, ProfileRecord>;
  /** The quotes that the model gave, and those that occur in the texts it was shown about the person. */
  quotes: { given: number; held: number };
}

const HOST = 'http://invented.test';

/** Searches an invented web, some pages of which give orders to models. Only the model can be real. */
export function searchInvented(options: {
  seed: number;
  people?: number;
  /** A simulated model, or the configuration of a real one. */
  model: ModelBehaviour | ProvidersConfig;
}) {
  const { seed, people, model } = options;
  const isSimulated = typeof model === 'function';
  const simulation = simulateProviders({ seed, ...(people && { people }), ...(isSimulated && { model }) });
  const config = configFor(isSimulated ? undefined : model);
  const shared = createProviders(config, {
    fetch: async (url, init) => {
      if (!url.startsWith(HOST)) return fetch(url, init);
      const response = await simulation.app.request(url, init);
      return url.includes('/search.json') ? withOrders(response) : response;
    },
    ...(isSimulated && { delay: async () => undefined }),
  });
  return {
    directory: simulation.directory,
    search: (content: string, deepResearch: boolean) => watchSearch(shared.open(), content, deepResearch),
  };
}

/** Invented web search and profile data are free, whatever the model costs. */
function configFor(real: ProvidersConfig | undefined): ProvidersConfig {
  const base = baseUrlsAt(HOST);
  const { providers } = readConfig({
    PROVIDERS: 'simulated',
    OPENAI_STRUCTURED_OUTPUT: 'on',
    OPENAI_BASE_URL: base.openaiBaseUrl,
    SERPAPI_BASE_URL: base.serpapiBaseUrl,
    PROFILE_BASE_URL: base.enrichLayerBaseUrl,
  });
  if (real === undefined) return providers;
  const apiKey = 'invented';
  return {
    ...real,
    search: { ...providers.search, apiKey },
    profile: { ...providers.profile, apiKey },
    prices: { ...real.prices, perSearchPage: 0, perLookup: 0 },
  };
}

/** One in this many people on a results page has written an order to the model into their text. */
const ORDERS_ONE_IN = 12;

/** The results page, with orders to the model added to some people’s texts. */
async function withOrders(response: Response): Promise<Response> {
  const page: unknown = await response.json();
  if (!isRecord(page)) return Response.json(page, response);
  const results = recordsOf(page['organic_results']).map((result) => {
    const chance = hashText(`order ${textOf(result['link'])}`);
    const attack = ATTACK_KINDS[Math.floor(chance / ORDERS_ONE_IN) % SHORT_ATTACKS];
    return chance % ORDERS_ONE_IN === 0
      ? { ...result, snippet: `${attack?.text} ${textOf(result['snippet'])}` }
      : result;
  });
  return Response.json({ ...page, ...(results.length > 0 && { organic_results: results }) }, response);
}
/** The last attack is a megabyte long, which no results page is. */
const SHORT_ATTACKS = ATTACK_KINDS.length - 1;

async function watchSearch(providers: Providers, content: string, deepResearch: boolean): Promise<SearchRun> {
  const found = new Map<string, FoundProfile>();
  const records = new Map<string, ProfileRecord>();
  const quotes = { given: 0, held: 0 };
  const { languageModel, webSearch, profileData } = providers;
  const watched: Providers = {
    ...providers,
    languageModel: {
      ...languageModel,
      async complete(request, signal) {
        const completion = await languageModel.complete(request, signal);
        const { given, held } = countQuotes(request, completion.text);
        quotes.given += given;
        quotes.held += held;
        return completion;
      },
    },
    webSearch: {
      ...webSearch,
      async search(query, signal) {
        const results = await webSearch.search(query, signal);
        for (const profile of results.linkedinProfiles) found.set(profile.url, profile);
        return results;
      },
    },
    profileData: {
      ...profileData,
      async lookUp(url, signal) {
        const record = await profileData.lookUp(url, signal);
        if (record) records.set(url, record);
        return record;
      },
    },
  };
  const events = await collectSearch({ providers: watched, content, deepResearch });
  const answer = events.flatMap((event) => (event.type === 'message' ? [event.data] : []))[0];
  if (answer === undefined) throw new Error(`No answer to "${content}".`);
  return { answer, found, records, quotes };
}

/** Whether a quote occurs in a text, ignoring case and white space. Independent of the pipeline’s own check. */
export const stands = (quote: string, text: string): boolean => {
  const plain = (each: string) => each.normalize('NFKC').toLowerCase().split(/\s+/u).join(' ').trim();
  return plain(quote) !== '' && plain(text).includes(plain(quote));
};

/** All texts in a value, one per line, including the sentences made of jobs, studies and places. */
export function textsIn(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return '';
  const parts = Object.values(value).map(textsIn);
  const { title, company, degree_name: degree, field_of_study: field, city, state, country } = Object(value);
  const sentences = [
    [title, company].filter(Boolean).join(' at '),
    [degree, field].filter(Boolean).join(', '),
    [city, state, country].filter(Boolean).join(', '),
    [...new Set([city, state, nameOfCountry(country)].filter(Boolean))].join(', '),
  ];
  return [...parts, ...sentences].join('\n');
}

/** Records give countries as two-letter codes, evidence gives them as names. */
const nameOfCountry = (code: unknown): string | undefined =>
  typeof code === 'string' && /^[A-Z]{2}$/.test(code)
    ? new Intl.DisplayNames(['en'], { type: 'region' }).of(code)
    : undefined;

function countQuotes({ task, user }: CompletionRequest, reply: string): SearchRun['quotes'] {
  if (task !== 'scoring' && task !== 'assessment') return { given: 0, held: 0 };
  const { profile, profiles, record } = JSON.parse(user);
  const shown = textsIn([profile, profiles, record]);
  const quotes = quotesIn(readReply(reply));
  return { given: quotes.length, held: quotes.filter((quote) => stands(quote, shown)).length };
}

function readReply(reply: string): unknown {
  try {
    return parseJsonReply(reply);
  } catch {
    return undefined;
  }
}

function quotesIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const verdicts: unknown = 'verdicts' in value ? value.verdicts : undefined;
  return [
    ...recordsOf(verdicts).map(({ quote }) => textOf(quote)),
    ...Object.values(value).flatMap((each) => (each === verdicts ? [] : quotesIn(each))),
  ];
}
