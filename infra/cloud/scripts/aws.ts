import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import * as v from 'valibot';

const run = promisify(execFile);

/** A failure of the AWS command line, in its own words. */
export class AwsError extends Error {
  override readonly name = 'AwsError';
}

/** Runs a command of the AWS command line and gives its JSON answer. */
export type Aws = (command: readonly string[]) => Promise<unknown>;

/** In bytes: lists of a whole account are longer than what Node takes by itself. */
const MOST_OUTPUT = 64 * 1024 * 1024;

/** The AWS command line of this machine, with the credentials of a profile, or whatever it has. */
export const awsIn =
  (region: string, profile?: string): Aws =>
  async (command) => {
    const as = profile === undefined ? [] : ['--profile', profile];
    try {
      const { stdout } = await run('aws', [...command, '--region', region, ...as, '--output', 'json'], {
        maxBuffer: MOST_OUTPUT,
      });
      return stdout.trim() === '' ? {} : JSON.parse(stdout);
    } catch (error) {
      throw new AwsError(readable(error), { cause: error });
    }
  };

const Failure = v.object({ code: v.unknown(), stderr: v.optional(v.string(), '') });

function readable(error: unknown): string {
  const failure = v.safeParse(Failure, error);
  if (!failure.success) return String(error);
  if (failure.output.code === 'ENOENT')
    return 'The AWS command line is missing. Install it: https://docs.aws.amazon.com/cli/latest/userguide/getting-started-install.html';
  return failure.output.stderr.trim();
}

/** What ends a process: Ctrl-C, `kill` and a terminal that is closed. */
const ENDING = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Those of the secrets that are in files now. */
const folders = new Set<string>();

/**
 * Gives a secret text to a command as `file://…`, since arguments can be read by every process of the machine. The file is
 * readable by its owner only and gone afterwards, also when the person stops the command meanwhile.
 */
export async function withSecretFile<T>(text: string, use: (address: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'secret-'));
  folders.add(folder);
  for (const signal of ENDING) process.on(signal, endWithoutFiles);
  try {
    const path = join(folder, 'value');
    await writeFile(path, text, { mode: 0o600 });
    return await use(`file://${process.platform === 'win32' ? pathToFileURL(path).pathname.slice(1) : path}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
    folders.delete(folder);
    for (const signal of ENDING) process.off(signal, endWithoutFiles);
  }
}

/** Ends the process as the signal does by itself. A command that ends cleanly, for which others listen, comes to the end of its files. */
function endWithoutFiles(signal: NodeJS.Signals): void {
  if (process.listeners(signal).some((one) => one !== endWithoutFiles)) return;
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

const Stacks = v.object({
  Stacks: v.tuple([
    v.object({
      StackStatus: v.string(),
      Outputs: v.optional(v.array(v.object({ OutputKey: v.string(), OutputValue: v.string() })), []),
    }),
  ]),
});

const describeStack = (name: string) => ['cloudformation', 'describe-stacks', '--stack-name', name];

const outputsOf = ({ Stacks: [{ Outputs }] }: v.InferOutput<typeof Stacks>): Record<string, string> =>
  Object.fromEntries(Outputs.map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]));

/** What a deployed stack printed, by name. @throws AwsError when there is none */
export const stackOutputs = async (aws: Aws, name: string): Promise<Record<string, string>> =>
  outputsOf(v.parse(Stacks, await aws(describeStack(name))));

/** The same and the stack's status, or undefined when there is no such stack. */
export async function findStack(
  aws: Aws,
  name: string,
): Promise<{ status: string; outputs: Record<string, string> } | undefined> {
  const found = await find(aws, describeStack(name), Stacks);
  return found && { status: found.Stacks[0].StackStatus, outputs: outputsOf(found) };
}

/** The outputs alone. */
export const findOutputs = async (aws: Aws, name: string): Promise<Record<string, string> | undefined> =>
  (await findStack(aws, name))?.outputs;

/** An answer, or undefined where AWS says that there is no such thing. @throws AwsError */
export async function find<Schema extends v.GenericSchema>(
  aws: Aws,
  command: readonly string[],
  schema: Schema,
): Promise<v.InferOutput<Schema> | undefined> {
  try {
    return v.parse(schema, await aws(command));
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Whether AWS has answered that there is no such thing. A command line without credentials may say that its token does not exist. */
export const isMissing = (error: unknown): boolean =>
  error instanceof AwsError &&
  /An error occurred \((?:\w*NotFound|NoSuchEntity|.*does not exist)/s.test(error.message);
