import { execFile } from 'node:child_process';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
import { SITE_FOLDER } from '#infra/local/site.ts';

const ROOT = join(import.meta.dirname, '../..');
const BUILD = `const { buildSite } = await import('#infra/local/site.ts'); await buildSite();`;

/** The folder of the site as it is deployed; see {@link buildSite}. */
export const BUILT_SITE = join(ROOT, SITE_FOLDER);

/**
 * Builds the site unless it was built from these sources before, by whomever. In a process of its own: the test runner's NODE_ENV would
 * make a development build.
 */
export async function buildSite(): Promise<void> {
  const env = { ...process.env, NODE_ENV: 'production' };
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', BUILD], { cwd: ROOT, env });
}
