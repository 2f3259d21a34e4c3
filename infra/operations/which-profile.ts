import { parseArgs } from 'node:util';
import { canonicalProfileUrl } from '#shared/linkedin-url.ts';
import { SettingsError } from '../cloud/settings/read-settings.ts';

const USAGE =
  'Write the address of one LinkedIn profile, such as https://www.linkedin.com/in/someone, or --all for every profile.';

/** The canonical profile URL among a command's arguments; undefined for `--all`. @throws SettingsError unless it is one of both */
export function whichProfile(given: readonly string[]): string | undefined {
  const { values, positionals } = parseArgs({
    args: [...given],
    options: { context: { type: 'string', short: 'c', multiple: true }, all: { type: 'boolean' } },
    strict: false,
  });
  const [address, ...others] = positionals;
  if (values['all'] === true && address === undefined) return undefined;
  const profileUrl = address === undefined ? undefined : canonicalProfileUrl(address);
  if (profileUrl === undefined || others.length > 0 || values['all'] !== undefined)
    throw new SettingsError(USAGE);
  return profileUrl;
}
