import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { AssetHashType, DockerImage, aws_lambda as lambda, aws_s3_deployment as s3deploy } from 'aws-cdk-lib';
import { type FunctionName, HANDLERS } from './bundle.ts';

const BUNDLE_COMMAND = fileURLToPath(new URL('bundle.ts', import.meta.url));

/** What is built from the sources and deployed. */
export interface Artifacts {
  functions: Readonly<Record<FunctionName, lambda.Code>>;
  /** The built page, with index.html at its root. */
  site: s3deploy.ISource;
}

/**
 * Builds everything from the sources under `root` during synthesis, without Docker or network access.
 * CDK builds each source folder only once, whatever the build does, so every artifact names a folder of its own.
 */
export function buildArtifacts(root: string): Artifacts {
  const bundled = (name: FunctionName) => {
    const entry = join(root, HANDLERS[name]);
    return lambda.Code.fromAsset(
      dirname(entry),
      built((outputFolder) => runNode([BUNDLE_COMMAND, entry, outputFolder])),
    );
  };
  return {
    functions: {
      search: bundled('search'),
      chats: bundled('chats'),
      signUp: bundled('signUp'),
      deployment: bundled('deployment'),
      simulated: bundled('simulated'),
    },
    site: s3deploy.Source.asset(
      join(root, 'web'),
      built((outputFolder) => buildSite({ root, outputFolder })),
    ),
  };
}

/** Builds the page into a folder with the configuration of vite.config.ts. */
function buildSite({ root, outputFolder }: { root: string; outputFolder: string }): void {
  const vite = fileURLToPath(new URL('bin/vite.js', import.meta.resolve('vite/package.json')));
  runNode([vite, 'build', '--logLevel', 'warn', '--outDir', outputFolder, '--emptyOutDir'], root);
}

/** Runs in a child process because CDK cannot wait for a promise. */
function runNode(args: readonly string[], folder?: string): void {
  // With the NODE_ENV of a test runner or a shell, this would be a development build.
  const env = { ...process.env, NODE_ENV: 'production' };
  execFileSync(process.execPath, args, { cwd: folder, env, stdio: 'inherit' });
}

/** An asset hashed by its build output, so that an unchanged build is not deployed again. */
const built = (build: (outputFolder: string) => void) => ({
  assetHashType: AssetHashType.OUTPUT,
  bundling: {
    // Required by the type; the local build always succeeds, so Docker is never used.
    image: DockerImage.fromRegistry('scratch'),
    local: {
      tryBundle(outputFolder: string): boolean {
        build(outputFolder);
        return true;
      },
    },
  },
});
