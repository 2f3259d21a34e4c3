// Prints the closing line of a run, "N passed, N failed", from what the test runners themselves recorded.
import { existsSync, readFileSync } from 'node:fs';

const totals = { passed: 0, failed: 0, skipped: 0 };
let reports = 0;

function read(path, count) {
  if (!existsSync(path)) return;
  reports += 1;
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
// A test that passes on its second try has failed.
const playwright = ({ stats: { expected, unexpected, flaky, skipped } }) => ({
  passed: expected,
  failed: unexpected + flaky,
  skipped,
});

read('test-results/unit.json', vitest);
read('test-results/browser.json', playwright);
read('test-results/lambda.json', vitest);
read('test-results/aws.json', vitest);
// No report means that the run broke off before any test: that is a failure too.
if (reports === 0) totals.failed = 1;
const skipped = totals.skipped > 0 ? `, ${totals.skipped} skipped` : '';
console.info(`${totals.passed} passed, ${totals.failed} failed${skipped}`);
