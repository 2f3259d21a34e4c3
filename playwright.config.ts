import { availableParallelism } from 'node:os';
import { resolve } from 'node:path';
import process from 'node:process';
import { defineConfig } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium, IGNORED_DEFAULT_ARGS } from './tests/support/chromium.ts';

// Workers, and the stacks that tests run in processes of their own, compile what they load once for all.
process.env['NODE_COMPILE_CACHE'] ??= resolve('node_modules/.cache/node');

// Unpacked once for all, and not where a run keeps what is temporary. Workers, which read this too, find it in the environment.
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
  // A test that passes on its second try has failed.
  retries: 0,
  // A test that hangs is a failure, not a wait; these are long enough for a machine that is busy with other work.
  timeout: 240_000,
  expect: { timeout: 60_000, toPass: { timeout: 60_000 } },
  use: {
    launchOptions: {
      executablePath: process.env['CHROMIUM'],
      args: CHROMIUM_ARGS,
      // With the scroll bars that a person has, which can move a page.
      ignoreDefaultArgs: ['--hide-scrollbars', ...IGNORED_DEFAULT_ARGS],
    },
    // Without motion to wait for.
    contextOptions: { reducedMotion: 'reduce' },
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    // Pictures of the page at every act would cost every test a fifth of its time; a failure has its screenshot and the page as text.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false, sources: true },
  },
});
