import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const root = join(import.meta.dirname, '../..');
/** Matches a test file that starts the database, directly or through its folder’s setup. */
const ASKS = /\b(startDynamoDb|setUpStore|setUpChats|startTestStack)\(/;
/** These call control planes that neither database has; a fake in front of the embedded one answers them. */
const OVER_A_FAKE = ['tests/infra/operate/restore.test.ts', 'tests/infra/operate/migrate.test.ts'];
const onTheDatabase = globSync('tests/{functions,infra}/**/*.test.ts', { cwd: root }).filter(
  (file) => !OVER_A_FAKE.includes(file) && ASKS.test(readFileSync(join(root, file), 'utf8')),
);

/** Runs the functions' and commands' database tests against DynamoDB Local, and AWS’s linter on the templates (`npm run test:aws`). */
export default defineConfig({
  test: {
    root,
    include: [...onTheDatabase, 'tests/aws/**/*.aws.ts'],
    globalSetup: [
      'tests/support/environment.ts',
      'tests/aws/support/aws-tools.ts',
      'tests/aws/support/dynamodb-local.ts',
    ],
    setupFiles: 'tests/support/time-limits.ts',
    reporters: ['default', ['json', { outputFile: 'test-results/aws.json' }]],
    isolate: false,
    maxWorkers: availableParallelism(),
    testTimeout: 240_000,
    hookTimeout: 600_000,
    expect: { poll: { timeout: 200_000 } },
  },
});
