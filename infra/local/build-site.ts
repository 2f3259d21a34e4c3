import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { build } from 'vite';
import { replaceFiles } from './replace-files.ts';

/** Where the built site lies, from the project's root. */
export const SITE_FOLDER = 'dist/web';

/**
 * Builds the site into {@link SITE_FOLDER} with the configuration of vite.config.ts. It is built beside it first: another stack may be
 * serving that folder, and its pages must find their files all the while.
 */
export async function buildSite(): Promise<void> {
  await mkdir(dirname(SITE_FOLDER), { recursive: true });
  const fresh = await mkdtemp(`${SITE_FOLDER}-`);
  try {
    await build({ logLevel: 'warn', build: { outDir: resolve(fresh) } });
    await replaceFiles({ from: fresh, to: SITE_FOLDER });
  } finally {
    await rm(fresh, { recursive: true, force: true });
  }
}
