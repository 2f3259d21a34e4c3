import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { basename, dirname } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline/promises';
import * as v from 'valibot';
import { toJson } from '#functions/store/account-export-text.ts';
import { noteErasure } from '#functions/store/users.ts';
import { DataUnusable } from '#infra/local/database.ts';
import { AwsError } from '../cloud/aws.ts';
import { count, readArguments, refuseUnusedOptions, runCommand, UsageError } from '../command.ts';
import { RATE_IN_USE } from '../walk-table.ts';
import { countAccount, eraseAccount, exportAccount, findByAddress, forgetAddress } from './account-items.ts';
import { type Account, type Accounts, openAccounts } from './accounts.ts';
import { TARGET_OPTIONS, TARGET_USAGE, type Target, type TargetValues, withTarget } from './open-table.ts';

const USAGE = `npm run person -- export|erase EMAIL [options]: exports or erases everything stored about a person.

  export EMAIL            writes one JSON file that only you can read
  --out FILE              the file's name
  erase EMAIL             lists what is stored, asks you to type the address, and erases everything, including the account
  --dry-run               only lists what is stored
  --yes                   erases without asking
  --user-pool ID          the user pool with the accounts, if --table is given
${TARGET_USAGE}`;

const USAGE_ERROR = `Specify export or erase, and the account's address, such as ana@example.com.\n\n${USAGE}`;

interface Request {
  act: 'export' | 'erase';
  email: string;
  /** The export's file name; undefined for the default. */
  out: string | undefined;
  /** Erase without asking for confirmation. */
  yes: boolean;
  /** Only list what would be erased. */
  dryRun: boolean;
  where: TargetValues;
}

/** `npm run person -- export|erase EMAIL [-c stage=beta | --local-stack]`: exports what is stored about a person to a file, or erases it. */
async function main(given: readonly string[]): Promise<void> {
  const request = readRequest(given);
  if (request.out !== undefined) checkPath(request.out);
  await withTarget(request.where, async (target) => {
    const accounts = await openAccounts(target);
    try {
      await serve(request, { target, accounts });
    } finally {
      await accounts.close();
    }
  });
}

/** Before the table is read, which can take an hour. @throws UsageError if no new file can have this name */
function checkPath(path: string): void {
  if (existsSync(path)) throw taken(path);
  if (!existsSync(dirname(path)))
    throw new UsageError(`There is no folder ${dirname(path)} to write ${basename(path)} to.`);
}

const taken = (path: string): UsageError =>
  new UsageError(`${path} already exists: choose another name with --out.`);

/** @throws UsageError */
export function readRequest(given: readonly string[]): Request {
  const { values, positionals } = readArguments(given, {
    options: {
      ...TARGET_OPTIONS,
      'user-pool': { type: 'string' },
      out: { type: 'string' },
      yes: { type: 'boolean' },
      'dry-run': { type: 'boolean' },
    },
    allowPositionals: true,
    usage: USAGE,
  });
  const read = v.safeParse(
    v.tuple([v.picklist(['export', 'erase']), v.pipe(v.string(), v.trim(), v.regex(/^[^\s@]+@[^\s@]+$/))]),
    positionals,
  );
  if (!read.success || positionals.length !== 2) throw new UsageError(USAGE_ERROR);
  const [act, email] = read.output;
  const { out, yes = false, 'dry-run': dryRun = false } = values;
  if (act === 'erase')
    refuseUnusedOptions(values, { act, options: ['out'], since: 'only export writes a file' });
  else refuseUnusedOptions(values, { act, options: ['yes', 'dry-run'], since: 'it changes nothing' });
  return { act, email, out, yes, dryRun, where: values };
}

interface Services {
  target: Target;
  accounts: Accounts;
}

async function serve(request: Request, services: Services): Promise<void> {
  const found = await findAll(request, services);
  if (found.length === 0)
    throw new UsageError(`${services.target.name}: no account has the address ${request.email}.`);
  if (request.act === 'export') await exportTo(request, found, services);
  else await eraseAll(request, found, services);
}

/** The status of an account of which only the user's data is left. */
const GONE = 'the account no longer exists';

/** Every account with the address, plus users whose records have it although the account itself is gone. */
async function findAll({ email }: Request, { target, accounts }: Services): Promise<Account[]> {
  const found = await accounts.find(email);
  const known = new Set(found.map(({ sub }) => sub));
  const records = await findByAddress(target.table, email, RATE_IN_USE);
  const others = records.filter((sub) => !known.has(sub));
  for (const sub of others)
    found.push(
      (await accounts.findBySub(sub)) ?? {
        ...{ username: sub, sub, status: GONE, attributes: {} },
        createdAt: undefined,
      },
    );
  return found;
}

async function exportTo(
  { email, out }: Request,
  found: readonly Account[],
  { target }: Services,
): Promise<void> {
  const { table } = target;
  const people = [];
  for (const { sub: userId, ...account } of found)
    people.push({ account, ...(await exportAccount({ table, userId, rate: RATE_IN_USE })) });
  const exported = { exportedAt: new Date().toISOString(), email, people };
  const path = out ?? `expertscope-person-${exported.exportedAt.slice(0, 19).replaceAll(':', '-')}.json`;
  try {
    await writeFile(path, `${JSON.stringify(exported, toJson, 2)}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    throw error instanceof Error && 'code' in error && error.code === 'EEXIST' ? taken(path) : error;
  }
  const chats = people.reduce((sum, person) => sum + person.chats.length, 0);
  console.info(
    `${target.name}: exported ${count(found.length, 'account')} with ${count(chats, 'chat')} to ${path}, which only you can read.`,
  );
  const unreadable = people.reduce((sum, person) => sum + person.unreadable.length, 0);
  if (unreadable === 0) return;
  console.error(`${count(unreadable, 'item')} could not be read in full: see "unreadable" in the file.`);
  process.exitCode = 1;
}

async function eraseAll(request: Request, found: readonly Account[], { target, accounts }: Services) {
  const { table, name } = target;
  console.info(`${name}: this permanently erases`);
  const records = new Map<Account, number>();
  for (const account of found) {
    const counts = await countAccount({ table, userId: account.sub, rate: RATE_IN_USE });
    records.set(account, counts.user ?? 0);
    const items = Object.entries(counts)
      .sort()
      .map(([kind, items]) => `${items} × ${kind}`);
    console.info(`  the account ${account.sub} (${account.status}): ${items.join(', ') || 'nothing stored'}`);
  }
  if (request.dryRun) return;
  if (!request.yes) await confirmByTyping(request.email);
  for (const account of found) {
    await accounts.signOut(account);
    const options = { table, userId: account.sub, rate: RATE_IN_USE, isServed: target.dataDir === undefined };
    // Where no account in the pool has the address (any more), only the record tells whose items these are: without the address in its
    // place until the end, a repeat of an interrupted erasure would find nobody.
    await noteErasure(table, account.sub, undefined, { email: request.email });
    const deleted = await eraseAccount({ ...options, say: (what) => console.info(what) });
    await accounts.remove(account);
    await forgetAddress(options);
    // The record is not deleted, but replaced by the note of the erasure.
    const what =
      count(deleted + (records.get(account) ?? 0), 'item') +
      (account.status === GONE ? '' : ' and the account');
    console.info(`Erased ${account.sub}: ${what}. Nothing is left.`);
  }
  if (target.dataDir === undefined)
    console.info('Backups contain the erased data for up to 35 days; `npm run restore` erases it again.');
}

/** @throws UsageError unless the address is typed */
async function confirmByTyping(email: string): Promise<void> {
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    terminal.setPrompt(`Type ${email} to erase everything: `);
    terminal.prompt();
    for await (const line of terminal) {
      if (line.trim() === email) return;
      throw new UsageError('The address does not match: nothing was erased.');
    }
    // Ctrl-C and Ctrl-D end the input.
    throw new UsageError('No address was typed: nothing was erased.');
  } finally {
    terminal.close();
  }
}

if (import.meta.main) await runCommand(main, AwsError, DataUnusable);
