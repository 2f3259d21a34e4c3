import process from 'node:process';
import { readArguments, runCommand, whenStopped } from '../../command.ts';
import { SettingsError } from '../settings/read-settings.ts';
import { awsIn } from './aws.ts';
import { runSmoke, type SmokeOptions, Unreachable } from './smoke/run.ts';

const USAGE = `npm run smoke -- ADDRESS [options]: tests a deployment from outside, and deletes what it has made.

  ADDRESS                 SiteAddress of the deployment, such as https://d111111abcdef8.cloudfront.net
  --no-search             spends nothing: runs no search
  --limited ADDRESS       a stage that has anonymousDeepSearchesPerDay=0, maybe the same one, for the check of limits
  --function-url URL      a function's own address, where the stack's outputs cannot be read; may be repeated
  --strict                what could not be checked counts as failed

Exit status: 0 when nothing has failed, 1 when something has, 130 when it was stopped by Ctrl-C.`;

type Arguments = Omit<SmokeOptions, 'awsIn' | 'print' | 'fetch' | 'stopped'> & { isStrict: boolean };

/** @throws SettingsError for invalid arguments */
export function readRequest(given: readonly string[]): Arguments {
  const { values, positionals } = readArguments(given, {
    options: {
      'no-search': { type: 'boolean' },
      limited: { type: 'string' },
      'function-url': { type: 'string', multiple: true },
      strict: { type: 'boolean' },
    },
    allowPositionals: true,
    usage: USAGE,
  });
  const [address, ...others] = positionals;
  if (address === undefined || others.length > 0) throw new SettingsError(USAGE);
  const { limited, 'function-url': functionUrls } = values;
  return {
    origin: originOf(address),
    maySearch: values['no-search'] !== true,
    isStrict: values.strict === true,
    ...(limited !== undefined && { limited: originOf(limited) }),
    ...(functionUrls !== undefined && { functionUrls: functionUrls.map(originOf) }),
  };
}

function originOf(address: string): string {
  const url = URL.parse(address);
  if (url === null || !['https:', 'http:'].includes(url.protocol))
    throw new SettingsError(`"${address}" must be an address such as https://d111111abcdef8.cloudfront.net`);
  return url.origin;
}

async function main(given: readonly string[]): Promise<void> {
  const { isStrict, ...options } = readRequest(given);
  const stopped = whenStopped('Stopping: what was made is deleted first.');
  const rows = await runSmoke({ ...options, awsIn, print: console.info, stopped });
  const count = (status: string) => rows.filter((row) => row.status === status).length;
  const [failed, notChecked] = [count('failed'), count('not checked')];
  console.info(`\n${count('passed')} passed, ${failed} failed, ${notChecked} not checked.`);
  if (failed > 0 || (isStrict && notChecked > 0)) process.exitCode = 1;
  if (stopped.aborted) process.exitCode = 130;
}

if (import.meta.main) await runCommand(main, Unreachable);
