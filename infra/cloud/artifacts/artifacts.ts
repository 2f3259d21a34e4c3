import { execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { AssetHashType, DockerImage } from 'aws-cdk-lib';
import { Code } from 'aws-cdk-lib/aws-lambda';
import type { ISource } from 'aws-cdk-lib/aws-s3-deployment';
import { Source } from 'aws-cdk-lib/aws-s3-deployment';
import { buildSite } from './build-site.ts';
import type { Door } from './bundle-door.ts';
import { DOORS } from './bundle-door.ts';

const BUNDLE_COMMAND = fileURLToPath(new URL('bundle-door-command.ts', import.meta.url));
const STDIO = { stdio: 'inherit' } as const;

/** What is built from the sources and deployed. */
export interface Artifacts {
  doors: Readonly<Record<Door, Code>>;
  /** The built page, index.html at its root. */
  site: ISource;
}

/**
 * Builds everything from the sources under `root` while the stack is synthesized: no Docker, no network.
 * CDK builds once per source folder, whatever the build does, so each artifact names a folder of its own.
 */
export function buildArtifacts(root: string): Artifacts {
  const door = (name: Door) => {
    const entry = join(root, DOORS[name]);
    return Code.fromAsset(
      dirname(entry),
      built((outputFolder) => execFileSync(process.execPath, [BUNDLE_COMMAND, entry, outputFolder], STDIO)),
    );
  };
  return {
    doors: { search: door('search'), chats: door('chats') },
    site: Source.asset(
      join(root, 'web'),
      built((outputFolder) => buildSite({ root, outputFolder })),
    ),
  };
}

/** An asset named by what was built, so that an unchanged build deploys nothing. */
const built = (build: (outputFolder: string) => void) => ({
  assetHashType: AssetHashType.OUTPUT,
  bundling: {
    // Asked for by the type; the local build never leaves anything to Docker.
    image: DockerImage.fromRegistry('scratch'),
    local: {
      tryBundle(outputFolder: string): boolean {
        build(outputFolder);
        return true;
      },
    },
  },
});
