import * as v from 'valibot';
import type { AdapterOptions } from './http.ts';
import type { ProfileData } from './ports.ts';
import { createEnrichLayer, createProxycurl } from './profile-data.ts';
import { createSerpApi } from './serpapi.ts';
import { createSerper } from './serper.ts';
import type { PagedSearch } from './web-search.ts';

interface Entry<Port> {
  /** In texts. */
  name: string;
  create: (options: AdapterOptions) => Port;
  baseUrl: string;
}

/**
 * The providers a deployment chooses from, by their name in its configuration: what texts call each, its adapter, its address unless told
 * otherwise, and its price in US dollars as published in November 2026 (docs/costs.md); undefined where that is not known.
 */
export const WEB_SEARCHES = {
  serpapi: { name: 'SerpApi', create: createSerpApi, baseUrl: 'https://serpapi.com', perPage: 0.015 },
  // Two credits of 0.001 for a page that asks for twenty results.
  serper: { name: 'Serper', create: createSerper, baseUrl: 'https://google.serper.dev', perPage: 0.002 },
} as const satisfies Readonly<Record<string, Entry<PagedSearch> & { perPage: number }>>;
export type WebSearchName = keyof typeof WEB_SEARCHES;

interface ProfileSource extends Entry<ProfileData> {
  perLookup: number | undefined;
  /** Whether a lookup of somebody whom it does not know is paid for as well. */
  chargesForUnknown: boolean;
}

export const PROFILE_SOURCES = {
  enrichlayer: {
    name: 'Enrich Layer',
    create: createEnrichLayer,
    baseUrl: 'https://enrichlayer.com/api/v2',
    // Two credits of 0.02: one, and one more for a record that is not older than 29 days (`use_cache`).
    perLookup: 0.04,
    chargesForUnknown: false,
  },
  proxycurl: {
    name: 'Proxycurl',
    create: createProxycurl,
    baseUrl: 'https://nubela.co/proxycurl/api/v2',
    perLookup: undefined,
    chargesForUnknown: true,
  },
} as const satisfies Readonly<Record<string, ProfileSource>>;
export type ProfileSourceName = keyof typeof PROFILE_SOURCES;

/** A name that the table has. */
export const nameIn = <Table extends object>(table: Table) =>
  v.custom<keyof Table & string>(
    (name) => typeof name === 'string' && Object.hasOwn(table, name),
    `must be one of ${Object.keys(table).join(', ')}`,
  );
