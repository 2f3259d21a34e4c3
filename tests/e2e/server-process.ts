import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { bareEnvironment } from '#tests/support/environment.ts';

/** The local stack in its own process, as `npm start` runs it, which can die and be restarted with the same data. */
export interface ServerProcess {
  url: string;
  /** Like a power cut: nothing is cleaned up. */
  kill(): Promise<void>;
  /** Restarts on the same port with the same data. The clock is ahead by `later` milliseconds, to simulate a longer outage. */
  start(later?: number): Promise<void>;
  close(): Promise<void>;
}

export async function serverProcess(environment: Record<string, string> = {}): Promise<ServerProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'expertscope-'));
  let child: ChildProcess | undefined;
  // Any free port at first, then always the same one.
  let url = 'http://localhost:0';
  const start = async (later = 0) => {
    const { port } = new URL(url);
    const clock = encodeURIComponent(`const { now } = Date; Date.now = () => now() + ${later};`);
    const NODE_OPTIONS = `--import=data:text/javascript,${clock}`;
    const started = await startStack({ PORT: port, DATA_DIR: dataDir, NODE_OPTIONS, ...environment });
    ({ child, url } = started);
  };
  const kill = async () => {
    const dying = child;
    child = undefined;
    if (dying === undefined) return;
    const ended = once(dying, 'exit');
    dying.kill('SIGKILL');
    await ended;
  };
  await start();
  return {
    url,
    kill,
    start,
    close: async () => {
      await kill();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function startStack(
  environment: Record<string, string>,
): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, ['infra/local/main.ts'], {
    env: { ...bareEnvironment(), NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface({ input: child.stdout })) {
    const [, url] = /^Expertscope is at (\S+)/.exec(line) ?? [];
    if (url === undefined) continue;
    child.stdout.resume();
    return { child, url };
  }
  throw new Error('The stack did not start.');
}
