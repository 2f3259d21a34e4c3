import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import process from 'node:process';
import { fetchOnce, requireProgram } from '#tests/support/fetch-once.ts';

const NAME = 'aws-lambda-ric';
const VERSION = '4.0.2';

/** AWS’s own runtime interface client, the program that calls a function’s handler inside Lambda. */
export const runtimeClient = (): string =>
  join(fetchOnce(NAME, [import.meta.filename], fetchClient), 'node_modules', NAME, 'index.mjs');

export default function setup(): void {
  runtimeClient();
}

/** Downloads and compiles it, which takes about a minute and needs cmake and a C++ compiler. */
function fetchClient(folder: string): void {
  for (const tool of ['cmake', 'g++'])
    requireProgram(tool, {
      args: ['--version'],
      says: () => true,
      install: `${tool} (Debian: apt-get install -y cmake g++)`,
    });
  // Its build fails on a path with a space, which a clone’s path may contain.
  const building = mkdtempSync(join(tmpdir(), `${NAME}-`));
  writeFileSync(
    join(building, 'package.json'),
    JSON.stringify({ private: true, allowScripts: { [NAME]: true } }),
  );
  const nodeFolder = configuredNodeFolder() ?? installedNodeFolder();
  try {
    execFileSync('npm', ['install', '--no-audit', '--no-fund', '--save-exact', `${NAME}@${VERSION}`], {
      cwd: building,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...process.env,
        ...(nodeFolder !== undefined && { npm_package_config_node_gyp_nodedir: nodeFolder }),
      },
    });
  } catch (cause) {
    throw new Error(explainFailure(nodeFolder), { cause });
  }
  if (!existsSync(join(building, 'node_modules', NAME, 'rapid-client.node')))
    throw new Error(`${NAME} did not compile: see the output above.`);
  cpSync(building, folder, { recursive: true });
  rmSync(building, { recursive: true });
}

/** The folder of Node’s headers in npm’s configuration, if set. */
function configuredNodeFolder(): string | undefined {
  const answer = execFileSync('npm', ['config', 'get', 'nodedir'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  }).trim();
  return ['', 'undefined', 'null'].includes(answer) ? undefined : answer;
}

/**
 * The folder of the running Node, or else of the first Node on PATH, that holds C++ headers. The `node` package in node_modules has
 * none. The headers' version does not matter, because the client only uses Node-API, which is the same in all of them.
 */
function installedNodeFolder(): string | undefined {
  const onPath = (process.env['PATH'] ?? '').split(delimiter).map((path) => join(path, 'node'));
  return [process.execPath, ...onPath]
    .filter((node) => existsSync(node))
    .map((node) => join(dirname(realpathSync(node)), '..'))
    .find((nodeFolder) => existsSync(join(nodeFolder, 'include/node/node.h')));
}

const explainFailure = (nodeFolder: string | undefined): string =>
  nodeFolder === undefined
    ? `${NAME} could not be compiled: see the output above. It needs Node's C++ headers. No Node on PATH has them, and npm could not ` +
      'download them. Install Node from https://nodejs.org, which brings them, or name the folder that holds include/node/node.h: ' +
      'npm_config_nodedir=/path npm run test:lambda'
    : `${NAME} could not be compiled with the Node headers in ${nodeFolder}: see the output above.`;
