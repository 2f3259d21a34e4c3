import { setTimeout as delay } from 'node:timers/promises';
import { createLookups } from '#functions/store/lookups.ts';
import { createSuppressed, SUPPRESSION_SETTLE_TIME } from '#functions/store/suppressed.ts';
import { DataUnusable } from '#infra/local/database.ts';
import { typedProfileUrl } from '#shared/linkedin-url.ts';
import { AwsError } from '../cloud/aws.ts';
import { readArguments, runCommand, UsageError } from '../command.ts';
import { eraseLookups } from './erase-lookup.ts';
import { TARGET_OPTIONS, TARGET_USAGE, type Target, type TargetValues, withTarget } from './open-table.ts';

type Request = { act: 'list' } | { act: 'add' | 'remove'; profileUrl: string };

const USAGE = `npm run suppress -- ADDRESS [--remove] | --list [options]: keeps a person out of every search, and erases their cached record.

  ADDRESS                 a LinkedIn profile's address, in any form, such as https://www.linkedin.com/in/someone
  --remove                lets the person be found again
  --list                  shows how many people are suppressed, and since when; no names
${TARGET_USAGE}`;

const USAGE_ERROR = `Specify the address of one LinkedIn profile, optionally with --remove, or --list.\n\n${USAGE}`;

/**
 * `npm run suppress -- URL [--remove] | --list [-c stage=beta | --local-stack]`: keeps people from being found, bought or shown by any search of
 * the deployment, and erases the cached data about them.
 */
async function main(given: readonly string[]): Promise<void> {
  const { where, ...request } = readRequest(given);
  await withTarget(where, async (target) => {
    const say = (what: string) => console.info(`${target.name}: ${what}`);
    say(await suppress(request, { ...target, say }));
  });
}

/** @throws UsageError */
export function readRequest(given: readonly string[]): Request & { where: TargetValues } {
  const { values, positionals } = readArguments(given, {
    options: { ...TARGET_OPTIONS, remove: { type: 'boolean' }, list: { type: 'boolean' } },
    allowPositionals: true,
    usage: USAGE,
  });
  const [address, ...others] = positionals;
  const isListed = values.list === true && values.remove === undefined;
  if (isListed && address === undefined) return { act: 'list', where: values };
  const profileUrl = address === undefined ? undefined : typedProfileUrl(address);
  if (profileUrl === undefined || others.length > 0 || values.list !== undefined)
    throw new UsageError(USAGE_ERROR);
  return { act: values.remove === true ? 'remove' : 'add', profileUrl, where: values };
}

interface SuppressOptions extends Pick<Target, 'table' | 'dataDir'> {
  /** Receives a message about the wait. */
  say?: (what: string) => void;
  wait?: (milliseconds: number) => Promise<unknown>;
}

/** @returns the message to print */
export async function suppress(
  request: Request,
  { table, dataDir, say, wait = delay }: SuppressOptions,
): Promise<string> {
  const suppressed = createSuppressed(table);
  if (request.act === 'list') {
    const entries = await suppressed.list();
    if (entries.length === 0) return 'Nobody is suppressed.';
    const lines = entries.map(({ digest, addedOn }) => `\n  ${addedOn}  ${digest.slice(0, 12)}…`);
    return `${entries.length} suppressed, each stored only as a hash.${lines.join('')}`;
  }
  const { profileUrl } = request;
  if (request.act === 'remove')
    return (await suppressed.remove({ profileUrl }))
      ? `${profileUrl} may be found again within a minute, and be verified under a former address within a week.`
      : `${profileUrl} was not suppressed.`;
  const isNew = await suppressed.add({ profileUrl });
  let wasRemembered = await createLookups(table).erase({ profileUrl });
  // The local stack is stopped, so nothing is being looked up there.
  if (dataDir === undefined) {
    say?.(
      `${profileUrl} is on the list. Waiting until no search that began earlier can cache their record, which takes 2½ minutes …`,
    );
    await wait(SUPPRESSION_SETTLE_TIME);
  }
  wasRemembered = (await eraseLookups(table, profileUrl)) || wasRemembered;
  const since = isNew
    ? 'is suppressed: it will no longer be found, looked up or shown'
    : 'was already suppressed';
  return `${profileUrl} ${since}. ${wasRemembered ? 'The cached record of this person was erased.' : 'No record of this person was cached.'}`;
}

if (import.meta.main) await runCommand(main, AwsError, DataUnusable);
