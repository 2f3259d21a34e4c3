import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readLocalConfig } from '#infra/local/config.ts';
import { type LocalStack, type LocalStackOptions, startStack } from '#infra/local/start-stack.ts';
import { openDatabase } from './dynamodb.ts';

export interface TestStackOptions extends Omit<LocalStackOptions, 'config'> {
  /** Environment in addition to a free port, a separate data folder and no pauses. */
  environment?: Record<string, string>;
}

/** The local stack as run by `npm start`, on a free port, with its data in the shared test database. */
export async function startTestStack({
  environment = {},
  ...options
}: TestStackOptions = {}): Promise<LocalStack> {
  const dataDir = await mkdtemp(join(tmpdir(), 'expertscope-'));
  const config = readLocalConfig({ PORT: '0', DATA_DIR: dataDir, PACING: 'off', ...environment });
  const stack = await startStack({ simulation: { people: 1_000 }, openDatabase, ...options, config });
  return {
    ...stack,
    async close() {
      await stack.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
