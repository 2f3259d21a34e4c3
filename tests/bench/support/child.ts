import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface Child {
  /** Sends one word and gives the answer to it, whatever that is. */
  ask: (word: string) => Promise<unknown>;
  close: () => Promise<void>;
}

/** A module of this folder in a process of its own; its first message says that it is ready, and is given back too. */
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
