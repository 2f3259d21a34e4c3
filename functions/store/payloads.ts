import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';
import * as v from 'valibot';
import type { Item, Key } from './keys.ts';
import type { Table } from './table.ts';
import type { Signal } from './versioned-items.ts';

/**
 * Sizes in bytes. DynamoDB's limit of 400 KB per item includes the item's copy in the local index, so an inline payload
 * counts twice; parts are not in the index.
 */
const MAX_PLAIN_BYTES = 4_096;
const MAX_INLINE_BYTES = 150_000;
const MAX_PART_BYTES = 350_000;
/** Far above any real payload; limits how large a corrupted item could become when unpacked. */
const MAX_UNPACKED_BYTES = 256 * 1024 * 1024;

const compress = promisify(brotliCompress);
const decompress = promisify(brotliDecompress);

/** JSON in one of three forms: plain if small, compressed, or compressed and split into parts. */
export type Packed =
  | { form: 'json'; json: string }
  | { form: 'brotli'; bytes: Uint8Array }
  | { form: 'parts'; parts: Uint8Array[] };

/** Bytes, as the DynamoDB client returns them. */
const Bytes = v.custom<Uint8Array>((value) => value instanceof Uint8Array);

/** A {@link Packed} as stored in an item. Parts are separate items; only their number is stored here. */
export const StoredPayload = v.variant('form', [
  v.object({ form: v.literal('json'), json: v.string() }),
  v.object({ form: v.literal('brotli'), bytes: Bytes }),
  v.object({ form: v.literal('parts'), count: v.number() }),
]);
export type StoredPayload = v.InferOutput<typeof StoredPayload>;

const StoredPart = v.object({ sk: v.string(), bytes: Bytes });

/** @param value anything that JSON can represent */
export const pack = (value: unknown): Promise<Packed> => packJson(JSON.stringify(value));

/** @param options.maxPlainBytes the size in bytes up to which the JSON is not compressed */
export async function packJson(json: string, { maxPlainBytes = MAX_PLAIN_BYTES } = {}): Promise<Packed> {
  if (Buffer.byteLength(json) <= maxPlainBytes) return { form: 'json', json };
  // A deep search's results repeat records. Brotli's window is wide enough to exploit that; gzip's is not.
  const bytes = await compress(json, { params: brotliParams(json) });
  if (bytes.byteLength <= MAX_INLINE_BYTES) return { form: 'brotli', bytes };
  const parts: Uint8Array[] = [];
  for (let start = 0; start < bytes.byteLength; start += MAX_PART_BYTES)
    parts.push(bytes.subarray(start, start + MAX_PART_BYTES));
  return { form: 'parts', parts };
}

/** Sizes the window to the input: brotli would otherwise set up its default window of 4 MB for each compression. */
function brotliParams(json: string): Record<number, number> {
  const window = Math.ceil(Math.log2(json.length + 1));
  const { BROTLI_MIN_WINDOW_BITS: minBits, BROTLI_DEFAULT_WINDOW: maxBits } = constants;
  return {
    [constants.BROTLI_PARAM_QUALITY]: 5,
    [constants.BROTLI_PARAM_SIZE_HINT]: json.length,
    [constants.BROTLI_PARAM_LGWIN]: Math.min(Math.max(window, minBits), maxBits),
  };
}

/** The parts' bytes. Write their items before the item that counts them, so that it never exists with parts missing. */
export const partsOf = (packed: Packed | undefined): readonly Uint8Array[] =>
  packed?.form === 'parts' ? packed.parts : [];

export const toStored = (packed: Packed): StoredPayload =>
  packed.form === 'parts' ? { form: 'parts', count: packed.parts.length } : packed;

/** The keys of that many parts. @param keyOf returns the key for a part number, from 0 */
export const partKeys = (count: number, keyOf: (number: number) => Key): Key[] =>
  Array.from({ length: count }, (_, number) => keyOf(number));

interface LoadOptions {
  payload: StoredPayload;
  keyOf: (number: number) => Key;
  find: FindParts;
}

/** Finds the items at these keys, in any order. */
export type FindParts = (keys: readonly Key[]) => Promise<readonly Item[]> | readonly Item[];

/** The unpacked payload, including its parts if it has any; undefined if one of them is missing. */
export async function loadPayload({ payload, keyOf, find }: LoadOptions): Promise<unknown> {
  if (payload.form !== 'parts') return await unpack(payload);
  const items = await find(partKeys(payload.count, keyOf));
  const parts = items.map((item) => v.parse(StoredPart, item)).sort((a, b) => (a.sk < b.sk ? -1 : 1));
  if (parts.length !== payload.count) return undefined;
  return await unpack({ form: 'parts', parts: parts.map(({ bytes }) => bytes) });
}

/** Finds parts in the table, for {@link loadPayload}. */
export const findParts =
  (table: Table, signal: Signal) =>
  (keys: readonly Key[]): Promise<Item[]> =>
    table.getAll(keys, ['sk', 'bytes'], signal);

export async function unpack(packed: Packed): Promise<unknown> {
  if (packed.form === 'json') return JSON.parse(packed.json);
  const bytes = packed.form === 'brotli' ? packed.bytes : Buffer.concat(packed.parts);
  return JSON.parse(String(await decompress(bytes, { maxOutputLength: MAX_UNPACKED_BYTES })));
}
