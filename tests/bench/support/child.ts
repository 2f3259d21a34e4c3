import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface Child {
  /** Sends one word and returns the next message. */
  ask: (word: string) => Promise<unknown>;
  close: () => Promise<void>;
}

/** Runs a module of this folder in its own process. Its first message signals that it is ready, and is returned as well. */
export async function startChild(
  file: string,
  { environment = {}, nodeOptions = [] }: { environment?: Record<string, string>; nodeOptions?: string[] },
): Promise<{ child: Child; ready: unknown }> {
  const running = fork(join(import.meta.dirname, file), {
    env: { ...process.env, ...environment },
    execArgv: nodeOptions,
  });
  const next = async (): Promise<unknown> => {
    const [message] = await Promise.race([
      once(running, 'message'),
      once(running, 'exit').then(() => Promise.reject(new Error(`${file} ended`))),
    ]);
    return message;
  };
  const ready = await next();
  return {
    ready,
    child: {
      async ask(word) {
        const answer = next();
        running.send(word);
        return await answer;
      },
      async close() {
        const exited = once(running, 'exit');
        running.send('close');
        await exited;
      },
    },
  };
}
