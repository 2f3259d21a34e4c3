import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { bundleFunction, HANDLERS } from '#infra/cloud/bundle.ts';

/** Minified size in bytes, which a cold start reads and compiles. */
const LIMITS = {
  search: 1_070_000,
  chats: 400_000,
  signUp: 300_000,
  deployment: 300_000,
  // Includes people’s names in many languages.
  simulated: 4_000_000,
} as const;

describe.each(['search', 'chats', 'signUp', 'deployment', 'simulated'] as const)(
  'the bundle of the %s function',
  (name) => {
    it('stays within its size limit', async () => {
      const outputFolder = await mkdtemp(join(tmpdir(), 'bundle-'));
      const size = await bundleFunction({ entry: HANDLERS[name], outputFolder });
      await rm(outputFolder, { recursive: true });
      expect(size).toBeLessThanOrEqual(LIMITS[name]);
    });
  },
);
