import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import process from 'node:process';
import { defineConfig } from 'vitest/config';

// Compile cache shared by the workers and by the scripts that tests run in separate processes.
process.env['NODE_COMPILE_CACHE'] ??= resolve('node_modules/.cache/node');

/** Everything that needs no browser; see playwright.config.ts for the rest. */
export default defineConfig({
  test: {
    include: ['tests/**/*.test.{ts,tsx}'],
    exclude: ['tests/e2e/**', 'tests/lambda/**', 'tests/aws/**'],
    globalSetup: 'tests/support/environment.ts',
    setupFiles: ['tests/support/jitter.ts', 'tests/support/time-limits.ts'],
    reporters: ['default', ['json', { outputFile: 'test-results/unit.json' }]],
    // Passing tests cause failures on purpose, and only those would be logged.
    silent: 'passed-only',
    // Files in a worker share its modules, whose loading is most of a file's cost; every test sets up its own state.
    isolate: false,
    // One more than there are cores: files spend a fifth of their time waiting for a process, a socket or a clock.
    maxWorkers: availableParallelism() + 1,
    // In MB. Tests allocate mostly short-lived objects; with V8's small default young generation, collecting them takes a tenth of the
    // time.
    execArgv: ['--min-semi-space-size=64', '--max-semi-space-size=128'],
    // Generous enough for a machine busy with other work; only a test that hangs exceeds them.
    testTimeout: 180_000,
    // Some build the page or a whole deployment.
    hookTimeout: 600_000,
    expect: { poll: { timeout: 150_000, interval: 20 } },
  },
});
