import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';

/** `npm run bench [-- name … [--flag …]]` runs every bench, or the named ones, in turn, each in its own process and with the flags. */
const USAGE = `npm run bench [-- NAME … [--flag …]]: every bench, or those named, one after another.

The head of tests/bench/NAME.bench.ts has the flags of each.`;

const folder = import.meta.dirname;
const given = process.argv.slice(2);
const flagsFrom = given.findIndex((argument) => argument.startsWith('-'));
const wanted = flagsFrom === -1 ? given : given.slice(0, flagsFrom);
const flags = flagsFrom === -1 ? [] : given.slice(flagsFrom);
const benches = (await readdir(folder))
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.replace('.bench.ts', ''))
  .toSorted();
const THERE_ARE = `There are: ${benches.join(', ')}.`;
if (flags.includes('--help')) {
  console.info(`${USAGE} ${THERE_ARE}`);
  process.exit(0);
}
const unknown = wanted.filter((name) => !benches.includes(name));
if (unknown.length > 0) {
  console.error(`No bench is called ${unknown.join(', ')}. ${THERE_ARE}`);
  process.exit(1);
}
if (flags.length > 0 && wanted.length === 0) {
  console.error(`${flags.join(' ')} is for one bench: write its name first. ${THERE_ARE}`);
  process.exit(1);
}
for (const name of wanted.length > 0 ? wanted : benches) {
  console.info(`\n# ${name}\n`);
  const child = spawn(process.execPath, [join(folder, `${name}.bench.ts`), ...flags], { stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) process.exitCode = 1;
}
