// Prints the closing line of a run, "N passed, N failed", from what the test runner itself recorded.
import { readFileSync } from 'node:fs';

const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(
  readFileSync('test-results/vitest.json', 'utf8'),
);
const skipped = numPendingTests > 0 ? `, ${numPendingTests} skipped` : '';
console.info(`${numPassedTests} passed, ${numFailedTests} failed${skipped}`);
