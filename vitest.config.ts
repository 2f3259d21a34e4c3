import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    reporters: ['default', ['json', { outputFile: 'test-results/vitest.json' }]],
    // A test that hangs is a failure, not a wait; real browsers on a shared machine get longer.
    testTimeout: 20_000,
    hookTimeout: 60_000,
    // The runner leaves one core idle by default, and browsers mostly wait.
    maxWorkers: 4,
    projects: [
      {
        extends: true,
        test: { name: 'node', include: ['tests/**/*.test.{ts,tsx}'], exclude: ['tests/e2e/**'] },
      },
      {
        extends: true,
        test: {
          name: 'browser',
          include: ['tests/e2e/**/*.test.ts'],
          globalSetup: ['tests/e2e/support/build.ts'],
          testTimeout: 60_000,
        },
      },
    ],
  },
});
