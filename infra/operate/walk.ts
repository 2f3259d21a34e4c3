import { setTimeout as delay } from 'node:timers/promises';
import type { Item, Key } from '#functions/store/keys.ts';
import type { Table } from '#functions/store/requests.ts';

/** Read units in a second on a table that people use: a new one bears many times that beside its own work. */
export const RATE_IN_USE = 1_000;

/** How far one of the parts of the table has been walked. */
export interface Position {
  after?: Key | undefined;
  isDone: boolean;
}

export const fromTheStart = (segments: number): Position[] =>
  Array.from({ length: segments }, () => ({ isDone: false }));

type Filter = NonNullable<Parameters<Table['scan']>[0]['filter']>;

export interface WalkOptions {
  table: Table;
  /** Where to go on, a position for each part that is walked beside the others; moved on in place. */
  positions: Position[];
  /** Read and write units used per second, roughly. */
  rate: number;
  /** Items a request may read; 1 MB of them when absent. */
  pageSize?: number | undefined;
  filter?: Filter;
  /** Aborted when the walk is to end after the pages under way. */
  signal?: AbortSignal | undefined;
  /** Called with each page. @returns how many write units it took, about */
  visit: (items: readonly Item[]) => Promise<number>;
  /** Called after each page, the position behind it. */
  moved?: () => Promise<void>;
}

/** Walks all parts of the table at once, no faster than the rate. What it reads is as it is stored, in whatever version. */
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

/** Ends early, and well, where the signal is aborted. */
export const sleep = async (milliseconds: number, signal?: AbortSignal): Promise<void> => {
  await delay(milliseconds, undefined, signal && { signal }).catch(() => undefined);
};

/** Makes its callers wait so that together they use that many units a second. @param clock milliseconds since any moment */
export function createPace(rate: number, { clock = () => performance.now(), wait = sleep } = {}) {
  let freeAt = 0;
  return async (units: number, signal?: AbortSignal): Promise<void> => {
    const now = clock();
    freeAt = Math.max(freeAt, now) + (units / rate) * 1_000;
    if (freeAt - now >= 1) await wait(freeAt - now, signal);
  };
}
