import * as v from 'valibot';
/**
 * The providers a deployment chooses from, by their name in its configuration: the address of each unless told otherwise, and
 * its price in US dollars as published in November 2026 (docs/costs.md); undefined where that is not known. create.ts has their adapters.
 */
export const WEB_SEARCHES = {
  serpapi: { baseUrl: 'https://serpapi.com', perPage: 0.015 },
  // Two credits of 0.001 for a page that asks for twenty results.
  serper: { baseUrl: 'https://google.serper.dev', perPage: 0.002 },
} as const satisfies Readonly<Record<string, { baseUrl: string; perPage: number }>>;
export type WebSearchName = keyof typeof WEB_SEARCHES;

export const PROFILE_SOURCES = {
  enrichlayer: { baseUrl: 'https://enrichlayer.com/api/v2', perLookup: 0.02 },
  proxycurl: { baseUrl: 'https://nubela.co/proxycurl/api/v2', perLookup: undefined },
} as const satisfies Readonly<Record<string, { baseUrl: string; perLookup: number | undefined }>>;
export type ProfileSourceName = keyof typeof PROFILE_SOURCES;

/** A name that the table has. */
export const nameIn = <Table extends object>(table: Table) =>
  v.custom<keyof Table & string>(
    (name) => typeof name === 'string' && Object.hasOwn(table, name),
    `must be one of ${Object.keys(table).join(', ')}`,
  );
