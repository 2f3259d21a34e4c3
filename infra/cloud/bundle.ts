import { copyFile, glob } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { build } from 'esbuild';

/** The entry file of each Lambda function, from the project's root. */
export const HANDLERS = {
  search: 'functions/search/handler.ts',
  chats: 'functions/chats/handler.ts',
  accounts: 'functions/accounts/handler.ts',
  deployment: 'functions/deployment/handler.ts',
  simulated: 'infra/simulated/handler.ts',
} as const;
export type FunctionName = keyof typeof HANDLERS;

/** A folder beside an entry file whose text files are read at run time, by a module that finds them beside itself. */
const VOCABULARY = 'vocabulary';

/** The file Lambda loads, and the export it calls. */
export const BUNDLE_FILE = 'index.mjs';
export const BUNDLE_HANDLER = 'index.handler';

/**
 * Left out of the bundles, because these imports are never reached: Lambda gives its credentials in the environment, the first place
 * AWS's clients look, and none of our calls is an operation that streams.
 */
const NEVER_IMPORTED = [
  '@aws-sdk/credential-provider-http',
  '@aws-sdk/credential-provider-ini',
  '@aws-sdk/credential-provider-process',
  '@aws-sdk/credential-provider-sso',
  '@aws-sdk/credential-provider-web-identity',
  '@smithy/core/event-streams',
  '@smithy/credential-provider-imds',
];

// Some dependencies are CommonJS and call `require`, which a module does not have.
const REQUIRE = "import { createRequire } from 'node:module';const require = createRequire(import.meta.url);";

/** Bundles an entry file with what it reaches into one ES module for Lambda's Node 24, with a source map, and the texts it reads. */
export async function bundleFunction({
  entry,
  outputFolder,
}: {
  entry: string;
  outputFolder: string;
}): Promise<void> {
  await build({
    entryPoints: [entry],
    outfile: join(outputFolder, BUNDLE_FILE),
    bundle: true,
    minify: true,
    platform: 'node',
    target: 'node24',
    format: 'esm',
    external: NEVER_IMPORTED,
    mainFields: ['module', 'main'],
    banner: { js: REQUIRE },
    legalComments: 'none',
    sourcemap: 'linked',
    sourcesContent: false,
    logLevel: 'error',
  });
  for await (const path of glob(join(dirname(entry), VOCABULARY, '*.txt')))
    await copyFile(path, join(outputFolder, basename(path)));
}

// `node bundle.ts <entry> <output folder>`: CDK cannot wait for a promise, but it can wait for a process.
if (import.meta.main) {
  const [entry = '', outputFolder = ''] = process.argv.slice(2);
  await bundleFunction({ entry, outputFolder });
}
