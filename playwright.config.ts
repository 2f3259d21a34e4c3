import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import process from 'node:process';
import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium, IGNORED_DEFAULT_ARGS } from './tests/support/chromium.ts';

// Compile cache shared by the workers and by the stacks that tests run in separate processes.
process.env['NODE_COMPILE_CACHE'] ??= resolve('node_modules/.cache/node');

// Unpacked once, outside a run's temporary folder. Workers also load this file and find the path in the environment.
process.env['CHROMIUM'] ??= await findChromium();

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.test.ts',
  outputDir: 'test-results/browser',
  globalSetup: ['./tests/support/environment.ts', './tests/e2e/build-site.ts'],
  reporter: [['list'], ['json', { outputFile: 'test-results/browser.json' }]],
  // A browser, its page and the stack it talks to keep one core busy.
  workers: availableParallelism(),
  fullyParallel: true,
  forbidOnly: true,
  // A test that only passes on a retry counts as failed.
  retries: 0,
  // Generous enough for a machine busy with other work; only a test that hangs exceeds them.
  timeout: 240_000,
  expect: { timeout: 60_000, toPass: { timeout: 60_000 } },
  use: {
    launchOptions: {
      executablePath: process.env['CHROMIUM'],
      args: CHROMIUM_ARGS,
      // Keep the scroll bars that users have, since they can shift the page.
      ignoreDefaultArgs: ['--hide-scrollbars', ...IGNORED_DEFAULT_ARGS],
    },
    // No animations to wait for.
    contextOptions: { reducedMotion: 'reduce' },
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    // Snapshots and screenshots of every action would add a fifth to each test's time; a failure still has its screenshot and the page as
    // text.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: true },
  },
});
