import process from 'node:process';
import { readArguments, runCommand, UsageError, whenStopped } from '../../command.ts';
import { awsIn } from '../aws.ts';
import { runSmoke, type SmokeOptions, Unreachable } from './smoke/run.ts';

const USAGE = `npm run smoke -- ADDRESS [options]: tests a deployment from outside, and deletes everything it created.

  ADDRESS                 the deployment's SiteAddress, such as https://d111111abcdef8.cloudfront.net
  --no-search             runs no search, so it costs nothing
  --limited ADDRESS       a stage with anonymousDeepSearchesPerDay=0, possibly the same one, to test the limit
  --function-url URL      a function's own address, if the stack's outputs cannot be read; repeatable
  --strict                treats anything that could not be checked as failed

Exit status: 0 if nothing failed, 1 if something did, 130 if it was stopped with Ctrl-C.`;

type Arguments = Omit<SmokeOptions, 'awsIn' | 'print' | 'fetch' | 'clock' | 'stopped'> & {
  isStrict: boolean;
};

/** @throws UsageError for invalid arguments */
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
  if (address === undefined || others.length > 0) throw new UsageError(USAGE);
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
    throw new UsageError(`"${address}" must be an address such as https://d111111abcdef8.cloudfront.net`);
  return url.origin;
}

async function main(given: readonly string[]): Promise<void> {
  const { isStrict, ...options } = readRequest(given);
  const stopped = whenStopped('Stopping after deleting everything that was created.');
  const rows = await runSmoke({ ...options, awsIn, print: console.info, stopped });
  const count = (status: string) => rows.filter((row) => row.status === status).length;
  const [failed, notChecked] = [count('failed'), count('not checked')];
  console.info(`\n${count('passed')} passed, ${failed} failed, ${notChecked} not checked.`);
  if (failed > 0 || (isStrict && notChecked > 0)) process.exitCode = 1;
  if (stopped.aborted) process.exitCode = 130;
}

if (import.meta.main) await runCommand(main, Unreachable);
