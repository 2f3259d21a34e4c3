import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';

const run = promisify(execFile);

/** A failure of the AWS CLI; the message is the CLI's own. */
export class AwsError extends Error {
  override readonly name = 'AwsError';
}

/** Runs an AWS CLI command and returns its JSON output. */
export type Aws = (command: readonly string[]) => Promise<unknown>;

/** In bytes. Lists that cover a whole account exceed Node's default limit. */
const MAX_OUTPUT_BYTES = 64 * 1024 * 1024;

/** The AWS CLI on this machine, with a profile's credentials or the default ones. */
export const awsIn =
  (region: string, profile?: string): Aws =>
  async (command) => {
    const profileOption = profile === undefined ? [] : ['--profile', profile];
    try {
      const { stdout } = await run(
        'aws',
        [...command, '--region', region, ...profileOption, '--output', 'json'],
        {
          maxBuffer: MAX_OUTPUT_BYTES,
        },
      );
      return stdout.trim() === '' ? {} : JSON.parse(stdout);
    } catch (error) {
      throw new AwsError(describeFailure(error), { cause: error });
    }
  };

const Failure = v.object({ code: v.unknown(), stderr: v.optional(v.string(), '') });

function describeFailure(error: unknown): string {
  const failure = v.safeParse(Failure, error);
  if (!failure.success) return String(error);
  if (failure.output.code === 'ENOENT')
    return 'The AWS CLI is not installed. Install it: https://docs.aws.amazon.com/cli/latest/userguide/getting-started-install.html';
  return failure.output.stderr.trim();
}

/** Signals that end a process: Ctrl-C, `kill`, and a closed terminal. */
const ENDING_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Folders of the secret files that exist at the moment. */
const folders = new Set<string>();

/**
 * Passes a secret to a command as `file://…`, since arguments are visible to every process on the machine. The file is readable by its
 * owner only and is deleted afterwards, even if the command is interrupted.
 */
export async function withSecretFile<T>(text: string, use: (address: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'secret-'));
  folders.add(folder);
  for (const signal of ENDING_SIGNALS) process.on(signal, deleteFilesAndExit);
  try {
    const path = join(folder, 'value');
    await writeFile(path, text, { mode: 0o600 });
    // Not a real file URL: the CLI opens what follows the prefix as it is, on Windows too.
    return await use(`file://${path}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
    folders.delete(folder);
    for (const signal of ENDING_SIGNALS) process.off(signal, deleteFilesAndExit);
  }
}

/**
 * Deletes the files and ends the process by the signal. If other listeners shut the command down, its own `finally` deletes them instead.
 */
function deleteFilesAndExit(signal: NodeJS.Signals): void {
  if (process.listeners(signal).some((one) => one !== deleteFilesAndExit)) return;
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
}

/** A stack's outputs, as AWS describes them. */
export const Outputs = v.optional(v.array(v.object({ OutputKey: v.string(), OutputValue: v.string() })), []);
const Stacks = v.object({ Stacks: v.tuple([v.object({ StackStatus: v.string(), Outputs })]) });

const describeStack = (name: string) => ['cloudformation', 'describe-stacks', '--stack-name', name];

const outputsOf = ({ Stacks: [stack] }: v.InferOutput<typeof Stacks>): Record<string, string> =>
  Object.fromEntries(stack.Outputs.map(({ OutputKey, OutputValue }) => [OutputKey, OutputValue]));

/** The outputs of a deployed stack, by name. @throws AwsError when there is no such stack */
export const stackOutputs = async (aws: Aws, name: string): Promise<Record<string, string>> =>
  outputsOf(v.parse(Stacks, await aws(describeStack(name))));

/** The stack's status and outputs, or undefined when there is no such stack. */
export async function findStack(
  aws: Aws,
  name: string,
): Promise<{ status: string; outputs: Record<string, string> } | undefined> {
  const found = await find(aws, describeStack(name), Stacks);
  return found && { status: found.Stacks[0].StackStatus, outputs: outputsOf(found) };
}

/** The stack's outputs, or undefined when there is no such stack. */
export const findOutputs = async (aws: Aws, name: string): Promise<Record<string, string> | undefined> =>
  (await findStack(aws, name))?.outputs;

/** The parsed response, or undefined when AWS reports that the resource does not exist. @throws AwsError */
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

/**
 * Whether AWS reported a missing resource. Without credentials, the CLI itself may say that a token does not exist, which does not count.
 */
export const isMissing = (error: unknown): boolean =>
  error instanceof AwsError &&
  /An error occurred \((?:\w*NotFound|NoSuchEntity|.*does not exist)/s.test(error.message);
