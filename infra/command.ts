import process from 'node:process';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { SETTINGS, SettingsError } from './cloud/settings/read-settings.ts';

/*
 * Shared by the operators' commands (cloud/scripts, operate): argument parsing, interruption and error reporting. A command is a module
 * with a `main` that receives the arguments, an exported `readRequest` that parses them, rejects anything unknown and handles `--help`, and
 * this last line:
 *
 *   if (import.meta.main) await runCommand(main, AwsError);
 *
 * Use `settingsWith` (cloud/settings/read-settings.ts) to read a stage's settings, `awsIn` (cloud/aws.ts) to call AWS, and
 * `withTarget` (operate/open-table.ts) to open the table of a stage or of the local stack.
 */

/** The option through which every command accepts settings, as `cdk` does. */
export const CONTEXT = { context: { type: 'string', short: 'c', multiple: true } } as const;

/** The `--help` line for {@link CONTEXT}. */
export const CONTEXT_USAGE =
  '  -c name=value           a deployment setting, such as -c stage=beta; repeatable (docs/deploy.md#settings)';

/** What a command was told to do cannot be done; the message says what to write instead. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** Thrown when `--help` is given; the message is the usage text. */
export class HelpWanted extends Error {
  override readonly name = 'HelpWanted';
}

interface ReadOptions<Options> {
  options: Options;
  /** Whether positional arguments are allowed. */
  allowPositionals?: boolean;
  /** The `--help` text: the command, what it does, and a line per option. Also appended to error messages. */
  usage: string;
}

/**
 * Parses a command's arguments and rejects unknown ones: a misspelt `stage` would otherwise run the command against the production stage.
 * @throws UsageError saying what to write instead
 * @throws HelpWanted
 */
export function readArguments<const Options extends ParseArgsOptionsConfig>(
  given: readonly string[],
  { options, allowPositionals = false, usage }: ReadOptions<Options>,
) {
  try {
    refuseOptionsKeptByNpm(options);
    refuseUnknown(given, options);
    const read = parseArgs({ args: given, options, allowPositionals: true });
    const [word] = read.positionals;
    if (word !== undefined && !allowPositionals)
      throw new UsageError(
        `Unexpected argument ${word}${Object.hasOwn(options, 'context') ? `: ${SETTING_SYNTAX}` : '.'}`,
      );
    return read;
  } catch (error) {
    if (asksForHelp(given)) throw new HelpWanted(usage);
    const message = error instanceof Error ? error.message : String(error);
    throw new UsageError(`${message}\n\n${usage}`);
  }
}

/** No command declares a help option, so parsing rejects it and this runs afterwards. Anything after `--` is not an option. */
const asksForHelp = (given: readonly string[]): boolean =>
  given
    .slice(0, given.includes('--') ? given.indexOf('--') : undefined)
    .some((one) => /^(--help|-h)$/.test(one));

/** npm may consume these without harm, and they may come from npm's own configuration. */
const LEFT_TO_NPM = ['color', 'force', 'proxy', 'yes'];

/**
 * Without a preceding `--`, `npm run` silently consumes options, including `-c`, and a command meant for another stage would run against
 * the production stage. This cannot notice options that npm has for itself as abbreviations, such as `--local`, so none may be called so.
 * @throws UsageError
 */
export function refuseOptionsKeptByNpm(options: Readonly<Record<string, unknown>>): void {
  const { npm_lifecycle_event: script, npm_config_call: call = '' } = process.env;
  if (script === undefined) return;
  const takesSettings = Object.hasOwn(options, 'context');
  const names = [...Object.keys(options), ...(takesSettings ? SETTINGS : [])];
  const isKept = (name: string) => {
    // npm reads --no-search as search=false.
    const known = name.replace(/^no-/, '');
    const variable = `npm_config_${known.toLowerCase().replaceAll('-', '_')}`;
    return !LEFT_TO_NPM.includes(known) && process.env[variable] !== undefined;
  };
  const kept = names.filter(isKept).map((name) => `--${name}`);
  if (takesSettings && /^[a-z]\w*=/i.test(call)) kept.push(`-c ${call}`);
  if (kept.length > 0)
    throw new UsageError(
      `npm did not pass on ${kept.join(' and ')}. Put -- before all arguments: npm run ${script} -- ${takesSettings ? '-c name=value …' : '…'}`,
    );
}

const SETTING_SYNTAX = 'pass a setting as -c name=value, such as -c stage=beta.';

/** Runs before the real `parseArgs` call, whose errors would not mention settings. */
function refuseUnknown(given: readonly string[], options: ParseArgsOptionsConfig): void {
  const { tokens } = parseArgs({ args: given, options, strict: false, allowPositionals: true, tokens: true });
  for (const token of tokens) {
    if (token.kind !== 'option' || Object.hasOwn(options, token.name)) continue;
    const { name, rawName, value = '…' } = token;
    if (Object.hasOwn(options, 'context') && SETTINGS.includes(name))
      throw new UsageError(`${rawName} is a setting, not an option: pass it as -c ${name}=${value}`);
    const known = Object.keys(options).map(formatOption).join(', ');
    throw new UsageError(`Unknown option ${rawName}.${known === '' ? '' : ` The options are ${known}.`}`);
  }
}

const formatOption = (name: string): string => (name === 'context' ? '-c name=value' : `--${name}`);

/** '1 item', or '2 items'. */
export const count = (number: number, what: string): string => `${number} ${what}${number === 1 ? '' : 's'}`;

/** Formats a command for a shell, quoting where needed. */
export const commandOf = (command: readonly string[]): string =>
  command.map((word) => (/^[\w./:=@-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(' ');

/** The options that select a stage, for a command to run next: without them, it would run against the production stage in us-east-1. */
export const stageOptions = ({ stage, region }: { stage: string; region: string }): string =>
  commandOf(['-c', `stage=${stage}`, '-c', `region=${region}`]);

interface UnusedOptions {
  /** The requested action, as the user writes it. */
  act: string;
  options: readonly string[];
  /** Why the options have no effect. */
  since: string;
}

/** Rejects options that have no effect on the requested action, since whoever gave one expects it to. @throws UsageError */
export function refuseUnusedOptions(
  values: Readonly<Record<string, unknown>>,
  { act, options, since }: UnusedOptions,
): void {
  const given = options.filter((name) => values[name] !== undefined).map(formatOption);
  if (given.length > 0) throw new UsageError(`${act} does not accept ${given.join(' or ')}: ${since}.`);
}

/** In milliseconds. Signals this close together count as one: npm and the terminal both forward a single Ctrl-C. */
const SAME_PRESS_MILLISECONDS = 1_000;

/**
 * Aborts when the user interrupts the command or closes its terminal, which then cleans up and exits in an orderly way. A second
 * interruption exits immediately.
 * @param said printed on the first interruption
 * @param reason the signal's abort reason
 */
export function whenStopped(said: string, reason?: Error): AbortSignal {
  const stopping = new AbortController();
  let isAnotherPress = false;
  process.on('SIGHUP', tolerateClosedOutput);
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => {
      if (stopping.signal.aborted) {
        if (isAnotherPress) process.exit(130);
        return;
      }
      // A process that was held up handles the signals that came meanwhile after its timers, but before what is set immediate.
      const end = () =>
        setImmediate(() => {
          isAnotherPress = true;
        });
      setTimeout(end, SAME_PRESS_MILLISECONDS).unref();
      console.info(`${said} Press Ctrl-C again to quit immediately.`);
      stopping.abort(reason);
    });
  return stopping.signal;
}

/** Lets a command finish, clean-up included, although its terminal or the program that read its output, such as `head`, is gone. */
function tolerateClosedOutput(): void {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error) => {
      if (!('code' in error && (error.code === 'EPIPE' || error.code === 'EIO'))) throw error;
    });
}

/** Runs a command. A user error is printed as a plain message, without a stack trace. */
export async function runCommand(
  main: (given: readonly string[]) => unknown,
  ...expected: (new () => Error)[]
): Promise<void> {
  tolerateClosedOutput();
  try {
    await main(process.argv.slice(2));
  } catch (error) {
    if (error instanceof HelpWanted) return console.info(error.message);
    const kinds = [UsageError, SettingsError, ...expected];
    if (!(error instanceof Error) || !kinds.some((kind) => error instanceof kind)) throw error;
    console.error(error.message);
    process.exitCode = 1;
  }
}
