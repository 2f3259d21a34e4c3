import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';

/**
 * Moves every file of one folder into another on the same disk and removes what else is there. Each file is replaced in one step, so that
 * whoever reads a file that both have finds it whole at any moment.
 */
export async function replaceFiles({ from, to }: { from: string; to: string }): Promise<void> {
  await mkdir(to, { recursive: true });
  const [fresh, present] = await Promise.all([filesOf(from), filesOf(to)]);
  for (const file of fresh) {
    await mkdir(dirname(join(to, file)), { recursive: true });
    await rename(join(from, file), join(to, file));
  }
  const kept = new Set(fresh);
  for (const file of present) if (!kept.has(file)) await rm(join(to, file), { force: true });
}

/** Every file below a folder, as paths from it. */
async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
}
