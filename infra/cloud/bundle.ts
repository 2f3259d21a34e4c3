import { copyFile, glob, readFile } from 'node:fs/promises';
import { basename, dirname, join, parse, relative } from 'node:path';
import process from 'node:process';
import { build, type Metafile, type Plugin } from 'esbuild';

/** The entry file of each Lambda function, relative to the project's root. */
export const HANDLERS = {
  search: 'functions/search/handler.ts',
  chats: 'functions/chats/handler.ts',
  signUp: 'functions/sign-up/handler.ts',
  deployment: 'functions/deployment/handler.ts',
  simulated: 'infra/simulated/handler.ts',
} as const;
export type FunctionName = keyof typeof HANDLERS;

/** A folder next to an entry file, with text files that a module reads at run time from its own folder. */
const VOCABULARY = 'vocabulary';

/** The file Lambda loads, and the export it calls. */
export const BUNDLE_FILE = 'index.mjs';
export const BUNDLE_HANDLER = 'index.handler';

/**
 * Excluded from the bundles because these imports are never reached: Lambda provides its credentials in the environment, the first place
 * AWS's clients look, and we call no streaming operation.
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

/** AWS's clients import their whole package.json, several kilobytes each, to send their version with every request. */
const ONLY_VERSIONS: Plugin = {
  name: 'only-versions',
  setup({ onLoad }) {
    onLoad({ filter: /[\\/]package\.json$/ }, async ({ path }) => {
      const { version } = JSON.parse(await readFile(path, 'utf8'));
      return { contents: JSON.stringify({ version }), loader: 'json' };
    });
  },
};

// Some dependencies are CommonJS and call `require`, which ES modules lack.
const REQUIRE_BANNER =
  "import { createRequire } from 'node:module';const require = createRequire(import.meta.url);";

/**
 * Bundles an entry file and its imports into ES modules for Lambda's Node 24, with source maps and the text files it reads. Dynamic
 * imports go into separate files, which a cold start does not load.
 * @returns the bytes that a cold start loads: the entry file and its static imports.
 */
export async function bundleFunction({
  entry,
  outputFolder,
}: {
  entry: string;
  outputFolder: string;
}): Promise<number> {
  const { outputs } = (
    await build({
      entryPoints: [{ in: entry, out: parse(BUNDLE_FILE).name }],
      outdir: outputFolder,
      outExtension: { '.js': parse(BUNDLE_FILE).ext },
      bundle: true,
      splitting: true,
      minify: true,
      platform: 'node',
      target: 'node24',
      format: 'esm',
      external: NEVER_IMPORTED,
      plugins: [ONLY_VERSIONS],
      mainFields: ['module', 'main'],
      banner: { js: REQUIRE_BANNER },
      // Node reads UTF-8, and an escape takes several times the bytes of the character.
      charset: 'utf8',
      legalComments: 'none',
      sourcemap: 'linked',
      sourcesContent: false,
      metafile: true,
      logLevel: 'error',
    })
  ).metafile;
  for await (const path of glob(join(dirname(entry), VOCABULARY, '*.txt')))
    await copyFile(path, join(outputFolder, basename(path)));
  return bytesAtStart(outputs, relative('', join(outputFolder, BUNDLE_FILE)));
}

function bytesAtStart(outputs: Metafile['outputs'], file: string, read = new Set<string>()): number {
  const output = outputs[file];
  if (output === undefined || read.has(file)) return 0;
  read.add(file);
  return output.imports
    .filter(({ kind }) => kind === 'import-statement')
    .reduce((bytes, { path }) => bytes + bytesAtStart(outputs, path, read), output.bytes);
}

// `node bundle.ts <entry> <output folder>`: CDK cannot wait for a promise, but it can wait for a process.
if (import.meta.main) {
  const [entry = '', outputFolder = ''] = process.argv.slice(2);
  await bundleFunction({ entry, outputFolder });
}
