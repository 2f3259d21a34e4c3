// Prints the closing line of a run, "N passed, N failed", from the test runners’ reports and the run’s exit status.
import { existsSync, readFileSync } from 'node:fs';
import process from 'node:process';

const totals = { passed: 0, failed: 0, skipped: 0 };

function read(path, count) {
  if (!existsSync(path)) return;
  const { passed, failed, skipped } = count(JSON.parse(readFileSync(path, 'utf8')));
  totals.passed += passed;
  totals.failed += failed;
  totals.skipped += skipped;
}

const vitest = (report) => ({
  passed: report.numPassedTests,
  failed: report.numFailedTests,
  skipped: report.numPendingTests,
});
// A test that only passes on retry has failed.
const playwright = ({ stats: { expected, unexpected, flaky, skipped } }) => ({
  passed: expected,
  failed: unexpected + flaky,
  skipped,
});

read('test-results/unit.json', vitest);
read('test-results/browser.json', playwright);
read('test-results/lambda.json', vitest);
read('test-results/aws.json', vitest);
// Anything else that breaks a run counts as a failure too: a type error, an unhandled error, a missing browser.
if (totals.failed === 0 && process.argv[2] !== '0') totals.failed = 1;
const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : '';
console.info(`${totals.passed} passed, ${totals.failed} failed${skipped}`);
