import { execFile } from 'node:child_process';
import process from 'node:process';
import { promisify } from 'node:util';

/** Builds the site once for all browser tests, in a process of its own: the test runner's NODE_ENV would make a development build. */
export default async function setup(): Promise<void> {
  await promisify(execFile)(
    process.execPath,
    ['node_modules/vite/bin/vite.js', 'build', '--logLevel', 'warn'],
    {
      env: { ...process.env, NODE_ENV: 'production' },
    },
  );
}
