import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

/** Everything that needs no browser; playwright.config.ts has the rest. */
export default defineConfig({
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    exclude: ['tests/e2e/**', 'tests/lambda/**', 'tests/aws/**'],
    reporters: ['default', ['json', { outputFile: 'test-results/unit.json' }]],
    // What a test that passes has logged is what it is about: failures on purpose.
    silent: 'passed-only',
    // Files share a worker's modules, which are most of what a file costs; every test brings its own state.
    isolate: false,
    maxWorkers: availableParallelism(),
    // A test that hangs is a failure, not a wait; these are long enough for a machine that is busy with other work.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
});
