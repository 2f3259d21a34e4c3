import { buildUrl } from './http/build-url.ts';
import type { AdapterOptions } from './http/service.ts';
import type { ProfileData } from './ports/profile-data.ts';
import { createProfileLookup, LOOKUP_FLAGS } from './profile-lookup.ts';

/** Proxycurl v2 (`GET {base}/linkedin?url=…`), closed since July 2025: for compatible hosts (design decision 9). */
export function createProxycurl(options: AdapterOptions): ProfileData {
  return createProfileLookup({
    ...options,
    name: 'Proxycurl',
    lookupUrl: (profileUrl) => buildUrl(options.baseUrl, '/linkedin', { url: profileUrl, ...LOOKUP_FLAGS }),
  });
}
