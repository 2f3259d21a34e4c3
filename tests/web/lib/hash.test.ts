import { describe, expect, it } from 'vitest';
import { sha256Hex } from '#web/lib/hash.ts';

describe('sha256Hex', () => {
  it('is the SHA-256 of the UTF-8 bytes', async () => {
    expect(await sha256Hex('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    expect(await sha256Hex('é')).toBe('4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c');
  });

  it('is undefined where the browser has no cryptography to offer', async () => {
    expect(await sha256Hex('text', { crypto: {} })).toBeUndefined();
  });
});
