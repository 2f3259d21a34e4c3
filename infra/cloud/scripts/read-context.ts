import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { readSettings, SettingsError } from '../settings/read-settings.ts';
import type { Settings } from '../settings/schema.ts';

const CdkJson = v.object({ context: v.optional(v.record(v.string(), v.unknown()), {}) });

/**
 * The settings a `cdk` command with these arguments would use: cdk.json, then every `-c name=value`.
 * @throws SettingsError as `cdk synth` would
 */
export function settingsFromArguments(given: readonly string[], cdkJson: URL): Settings {
  const { values } = parseArgs({
    args: [...given],
    options: { context: { type: 'string', short: 'c', multiple: true } },
    strict: false,
  });
  const fromCommandLine = [values.context ?? []].flat().map((pair) => toEntry(String(pair)));
  const { context } = v.parse(CdkJson, JSON.parse(readFileSync(cdkJson, 'utf8')));
  return readSettings({ ...context, ...Object.fromEntries(fromCommandLine) });
}

function toEntry(pair: string): [string, string] {
  const [name = '', ...value] = pair.split('=');
  if (value.length === 0) throw new SettingsError(`-c ${pair} must be -c name=value, such as -c stage=beta`);
  return [name, value.join('=')];
}
