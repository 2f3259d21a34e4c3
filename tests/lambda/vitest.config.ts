import { join } from 'node:path';
import { defineConfig } from 'vitest/config';

/** Separate from the other tests, because their setup compiles for a minute (`npm run test:lambda`). */
export default defineConfig({
  test: {
    root: join(import.meta.dirname, '../..'),
    include: ['tests/lambda/**/*.lambda.ts'],
    globalSetup: ['tests/lambda/support/runtime-client.ts'],
    reporters: ['default', ['json', { outputFile: 'test-results/lambda.json' }]],
    fileParallelism: false,
    testTimeout: 180_000,
    hookTimeout: 600_000,
  },
});
