import { createEnrichLayer } from './enrich-layer.ts';
import type { AdapterOptions } from './http/service.ts';
import type { ProfileData } from './ports/profile-data.ts';
import { createProxycurl } from './proxycurl.ts';
import type { PagedSearch } from './search-pages.ts';
import { createSerpApi } from './serpapi.ts';
import { createSerper } from './serper.ts';

/** The web searches by their name in the configuration: a new one is a file and a line here. */
export const WEB_SEARCHES = {
  serpapi: createSerpApi,
  serper: createSerper,
} as const satisfies Readonly<Record<string, (options: AdapterOptions) => PagedSearch>>;

/** The profile-data providers by their name in the configuration: a new one is a file and a line here. */
export const PROFILE_SOURCES = {
  enrichlayer: createEnrichLayer,
  proxycurl: createProxycurl,
} as const satisfies Readonly<Record<string, (options: AdapterOptions) => ProfileData>>;
