import * as v from 'valibot';
import type { AdapterOptions } from './http.ts';
import type { ProfileData } from './ports.ts';
import { createEnrichLayer, createProxycurl } from './profile-data.ts';
import { createSerpApi } from './serpapi.ts';
import { createSerper } from './serper.ts';
import type { PagedSearch } from './web-search.ts';

interface Entry<Port> {
  /** Name in messages. */
  name: string;
  create: (options: AdapterOptions) => Port;
  baseUrl: string;
}

/**
 * The providers a deployment can choose from, keyed by their name in its configuration: display name, adapter, default address, and
 * price in US dollars as published in November 2026 (docs/costs.md), undefined if unknown.
 */
export const WEB_SEARCHES = {
  serpapi: { name: 'SerpApi', create: createSerpApi, baseUrl: 'https://serpapi.com', perPage: 0.015 },
  // Two credits of 0.001 each for a page of twenty requested results.
  serper: { name: 'Serper', create: createSerper, baseUrl: 'https://google.serper.dev', perPage: 0.002 },
} as const satisfies Readonly<Record<string, Entry<PagedSearch> & { perPage: number }>>;
export type WebSearchName = keyof typeof WEB_SEARCHES;

interface ProfileSource extends Entry<ProfileData> {
  perLookup: number | undefined;
  /** Whether lookups that find nobody are charged for as well. */
  chargesForUnknown: boolean;
}

export const PROFILE_SOURCES = {
  enrichlayer: {
    name: 'Enrich Layer',
    create: createEnrichLayer,
    baseUrl: 'https://enrichlayer.com/api/v2',
    // Two credits of 0.02 each: one for the lookup, and one for a record no older than 29 days (`use_cache`).
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

/** A schema for the table's names. */
export const nameIn = <Table extends object>(table: Table) =>
  v.custom<keyof Table & string>(
    (name) => typeof name === 'string' && Object.hasOwn(table, name),
    `must be one of ${Object.keys(table).join(', ')}`,
  );
