import { join } from 'node:path';
import { build } from 'esbuild';
import { leaveOut } from './leave-out.ts';

/** What a door's code is, before and after bundling. Paths are from the project's root. */
export const DOORS = {
  search: 'functions/search/handler.ts',
  chats: 'functions/chats/handler.ts',
} as const;
export type Door = keyof typeof DOORS;

/** The file Lambda loads, and the export it calls. */
export const BUNDLE_FILE = 'index.mjs';
export const BUNDLE_HANDLER = 'index.handler';

/** Imported by AWS's clients where an operation streams; none of the doors' does. */
const NEVER_IMPORTED = ['@smithy/core/event-streams'];

// Some dependencies are CommonJS and call `require`, which a module does not have.
const REQUIRE = "import { createRequire } from 'node:module';const require = createRequire(import.meta.url);";

export interface BundleOptions {
  entry: string;
  outputFolder: string;
}

/** Bundles an entry file with what it reaches into one ES module for Lambda's Node 24, with a source map. */
export async function bundleDoor({ entry, outputFolder }: BundleOptions): Promise<void> {
  await build({
    entryPoints: [entry],
    outfile: join(outputFolder, BUNDLE_FILE),
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    external: NEVER_IMPORTED,
    plugins: [leaveOut],
    mainFields: ['module', 'main'],
    banner: { js: REQUIRE },
    legalComments: 'none',
    sourcemap: 'linked',
    sourcesContent: false,
    logLevel: 'error',
  });
}
