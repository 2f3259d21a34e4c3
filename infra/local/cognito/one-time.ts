import { randomBytes } from 'node:crypto';

/** Values to be fetched once, within a time, by a key nobody can guess. Kept in memory: a restart ends what was under way. */
export interface OneTimeValues<T> {
  /** Keeps a value and gives its key, in standard base64. */
  put(value: T): string;
  /** The value, gone from here on; undefined when unknown, taken or too old. */
  take(key: string): T | undefined;
}

/** @param options.lifetime milliseconds; at most `limit` values are kept, the oldest going first. */
export function createOneTimeValues<T>(options: {
  clock: () => number;
  lifetime: number;
  limit?: number;
}): OneTimeValues<T> {
  const { clock, lifetime, limit = 1000 } = options;
  const kept = new Map<string, { value: T; expiresAt: number }>();
  return {
    put(value) {
      const [oldest] = kept.keys();
      if (kept.size >= limit && oldest !== undefined) kept.delete(oldest);
      const key = randomBytes(33).toString('base64');
      kept.set(key, { value, expiresAt: clock() + lifetime });
      return key;
    },
    take(key) {
      const found = kept.get(key);
      kept.delete(key);
      return found && found.expiresAt > clock() ? found.value : undefined;
    },
  };
}
