import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SimulatedProviders } from '#infra/local/simulated-providers.ts';
import { findPeople, searchPage, slugOf, startProviders } from './ask.ts';

const LATENCIES = {
  query: 1000,
  searchPage: 1000,
  scoring: 1000,
  lookup: 1000,
  assessment: 1000,
  formatting: 1000,
};

describe('search pages', () => {
  let providers: SimulatedProviders;

  beforeAll(async () => {
    providers = await startProviders();
  });

  afterAll(() => providers.close());

  it('contain the noise of a real search', async () => {
    const pages = await Promise.all(
      ['"lawyer"', '"nurse"', '"Peruvian"', '"China"', '"Egypt"', '"Japan"'].flatMap((q) =>
        [0, 10, 20].map((start) => searchPage(providers, q, start)),
      ),
    );
    const results = pages.flatMap((page) => page.organic_results ?? []);
    const links = results.map((result) => result.link);
    for (const part of [
      '/company/',
      '/posts/',
      '/pub/dir/',
      'example.org/blog/linkedin.com/in/',
      'https://pe.linkedin.com/in/',
      '?trk=',
      '/in/%',
    ]) {
      expect(
        links.some((link) => link.includes(part)),
        part,
      ).toBe(true);
    }
    expect(results.some((result) => result.snippet === undefined)).toBe(true);
    expect(results.some((result) => result.title.endsWith('| LinkedIn'))).toBe(true);
    expect(results.some((result) => result.title.endsWith('...'))).toBe(true);
    for (const page of pages) {
      const slugs = page.organic_results?.map((result) => slugOf(result.link)) ?? [];
      expect(new Set(slugs.filter((slug) => slug !== null)).size).toBeGreaterThanOrEqual(5);
    }
  });

  it('rarely repeat people across pages', async () => {
    const [first, second] = await Promise.all(
      [0, 10].map((start) => searchPage(providers, '"beekeeper"', start)),
    );
    expect(first?.serpapi_pagination).toMatchObject({
      current: 1,
      next: expect.stringContaining('start=10'),
    });
    expect(second?.serpapi_pagination?.current).toBe(2);
    const people = [first, second].flatMap(
      (page) => page?.organic_results?.map((result) => slugOf(result.link)) ?? [],
    );
    const duplicates = people.filter((slug, at) => slug !== null && people.indexOf(slug) !== at);
    expect(duplicates.length).toBeLessThanOrEqual(6);
  });

  it('respect quotes, OR groups, exclusions and site', async () => {
    const all = await searchPage(providers, '("astronaut" OR "beekeeper")');
    const without = await searchPage(
      providers,
      'site:linkedin.com/in ("astronaut" OR "beekeeper") -astronaut',
    );
    const phrase = await searchPage(providers, '"keeper bee"');
    expect(all.search_information.total_results).toBeGreaterThan(
      without.search_information.total_results ?? 0,
    );
    expect(without.search_information.total_results).toBeGreaterThan(0);
    expect(phrase.error).toMatch(/any results/);
  });

  it('are the same for the same seed on another server', async () => {
    const twins = await Promise.all([7, 7].map((seed) => startProviders({ seed, people: 800 })));
    const [here, there] = await Promise.all(twins.map((each) => findPeople(each, 'retired pilots')));
    await Promise.all(twins.map((each) => each.close()));
    expect(here).toEqual(there);
  });
});

describe('latencies', () => {
  it('differ by kind of call and are the same for a seed', async () => {
    const waits: number[][] = [];
    for (const _round of [1, 2]) {
      const waited: number[] = [];
      const delay = async (milliseconds: number): Promise<void> => void waited.push(milliseconds);
      const latency = { ...LATENCIES, searchPage: 50_000 };
      const providers = await startProviders({ people: 1, latency, delay });
      await findPeople(providers, 'beekeepers');
      await providers.close();
      waits.push(waited);
    }
    expect(waits[0]).toEqual(waits[1]);
    expect(waits[0]?.[0]).toBeLessThanOrEqual(1250);
    expect(waits[0]?.[1]).toBeGreaterThanOrEqual(37_500);
  });

  it('end when the client disconnects', async () => {
    const started = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<void>();
    const delay = (_milliseconds: number, signal: AbortSignal): Promise<void> =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => {
          ended.resolve();
          reject(new Error('gone'));
        });
        started.resolve();
      });
    const providers = await startProviders({ people: 1, latency: LATENCIES, delay });
    const client = new AbortController();
    const url = `${providers.enrichLayerBaseUrl}/profile?profile_url=https://www.linkedin.com/in/x`;
    const call = fetch(url, { headers: { authorization: 'Bearer k' }, signal: client.signal }).catch(
      (error: Error) => error.name,
    );
    await started.promise;
    client.abort();
    await ended.promise;
    expect(await call).toBe('AbortError');
    await providers.close();
  });

  it('do not block the server from closing', async () => {
    const providers = await startProviders({
      people: 1,
      latency: { ...LATENCIES, lookup: 3_600_000 },
    });
    const url = `${providers.enrichLayerBaseUrl}/profile?profile_url=https://www.linkedin.com/in/x`;
    const call = fetch(url, { headers: { authorization: 'Bearer k' } }).catch(() => 'cut');
    await fetch(`${providers.serpapiBaseUrl}/search.json`);
    await providers.close();
    expect(await call).toBe('cut');
    await expect(fetch(`${providers.serpapiBaseUrl}/search.json`)).rejects.toThrow();
  });
});
