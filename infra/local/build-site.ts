import { build } from 'vite';

/** Builds the site into dist/web with the configuration of vite.config.ts. */
export async function buildSite(): Promise<void> {
  await build({ logLevel: 'warn' });
}

/** Where the built site lies, from the project's root. */
export const SITE_FOLDER = 'dist/web';
