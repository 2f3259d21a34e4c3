// Fails if an installed package does not match its registry’s signature. If the registry offers no signatures, or the keys cannot be
// reached, it only says so: the lockfile’s checksums still apply.
import { spawnSync } from 'node:child_process';

/** In milliseconds: npm itself would retry for over a minute. */
const LIMIT = 60_000;

const { stdout, error } = spawnSync('npm', ['audit', 'signatures', '--json', '--fetch-retries=0'], {
  encoding: 'utf8',
  timeout: LIMIT,
  shell: process.platform === 'win32',
});

function read(text) {
  try {
    return JSON.parse(text);
  } catch {
    return { error: { code: error?.code ?? 'no answer' } };
  }
}

const report = read(stdout ?? '');
const bad = [...(report.invalid ?? []), ...(report.missing ?? [])];
if (bad.length > 0) {
  const names = bad.map(({ name, version }) => `${name}@${version}`);
  console.error(`Not signed by the registry, or not what it signed: ${names.join(', ')}`);
  process.exitCode = 1;
} else if (report.invalid === undefined) {
  console.info(`Signatures could not be checked here (${report.error?.code ?? 'no answer'}).`);
} else {
  console.info('Every package is what its registry has signed.');
}
