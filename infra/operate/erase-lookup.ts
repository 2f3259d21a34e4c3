import { addressesOf } from '#functions/pipeline/evidence/identity.ts';
import { type Item, toKey } from '#functions/store/keys.ts';
import { createLookups, decodeLookup } from '#functions/store/lookups.ts';
import { LOOKUP_PREFIX, lookupAddressAt } from '#functions/store/service-keys.ts';
import type { Table } from '#functions/store/table.ts';
import { DataUnusable } from '#infra/local/database.ts';
import { typedProfileUrl } from '#shared/linkedin-url.ts';
import { AwsError } from '../cloud/aws.ts';
import { readArguments, runCommand, UsageError } from '../command.ts';
import { fromTheStart, RATE_IN_USE, walkTable } from '../walk-table.ts';
import { findFault } from './check-item.ts';
import { TARGET_OPTIONS, TARGET_USAGE, type Target, type TargetValues, withTarget } from './open-table.ts';

/**
 * `npm run erase-lookup -- <profile url|--all> [-c stage=beta | --table NAME | --local-stack]`: erases cached responses of profile-data providers
 * about people.
 */
async function main(given: readonly string[]): Promise<void> {
  const { profileUrl, where } = readRequest(given);
  await withTarget(where, async (target) => {
    console.info(`${target.name}: ${await erase(profileUrl, target)}`);
  });
}

const USAGE = `npm run erase-lookup -- ADDRESS|--all [options]: erases cached records about people from profile-data providers. Reads the whole table once.

  ADDRESS                 a LinkedIn profile's address, in any form, such as https://www.linkedin.com/in/someone
  --all                   erases everybody's records
${TARGET_USAGE}`;

const USAGE_ERROR = `Specify the address of one LinkedIn profile, or --all for every profile.\n\n${USAGE}`;

/** `profileUrl` is canonical, or undefined to erase the lookups of everybody. @throws UsageError */
export function readRequest(given: readonly string[]): {
  profileUrl: string | undefined;
  where: TargetValues;
} {
  const { values, positionals } = readArguments(given, {
    options: { ...TARGET_OPTIONS, all: { type: 'boolean' } },
    allowPositionals: true,
    usage: USAGE,
  });
  const [address, ...others] = positionals;
  if (values.all === true && address === undefined) return { profileUrl: undefined, where: values };
  const profileUrl = address === undefined ? undefined : typedProfileUrl(address);
  if (profileUrl === undefined || others.length > 0 || values.all === true) throw new UsageError(USAGE_ERROR);
  return { profileUrl, where: values };
}

/** The items that are cached lookups. */
const LOOKUPS = {
  FilterExpression: 'begins_with(pk, :lookups)',
  ExpressionAttributeValues: { ':lookups': LOOKUP_PREFIX },
};

async function erase(profileUrl: string | undefined, target: Target): Promise<string> {
  if (profileUrl === undefined) return `erased all cached records: ${await eraseAll(target)} in total.`;
  return (await eraseLookups(target.table, profileUrl))
    ? `erased the cached record of ${profileUrl}.`
    : `no record of ${profileUrl} was cached.`;
}

/**
 * Erases what is cached about the person, also under another address if the record gives this one. Reads the whole table.
 * @returns whether anything was cached
 */
export async function eraseLookups(table: Table, profileUrl: string): Promise<boolean> {
  const lookups = createLookups(table);
  let wasCached = await lookups.erase({ profileUrl });
  await walkTable({
    ...{ table, rate: RATE_IN_USE, positions: fromTheStart(1) },
    filter: { ...LOOKUPS, FilterExpression: `${LOOKUPS.FilterExpression} AND attribute_exists(payload)` },
    async visit(items) {
      let erased = 0;
      for (const item of items) {
        // What cannot be read may be anybody's, and the cache can do without it; but nobody is told that it was this person's.
        const isReadable = (await findFault(table, item)) === undefined;
        if (isReadable && !(await isOf(profileUrl, item, table))) continue;
        await lookups.erase(lookupAddressAt(toKey(item)));
        wasCached ||= isReadable;
        erased += 1;
      }
      return erased;
    },
  });
  return wasCached;
}

async function isOf(profileUrl: string, item: Item, table: Table): Promise<boolean> {
  const lookup = await decodeLookup(table, table.versions.read(item), undefined);
  return lookup?.record !== undefined && addressesOf(lookup.record).includes(profileUrl);
}

/** Reads the whole table. @returns the number of items erased */
async function eraseAll({ table }: Target): Promise<number> {
  let erased = 0;
  await walkTable({
    ...{ table, rate: RATE_IN_USE, positions: fromTheStart(1) },
    filter: LOOKUPS,
    async visit(items) {
      await table.deleteAll(items.map(toKey), undefined);
      erased += items.length;
      return items.length;
    },
  });
  return erased;
}

if (import.meta.main) await runCommand(main, AwsError, DataUnusable);
