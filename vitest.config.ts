import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import process from 'node:process';
import { defineConfig } from 'vitest/config';

// Workers, and the scripts that tests run in processes of their own, compile what they load once for all.
process.env['NODE_COMPILE_CACHE'] ??= resolve('node_modules/.cache/node');

/** Everything that needs no browser; playwright.config.ts has the rest. */
export default defineConfig({
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    exclude: ['tests/e2e/**', 'tests/lambda/**', 'tests/aws/**'],
    globalSetup: 'tests/support/environment.ts',
    setupFiles: 'tests/support/jitter.ts',
    reporters: ['default', ['json', { outputFile: 'test-results/unit.json' }]],
    // What a test that passes has logged is what it is about: failures on purpose.
    silent: 'passed-only',
    // Files share a worker's modules, which are most of what a file costs; every test brings its own state.
    isolate: false,
    // One more than cores: a fifth of a file's time is waiting for a process, a socket or a clock.
    maxWorkers: availableParallelism() + 1,
    // In MB: what tests make they need for a moment only, and is collected a tenth of their time where V8 keeps to its own small bounds.
    execArgv: ['--min-semi-space-size=64', '--max-semi-space-size=128'],
    // A test that hangs is a failure, not a wait; these are long enough for a machine that is busy with other work.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 150_000, interval: 20 } },
  },
});
