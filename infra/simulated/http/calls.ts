import { createHash, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import type { Delay } from '#functions/timing.ts';
import type { Random } from '../random.ts';

/** Approximately how long the real providers take, in milliseconds. */
export const REALISTIC = {
  query: 800,
  searchPage: 1500,
  scoring: 1500,
  lookup: 2000,
  assessment: 1500,
  formatting: 2000,
};

/** How long each kind of call takes, in milliseconds. */
export type Latencies = typeof REALISTIC;

/** Waits as long as a call of that kind takes; rejects when the client disconnects. */
export type Wait = (kind: keyof Latencies, signal: AbortSignal) => Promise<void>;

/** A call takes its kind's latency plus or minus the jitter (a fraction of it, 0 to 1); the same seed gives the same waits. */
export function createWait(options: {
  latencies: Latencies | null;
  jitter: number;
  random: Random;
  delay: Delay;
}): Wait {
  const { latencies, jitter, random, delay } = options;
  return async (kind, signal) => {
    if (latencies === null) return;
    await delay(Math.round(latencies[kind] * (1 - jitter + random.next() * jitter * 2)), signal);
  };
}

/** Whether a provider accepts a key. */
export type IsKey = (given: string | undefined) => boolean;

/** Accepts only the given key, or any non-empty one if none is given. Compares in constant time. */
export function acceptKey(apiKey: string | undefined): IsKey {
  if (apiKey === undefined) return (given) => Boolean(given);
  const digest = (text: string) => createHash('sha256').update(text).digest();
  const wanted = digest(apiKey);
  return (given = '') => timingSafeEqual(digest(given), wanted);
}

/** The key in the `authorization` header. */
export const bearerOf = (context: Context): string | undefined =>
  /^Bearer (\S+)$/i.exec(context.req.header('authorization') ?? '')?.[1];
