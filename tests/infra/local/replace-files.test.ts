import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { replaceFiles } from '#infra/local/replace-files.ts';

describe('replacing a folder’s files', () => {
  let root: string;
  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'expertscope-'));
    return () => rm(root, { recursive: true });
  });
  const write = async (file: string, text: string) => {
    await mkdir(join(root, file, '..'), { recursive: true });
    await writeFile(join(root, file), text);
  };
  const replace = () => replaceFiles({ from: join(root, 'fresh'), to: join(root, 'served') });

  it('leaves exactly the new ones', async () => {
    await write('served/index.html', 'old');
    await write('served/assets/gone.js', 'old');
    await write('fresh/index.html', 'new');
    await write('fresh/assets/a/deep.js', 'deep');
    await replace();
    const files = await readdir(join(root, 'served'), { recursive: true });
    expect(files.toSorted()).toEqual(['assets', 'assets/a', 'assets/a/deep.js', 'index.html']);
    expect(await readFile(join(root, 'served/index.html'), 'utf8')).toBe('new');
  });

  it('makes the folder when there is none', async () => {
    await write('fresh/index.html', 'new');
    await replace();
    expect(await readdir(join(root, 'served'))).toEqual(['index.html']);
  });

  it('lets a reader find a file that both have whole at any moment', async () => {
    const text = 'x'.repeat(200_000);
    await write('served/app.js', text);
    let reading = true;
    const reader = (async () => {
      let reads = 0;
      while (reading || reads === 0) {
        expect((await readFile(join(root, 'served/app.js'), 'utf8')).length).toBe(text.length);
        reads += 1;
      }
    })();
    for (let round = 0; round < 20; round += 1) {
      await write('fresh/app.js', text);
      await replace();
    }
    reading = false;
    await reader;
  });
});
