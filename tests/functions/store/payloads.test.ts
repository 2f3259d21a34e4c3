import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pack, unpack } from '#functions/store/payloads.ts';
import { noise } from './samples.ts';

describe('packing', () => {
  it('restores any JSON unchanged', async () => {
    const roundTrip = async (value: unknown) => {
      expect(await unpack(await pack(value))).toEqual(JSON.parse(JSON.stringify(value)));
    };
    await fc.assert(fc.asyncProperty(fc.jsonValue({ maxDepth: 4 }), roundTrip), { numRuns: 50 });
  });

  it.each([
    [4_000, 'json', []],
    [5_000, 'brotli', []],
    [199_000, 'brotli', []],
    [201_000, 'parts', []],
    [1_500_000, 'parts', [350_000, 350_000, 350_000]],
  ])(
    'of %d characters stays well below DynamoDB’s item limit, and fills each part',
    async (size, form, fullParts) => {
      const packed = await pack({ text: noise(size) });
      expect(packed.form).toBe(form);
      if (packed.form === 'json') expect(Buffer.byteLength(packed.json)).toBeLessThanOrEqual(4_096);
      if (packed.form === 'brotli') expect(packed.bytes.byteLength).toBeLessThanOrEqual(150_000);
      if (packed.form === 'parts') {
        const sizes = packed.parts.map(({ byteLength }) => byteLength);
        expect(sizes.slice(0, -1)).toEqual(fullParts);
        expect(Math.max(...sizes)).toBeLessThanOrEqual(350_000);
      }
      expect(await unpack(packed)).toHaveProperty('text.length', size);
    },
  );
});
