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
  /** Resolves once the log has every event that its searches have shown: on a busy machine, writing one takes longer than showing it. */
  logged(): Promise<void>;
  /** Restarts at the same address with the same data. The clock is ahead by `later` milliseconds, to simulate a longer outage. */
  start(later?: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * Code that the server runs first: it sets the clock ahead and gives the database as long as it needs. On a message, it makes the last step
 * of a search last for as long as a timer can, or tells when all events are in the log.
 */
const preload = (later: number) => `
  import '${import.meta.resolve('#tests/support/time-limits.ts')}';
  import { stepOf } from '${import.meta.resolve('#shared/steps.ts')}';
  import { EventFeed } from '${import.meta.resolve('#functions/search/event-feed.ts')}';
  const { now } = Date;
  Date.now = () => now() + ${later};
  const feeds = new Set();
  const { publish } = EventFeed.prototype;
  EventFeed.prototype.publish = function (event) {
    feeds.add(this);
    publish.call(this, event);
  };
  process.on('message', async (message) => {
    if (message === 'hold') stepOf('formatting').pause = 2 ** 31 - 1;
    else {
      const { signal } = new AbortController();
      await Promise.all(Array.from(feeds, (feed) => feed.written(signal)));
      process.send('logged');
    }
  });
`;

export async function serverProcess(environment: Record<string, string> = {}): Promise<ServerProcess> {
  const dataDir = await mkdtemp(join(tmpdir(), 'expertscope-'));
  let child: ChildProcess | undefined;
  const run = async (later = 0) => {
    const NODE_OPTIONS = `--import=data:text/javascript,${encodeURIComponent(preload(later))}`;
    // As in the other stacks, a slow machine ends no search.
    const limits = { SEARCH_DEADLINE_SECONDS: '840' };
    const started = await startStack({
      PORT: '0',
      DATA_DIR: dataDir,
      NODE_OPTIONS,
      ...limits,
      ...environment,
    });
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
    logged: async () => {
      if (child === undefined) return;
      const told = once(child, 'message');
      child.send('log');
      await told;
    },
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
