import process from 'node:process';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { SETTINGS, SettingsError } from './cloud/settings/read-settings.ts';

/*
 * What the commands of whoever runs a deployment share (cloud/scripts, operate): how they read their arguments, are stopped and fail. A
 * command is a module with `main`, which is given the arguments, with an exported `readRequest`, which refuses what it does not understand
 * and gives `--help`, and with a last line
 *
 *   if (import.meta.main) await runCommand(main, AwsError);
 *
 * The stage's settings come from `settingsWith` (cloud/settings/read-settings.ts), AWS is asked by `awsIn` (cloud/scripts/aws.ts), and the
 * table of a stage or of the local stack is opened by `withTarget` (operate/open-table.ts).
 */

/** How every command takes settings, as `cdk` does. */
export const CONTEXT = { context: { type: 'string', short: 'c', multiple: true } } as const;

/** The line of `--help` about them. */
export const CONTEXT_USAGE =
  '  -c name=value           a setting of the deployment, such as -c stage=beta; may be repeated (docs/deploy.md#settings)';

/** Thrown where `--help` is given; the message is what the command takes. */
export class HelpWanted extends Error {
  override readonly name = 'HelpWanted';
}

interface ReadOptions<Options> {
  options: Options;
  /** Whether it takes words beside its options. */
  allowPositionals?: boolean;
  /** What `--help` says: the command, what it does, and a line for each option. Said beneath what is wrong too. */
  usage: string;
}

/**
 * A command's arguments. What is not understood is refused: a misspelt `stage` would leave the command to the production stage.
 * @throws SettingsError saying what to write instead
 * @throws HelpWanted
 */
export function readArguments<const Options extends ParseArgsOptionsConfig>(
  given: readonly string[],
  { options, allowPositionals = false, usage }: ReadOptions<Options>,
) {
  try {
    refuseKept(options);
    refuseUnknown(given, options);
    const read = parseArgs({ args: given, options, allowPositionals: true });
    const [word] = read.positionals;
    if (word !== undefined && !allowPositionals)
      throw new SettingsError(
        `${word} is not understood${Object.hasOwn(options, 'context') ? `: ${HOW}` : '.'}`,
      );
    return read;
  } catch (error) {
    if (asksForHelp(given)) throw new HelpWanted(usage);
    const said = error instanceof Error ? error.message : String(error);
    throw new SettingsError(`${said}\n\n${usage}`);
  }
}

/** No command has the option, so what is given is refused before anybody looks for it. What follows `--` is no option. */
const asksForHelp = (given: readonly string[]): boolean =>
  given
    .slice(0, given.includes('--') ? given.indexOf('--') : undefined)
    .some((one) => /^(--help|-h)$/.test(one));

/** Do no harm where npm keeps them, and may stand in its own configuration. */
const LEFT_TO_NPM = ['force', 'yes'];

/**
 * `npm run` keeps options for itself that no `--` stands before, and says nothing of `-c`: what was meant for a stage would be done to the
 * production stage.
 * @throws SettingsError
 */
export function refuseKept(options: Readonly<Record<string, unknown>>): void {
  const { npm_lifecycle_event: script, npm_config_call: call = '' } = process.env;
  if (script === undefined) return;
  const takesSettings = Object.hasOwn(options, 'context');
  const names = [...Object.keys(options), ...(takesSettings ? SETTINGS : [])];
  const isKept = (name: string) =>
    process.env[`npm_config_${name.toLowerCase().replaceAll('-', '_')}`] !== undefined;
  const kept = names.filter((name) => !LEFT_TO_NPM.includes(name) && isKept(name)).map((name) => `--${name}`);
  if (takesSettings && /^[a-z]\w*=/i.test(call)) kept.push(`-c ${call}`);
  if (kept.length > 0)
    throw new SettingsError(
      `npm has kept ${kept.join(' and ')} for itself. Write -- before all of it: npm run ${script} -- ${takesSettings ? '-c name=value …' : '…'}`,
    );
}

const HOW = 'a setting is written -c name=value, such as -c stage=beta.';

/** Before `parseArgs` would, which knows of no settings. */
function refuseUnknown(given: readonly string[], options: ParseArgsOptionsConfig): void {
  const { tokens } = parseArgs({ args: given, options, strict: false, allowPositionals: true, tokens: true });
  for (const token of tokens) {
    if (token.kind !== 'option' || Object.hasOwn(options, token.name)) continue;
    const { name, rawName, value = '…' } = token;
    if (Object.hasOwn(options, 'context') && SETTINGS.includes(name))
      throw new SettingsError(`${rawName} is a setting, not an option: write -c ${name}=${value}`);
    const known = Object.keys(options).map(writtenOption).join(', ');
    throw new SettingsError(
      `There is no option ${rawName}.${known === '' ? '' : ` The options are ${known}.`}`,
    );
  }
}

const writtenOption = (name: string): string => (name === 'context' ? '-c name=value' : `--${name}`);

/** A command as it is typed into a shell. */
export const commandOf = (command: readonly string[]): string =>
  command.map((word) => (/^[\w./:=@-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(' ');

interface Idle {
  /** What the person asks for, as they write it. */
  act: string;
  options: readonly string[];
  /** Why they mean nothing. */
  since: string;
}

/** Refuses options that mean nothing for what is asked: whoever gave one expects something of it. @throws SettingsError */
export function refuseIdle(values: Readonly<Record<string, unknown>>, { act, options, since }: Idle): void {
  const given = options.filter((name) => values[name] !== undefined).map(writtenOption);
  if (given.length > 0) throw new SettingsError(`${act} takes no ${given.join(' and no ')}: ${since}.`);
}

/** Milliseconds within which signals are one: npm and the terminal both send what the person has pressed once. */
const ONE_PRESS = 1_000;

/**
 * Aborted when the person stops the command, which goes on to end cleanly and to delete what it has made. Who stops it once more ends it at
 * once.
 * @param said to the person meanwhile
 * @param reason what the signal throws
 */
export function whenStopped(said: string, reason?: Error): AbortSignal {
  const stopping = new AbortController();
  let stoppedAt = 0;
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => {
      const now = performance.now();
      if (stopping.signal.aborted) {
        if (now - stoppedAt >= ONE_PRESS) process.exit(130);
        return;
      }
      stoppedAt = now;
      console.info(`${said} Ctrl-C once more ends it at once.`);
      stopping.abort(reason);
    });
  return stopping.signal;
}

/** Runs a command. What a person has done wrong is said as a sentence, which a stack trace would bury. */
export async function runCommand(
  main: (given: readonly string[]) => unknown,
  ...expected: (new () => Error)[]
): Promise<void> {
  try {
    await main(process.argv.slice(2));
  } catch (error) {
    if (error instanceof HelpWanted) return console.info(error.message);
    if (!(error instanceof Error) || ![SettingsError, ...expected].some((kind) => error instanceof kind))
      throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
