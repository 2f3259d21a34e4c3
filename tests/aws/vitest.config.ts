import { globSync, readFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

const root = join(import.meta.dirname, '../..');
/** How a test file asks for the database, itself or through its folder's set-up. */
const ASKS = /\b(startDynamoDb|setUpStore|setUpChats|startTestStack)\(/;
/** Their commands call control planes that neither database has, which a fake before the embedded one answers. */
const OVER_A_FAKE = ['tests/infra/operate/restore.test.ts', 'tests/infra/operate/migrate.test.ts'];
const onTheDatabase = globSync('tests/{functions,infra}/**/*.test.ts', { cwd: root }).filter(
  (file) => !OVER_A_FAKE.includes(file) && ASKS.test(readFileSync(join(root, file), 'utf8')),
);

/** Every test that uses the database, against DynamoDB Local, and what AWS's linter says of the templates (`npm run test:aws`). */
export default defineConfig({
  test: {
    root,
    include: [...onTheDatabase, 'tests/aws/**/*.aws.ts'],
    globalSetup: [
      'tests/support/environment.ts',
      'tests/aws/support/aws-tools.ts',
      'tests/aws/support/dynamodb-local.ts',
    ],
    reporters: ['default', ['json', { outputFile: 'test-results/aws.json' }]],
    isolate: false,
    maxWorkers: availableParallelism(),
    testTimeout: 120_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 100_000 } },
  },
});
