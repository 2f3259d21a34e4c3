// Prints the closing line of a run, "N passed, N failed", from what the test runners themselves recorded.
import { existsSync, readFileSync } from 'node:fs';

const reports = ['test-results/vitest.json', 'test-results/lambda.json'].filter((path) => existsSync(path));
const totals = { passed: 0, failed: 0, skipped: 0 };
for (const path of reports) {
  const { numPassedTests, numFailedTests, numPendingTests } = JSON.parse(readFileSync(path, 'utf8'));
  totals.passed += numPassedTests;
  totals.failed += numFailedTests;
  totals.skipped += numPendingTests;
}
// No report means that the run broke off before any test: that is a failure too.
if (reports.length === 0) totals.failed = 1;
const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : '';
console.info(`${totals.passed} passed, ${totals.failed} failed${skipped}`);
