import { buildUrl } from './http/build-url.ts';
import type { AdapterOptions } from './http/service.ts';
import type { ProfileData } from './ports/profile-data.ts';
import { createProfileLookup, LOOKUP_FLAGS } from './profile-lookup.ts';

/** Where Enrich Layer documents its API, for a base URL that is only an origin. */
const DOCUMENTED_PATH = '/api/v2';

/** Enrich Layer v2 (`GET {base}/profile?profile_url=…`). */
export function createEnrichLayer(options: AdapterOptions): ProfileData {
  const path = new URL(options.baseUrl).pathname === '/' ? `${DOCUMENTED_PATH}/profile` : '/profile';
  return createProfileLookup({
    ...options,
    name: 'Enrich Layer',
    lookupUrl: (profileUrl) => buildUrl(options.baseUrl, path, { profile_url: profileUrl, ...LOOKUP_FLAGS }),
  });
}
