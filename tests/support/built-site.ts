import { execFile } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { SITE_FOLDER } from '#infra/local/site.ts';

const ROOT = join(import.meta.dirname, '../..');
const BUILD = `const { buildSite } = await import('#infra/local/site.ts'); await buildSite();`;

/** The folder of the site built for deployment; see {@link buildSite}. */
export const BUILT_SITE = join(ROOT, SITE_FOLDER);

/**
 * Builds the site unless an earlier build of the same sources exists. Runs in a separate process, since the test runner's NODE_ENV
 * would produce a development build.
 */
export async function buildSite(): Promise<void> {
  const env = { ...process.env, NODE_ENV: 'production' };
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', BUILD], { cwd: ROOT, env });
}
