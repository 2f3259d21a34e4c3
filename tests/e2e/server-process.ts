import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { bareEnvironment } from '#tests/support/environment.ts';
import { openWire } from './wire.ts';

/** The local stack in its own process, as `npm start` runs it, which can die and be restarted with the same data. */
export interface ServerProcess {
  url: string;
  /** Like a power cut: nothing is cleaned up. */
  kill(): Promise<void>;
  /** From now on, until it is killed, its searches stay in their last step. */
  hold(): void;
  /** Restarts at the same address with the same data. The clock is ahead by `later` milliseconds, to simulate a longer outage. */
  start(later?: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * Code that the server runs first: it sets the clock ahead, gives the database as long as it needs, and on a message makes the last step of
 * a search last for as long as a timer can.
 */
const preload = (later: number) => `
  import '${import.meta.resolve('#tests/support/time-limits.ts')}';
  import { stepOf } from '${import.meta.resolve('#shared/steps.ts')}';
  const { now } = Date;
  Date.now = () => now() + ${later};
  process.on('message', () => {
    stepOf('formatting').pause = 2 ** 31 - 1;
  });
`;

export async function serverProcess(environment: Record<string, string> = {}): Promise<ServerProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'expertscope-'));
  let child: ChildProcess | undefined;
  const run = async (later = 0) => {
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(preload(later))}`;
    const started = await startStack({ PORT: '0', DATA_DIR: dataDir, NODE_OPTIONS, ...environment });
    child = started.child;
    return started.url;
  };
  const kill = async () => {
    const dying = child;
    child = undefined;
    if (dying === undefined) return;
    const ended = once(dying, 'exit');
    dying.kill('SIGKILL');
    await ended;
  };
  // The wire's port stays; that of a dead server could be taken by another process.
  const wire = await openWire(await run());
  return {
    url: wire.url,
    kill,
    start: async (later) => wire.leadTo(await run(later)),
    hold: () => void child?.send('hold'),
    close: async () => {
      await kill();
      await wire.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

async function startStack(
  environment: Record<string, string>,
): Promise<{ child: ChildProcess; url: string }> {
  const child = spawn(process.execPath, ['infra/local/main.ts'], {
    env: { ...bareEnvironment(), NODE_ENV: 'production', ...environment },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const { stdout } = child;
  for await (const line of stdout === null ? [] : createInterface({ input: stdout })) {
    const [, url] = /^Expertscope is at (\S+)/.exec(line) ?? [];
    if (url === undefined) continue;
    stdout?.resume();
    return { child, url };
  }
  throw new Error('The stack did not start.');
}
