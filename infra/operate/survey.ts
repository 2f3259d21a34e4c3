import { readFile, rm } from 'node:fs/promises';
import * as v from 'valibot';
import type { Item } from '#functions/store/keys.ts';
import type { Table } from '#functions/store/table.ts';
import { writeAtomically } from '#infra/local/checked-file.ts';
import { Timestamp, toTimestamp } from '#shared/time.ts';
import { fromTheStart, walkTable } from '../walk-table.ts';
import { findFault, hashKey } from './check-item.ts';

/** What to do with the table's items: only count them, upgrade them to their current version, or read them as the functions would. */
export type Mode = 'count' | 'apply' | 'verify';

const Count = v.record(v.string(), v.number());

const Fault = v.object({ kind: v.string(), version: v.number(), key: v.string(), fault: v.string() });

const Report = v.object({
  /** By kind, then by stored version. */
  found: v.record(v.string(), Count),
  /** Items older than the current version that are not upgraded because they have expired. */
  expired: v.number(),
  upgraded: v.number(),
  faults: v.array(Fault),
  /** Includes faults that are not listed. */
  faulty: v.number(),
});

/** What a walk over the whole table found and did. */
export type Report = v.InferOutput<typeof Report>;

const Position = v.object({
  after: v.optional(v.object({ pk: v.string(), sk: v.string() })),
  isDone: v.boolean(),
});

const Progress = v.object({
  /** Identifies the walk: progress of a different one is discarded. */
  of: v.string(),
  startedAt: Timestamp,
  savedAt: Timestamp,
  positions: v.array(Position),
  report: Report,
});
type Progress = v.InferOutput<typeof Progress>;

interface ProgressOptions {
  /** The file, which contains item keys and is readable by its owner only. */
  path: string;
  of: string;
  /** Progress saved longer ago than this, in milliseconds, is discarded. */
  maxAge?: number;
  /** Called when a walk is continued. */
  onContinue?: (startedAt: string) => void;
}

interface SurveyOptions {
  table: Table;
  mode: Mode;
  /** Approximate read and write units per second. */
  rate: number;
  segments?: number;
  pageSize?: number;
  signal?: AbortSignal;
  /** Where to save progress until the walk is complete. */
  progress?: ProgressOptions;
  /** Whether faults show item keys, which contain user ids, instead of hashes. */
  reveal?: boolean;
}

/** Further faults are counted but not listed. */
const MAX_LISTED_FAULTS = 100;
const SEGMENTS = 4;
/** Attempts to upgrade an item that keeps changing. */
const MAX_UPGRADE_ATTEMPTS = 5;

/** @returns the report so far; unless `isDone`, the signal ended the walk, and the next survey resumes it. */
export async function surveyTable(options: SurveyOptions): Promise<{ report: Report; isDone: boolean }> {
  const { table, mode, rate, segments = SEGMENTS, pageSize, signal, progress } = options;
  const now = () => toTimestamp(table.clock());
  const continued = progress && (await readProgress(progress, now()));
  if (continued !== undefined) progress?.onContinue?.(continued.startedAt);
  const { startedAt, positions, report } = continued ?? startProgress(now(), segments);
  let saving = Promise.resolve();
  const moved = async () => {
    if (progress === undefined) return;
    const saved: Progress = { of: progress.of, startedAt, savedAt: now(), positions, report };
    const text = JSON.stringify(saved);
    saving = saving.then(() => writeAtomically(progress.path, text));
    await saving;
  };
  const visit = async (items: readonly Item[]) => {
    // This page's own counts, until it is complete: a walk resumed after a crash reads the page again.
    const page = emptyReport();
    let written = 0;
    for (const item of items) {
      count(page, table, item);
      if (mode === 'apply') written += await upgrade(page, table, item);
      if (mode === 'verify') await verify(page, options, item);
    }
    addPage(report, page);
    return written;
  };
  await walkTable({ table, positions, rate, pageSize, signal, visit, moved });
  const isDone = positions.every((position) => position.isDone);
  if (isDone && progress !== undefined) await rm(progress.path, { force: true });
  return { report, isDone };
}

const startProgress = (startedAt: string, segments: number) => ({
  startedAt,
  positions: fromTheStart(segments),
  report: emptyReport(),
});

const emptyReport = (): Report => ({ found: {}, expired: 0, upgraded: 0, faults: [], faulty: 0 });

function addPage(report: Report, page: Report): void {
  for (const [kind, versions] of Object.entries(page.found))
    for (const [version, items] of Object.entries(versions)) {
      const sum = report.found[kind] ?? {};
      sum[version] = (sum[version] ?? 0) + items;
      report.found[kind] = sum;
    }
  report.expired += page.expired;
  report.upgraded += page.upgraded;
  report.faulty += page.faulty;
  report.faults.push(...page.faults.slice(0, MAX_LISTED_FAULTS - report.faults.length));
}

/** Undefined if there is none of this walk that is recent enough. */
async function readProgress(
  { path, of, maxAge = Number.POSITIVE_INFINITY }: ProgressOptions,
  now: string,
): Promise<Progress | undefined> {
  const text = await readFile(path, 'utf8').catch(() => '');
  const stored = v.safeParse(v.pipe(v.string(), v.parseJson(), Progress), text);
  if (!stored.success || stored.output.of !== of) return undefined;
  const age = Date.parse(now) - Date.parse(stored.output.savedAt);
  return age <= maxAge ? stored.output : undefined;
}

const UNKNOWN = 'unknown';

function count(report: Report, table: Table, item: Item): void {
  const { kind, stored, current } = table.versions.find(item) ?? { kind: UNKNOWN, stored: 0, current: 0 };
  const versions = report.found[kind] ?? {};
  versions[stored] = (versions[stored] ?? 0) + 1;
  report.found[kind] = versions;
  if (stored < current && table.isExpired(item)) report.expired += 1;
}

/** @returns the approximate write units used: one per KB, and the same again for the index. */
async function upgrade(report: Report, table: Table, item: Item): Promise<number> {
  let seen: Item | undefined = item;
  for (let round = 0; round < MAX_UPGRADE_ATTEMPTS; round += 1) {
    if (seen === undefined || table.isExpired(seen) || isNewer(table, seen)) return 0;
    const outcome = await table.upgrade(seen, undefined);
    if (outcome === 'upgraded') report.upgraded += 1;
    if (outcome !== 'changed') return outcome === 'upgraded' ? unitsOf(seen) : 0;
    seen = await table.getStored({ pk: String(item['pk']), sk: String(item['sk']) }, undefined);
  }
  addFault(report, table, item, { key: hashKey(item), fault: 'it kept changing: run the migration again' });
  return 0;
}

function isNewer(table: Table, item: Item): boolean {
  const found = table.versions.find(item);
  return found !== undefined && found.stored > found.current;
}

const unitsOf = (item: Item): number => {
  const bytes = Object.values(item).reduce<number>(
    (sum, value) => sum + (value instanceof Uint8Array ? value.byteLength : String(value).length),
    0,
  );
  return 2 * Math.ceil(bytes / 1_024);
};

async function verify(report: Report, { table, reveal = false }: SurveyOptions, item: Item): Promise<void> {
  // Expired items belong to nobody, and their parts may already be gone.
  if (table.isExpired(item)) return;
  const fault = await findFault(table, item);
  if (fault === undefined) return;
  const key = reveal ? `${item['pk']} / ${item['sk']}` : hashKey(item);
  addFault(report, table, item, { key, fault });
}

function addFault(report: Report, table: Table, item: Item, what: { key: string; fault: string }): void {
  const { kind, stored } = table.versions.find(item) ?? { kind: UNKNOWN, stored: 0 };
  report.faulty += 1;
  report.faults.push({ kind, version: stored, ...what });
}

/** How many items have an older version, not counting expired ones. */
export const countOlder = (report: Report, table: Table): number =>
  total(report, table, (stored, current) => stored < current) - report.expired;

/** How many items have a version newer than this program supports. */
export const countNewer = (report: Report, table: Table): number =>
  total(report, table, (stored, current) => stored > current);

export const countAll = ({ found }: Pick<Report, 'found'>): number =>
  Object.values(found)
    .flatMap((versions) => Object.values(versions))
    .reduce((sum, items) => sum + items, 0);

function total(
  report: Report,
  table: Table,
  isCounted: (stored: number, current: number) => boolean,
): number {
  return Object.entries(report.found)
    .flatMap(([kind, versions]) =>
      Object.entries(versions).map(([version, items]) => {
        const current = table.versions.current()[kind];
        return current !== undefined && isCounted(Number(version), current) ? items : 0;
      }),
    )
    .reduce((sum, items) => sum + items, 0);
}

/** A line per kind, such as `  chat: 12 of version 0, 340 of version 1`. */
export const describeFound = ({ found }: Report): string =>
  Object.entries(found)
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([kind, versions]) => {
      const parts = Object.entries(versions).map(([version, items]) => `${items} of version ${version}`);
      return `  ${kind}: ${parts.join(', ')}`;
    })
    .join('\n');

export const describeFaults = ({ faults, faulty }: Report): string =>
  [
    ...faults.map(({ kind, version, key, fault }) => `  ${kind}, version ${version}, ${key}: ${fault}`),
    ...(faulty > faults.length ? [`  and ${faulty - faults.length} more`] : []),
  ].join('\n');
