import { setTimeout as delay } from 'node:timers/promises';
import type { Item, Key } from '#functions/store/keys.ts';
import type { Table } from '#functions/store/table.ts';

/** Read units per second for a table in use; a new table can sustain many times that in addition to its normal load. */
export const RATE_IN_USE = 1_000;
/** The same for reading and writing a table that is not in use yet. */
export const RATE_UNUSED = 2_000;

/** How far one segment of the table has been scanned. */
export interface Position {
  after?: Key | undefined;
  isDone: boolean;
}

export const fromTheStart = (segments: number): Position[] =>
  Array.from({ length: segments }, () => ({ isDone: false }));

type Filter = NonNullable<Parameters<Table['scan']>[0]['filter']>;

export interface WalkOptions {
  table: Table;
  /** Where to resume: one position per segment scanned in parallel, updated in place. */
  positions: Position[];
  /** Approximate read and write units used per second. */
  rate: number;
  /** Maximum items per request; 1 MB of items when absent. */
  pageSize?: number | undefined;
  filter?: Filter;
  /** Aborted to end the walk after the pages in progress. */
  signal?: AbortSignal | undefined;
  /** Called with each page. @returns the approximate write units used */
  visit: (items: readonly Item[]) => Promise<number>;
  /** Called after each page, once the position has moved past it. */
  moved?: () => Promise<void>;
}

/** Scans all segments in parallel, no faster than the rate. Items are passed on as stored, in any version. */
export async function walkTable({ positions, rate, ...options }: WalkOptions): Promise<void> {
  const pace = createPace(rate);
  await Promise.all(
    positions.map((position, segment) => walkPart({ ...options, position, pace, segment, positions })),
  );
}

type PartOptions = Omit<WalkOptions, 'rate'> & {
  position: Position;
  segment: number;
  pace: ReturnType<typeof createPace>;
};

async function walkPart(options: PartOptions): Promise<void> {
  const { table, position, segment, positions, pageSize, filter, signal, pace, visit, moved } = options;
  while (!position.isDone && signal?.aborted !== true) {
    const page = await table.scan(
      {
        ...{ segment, segments: positions.length, after: position.after },
        ...(pageSize !== undefined && { limit: pageSize }),
        ...(filter && { filter }),
      },
      undefined,
    );
    const written = await visit(page.items);
    position.after = page.last;
    position.isDone = page.last === undefined;
    await moved?.();
    await pace(page.units + written, signal);
  }
}

/** Waits, or returns early when the signal is aborted. */
export type Wait = (milliseconds: number, signal?: AbortSignal) => Promise<unknown>;

/** The real wait. */
export const sleep = async (milliseconds: number, signal?: AbortSignal): Promise<void> => {
  await delay(milliseconds, undefined, signal && { signal }).catch(() => undefined);
};

/** Makes callers wait so that together they use at most `rate` units per second. @param clock milliseconds from any starting point */
export function createPace(rate: number, { clock = () => performance.now(), wait = sleep } = {}) {
  let freeAt = 0;
  return async (units: number, signal?: AbortSignal): Promise<void> => {
    const now = clock();
    freeAt = Math.max(freeAt, now) + (units / rate) * 1_000;
    if (freeAt - now >= 1) await wait(freeAt - now, signal);
  };
}
