import type { ProfileSourceName, WebSearchName } from '#shared/providers.ts';
import { createEnrichLayer } from './enrich-layer.ts';
import type { AdapterOptions } from './http/service.ts';
import type { ProfileData } from './ports/profile-data.ts';
import { createProxycurl } from './proxycurl.ts';
import type { PagedSearch } from './search-pages.ts';
import { createSerpApi } from './serpapi.ts';
import { createSerper } from './serper.ts';

/** The adapters by their name in the configuration (shared/providers.ts). */
export const WEB_SEARCH_ADAPTERS = {
  serpapi: createSerpApi,
  serper: createSerper,
} as const satisfies Readonly<Record<WebSearchName, (options: AdapterOptions) => PagedSearch>>;

export const PROFILE_ADAPTERS = {
  enrichlayer: createEnrichLayer,
  proxycurl: createProxycurl,
} as const satisfies Readonly<Record<ProfileSourceName, (options: AdapterOptions) => ProfileData>>;
