import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import process from 'node:process';

/** `npm run bench [-- name …]`: every bench, or those named, one after another and each in a process of its own. */
const folder = import.meta.dirname;
const wanted = process.argv.slice(2);
const benches = (await readdir(folder))
  .filter((file) => file.endsWith('.bench.ts'))
  .map((file) => file.replace('.bench.ts', ''))
  .toSorted();
const unknown = wanted.filter((name) => !benches.includes(name));
if (unknown.length > 0) {
  console.error(`No bench is called ${unknown.join(', ')}. There are: ${benches.join(', ')}.`);
  process.exit(2);
}
for (const name of wanted.length > 0 ? wanted : benches) {
  console.info(`\n# ${name}\n`);
  const child = spawn(process.execPath, [join(folder, `${name}.bench.ts`)], { stdio: 'inherit' });
  const [code] = await once(child, 'exit');
  if (code !== 0) process.exitCode = 1;
}
