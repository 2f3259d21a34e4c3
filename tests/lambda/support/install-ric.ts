import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const NAME = 'aws-lambda-ric';
const VERSION = '4.0.2';
const folder = join(tmpdir(), `${NAME}-${VERSION}`);

/** AWS's own runtime interface client: the program that calls a function's handler inside Lambda. */
export const RUNTIME_CLIENT = join(folder, 'node_modules', NAME, 'index.mjs');
const COMPILED = join(folder, 'node_modules', NAME, 'rapid-client.node');

/** Fetches and compiles it once per machine: about a minute, with cmake and a C++ compiler. */
export default function setup(): void {
  if (existsSync(COMPILED)) return;
  for (const tool of ['cmake', 'g++']) requireTool(tool);
  mkdirSync(folder, { recursive: true });
  writeFileSync(
    join(folder, 'package.json'),
    JSON.stringify({ private: true, allowScripts: { [NAME]: true } }),
  );
  console.info(`Fetching and compiling ${NAME} ${VERSION} …`);
  execFileSync('npm', ['install', '--no-audit', '--no-fund', '--save-exact', `${NAME}@${VERSION}`], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (!existsSync(COMPILED)) throw new Error(`${NAME} did not compile: see the output above.`);
}

function requireTool(tool: string): void {
  try {
    execFileSync(tool, ['--version'], { stdio: 'ignore' });
  } catch (cause) {
    throw new Error(`${tool} is missing: install it (Debian: apt-get install -y cmake g++).`, { cause });
  }
}
