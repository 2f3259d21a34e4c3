import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { SETTINGS, SettingsError } from './read-settings.ts';

/** How every command takes settings, as `cdk` does. */
export const CONTEXT = { context: { type: 'string', short: 'c', multiple: true } } as const;

interface ReadOptions<Options> {
  options: Options;
  /** Whether it takes words beside its options. */
  allowPositionals?: boolean;
  /** Said beneath what is wrong. */
  usage?: string;
}

/**
 * A command's arguments. What is not understood is refused: a stage that is misspelt away would leave the command to the production stage.
 * @throws SettingsError saying what to write instead
 */
export function readArguments<const Options extends ParseArgsOptionsConfig>(
  given: readonly string[],
  { options, allowPositionals = false, usage }: ReadOptions<Options>,
) {
  try {
    refuseUnknown(given, options);
    const read = parseArgs({ args: given, options, allowPositionals: true });
    const [word] = read.positionals;
    if (word !== undefined && !allowPositionals) throw new SettingsError(`${word} is not understood: ${HOW}`);
    return read;
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    throw new SettingsError(usage === undefined ? said : `${said}\n\n${usage}`);
  }
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
    const known = Object.keys(options).map((one) => (one === 'context' ? '-c name=value' : `--${one}`));
    throw new SettingsError(`There is no option ${rawName}. The options are ${known.join(', ')}.`);
  }
}
