import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { BUNDLE_FILE, bundleDoor, DOORS } from '#infra/cloud/artifacts/bundle-door.ts';

/** Bytes, minified. What a cold start reads and compiles. */
const LIMITS = { search: 450_000, chats: 350_000 } as const;

describe.each(['search', 'chats'] as const)('the bundle of the %s door', (door) => {
  it('stays within its size', async () => {
    const outputFolder = await mkdtemp(join(tmpdir(), 'bundle-'));
    await bundleDoor({ entry: DOORS[door], outputFolder });
    const { size } = await stat(join(outputFolder, BUNDLE_FILE));
    await rm(outputFolder, { recursive: true });
    expect(size).toBeLessThanOrEqual(LIMITS[door]);
  });
});
