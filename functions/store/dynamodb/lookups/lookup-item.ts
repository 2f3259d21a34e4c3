import * as v from 'valibot';
import type { LookupAddress } from '../../keys.ts';
import { lookupPartKey } from '../../keys.ts';
import { Bytes, StoredPayload } from '../payload.ts';

export const StoredLookup = v.object({ payload: StoredPayload, attempt: v.string() });
export const StoredLookupPart = v.object({ sk: v.string(), bytes: Bytes });

export function lookupPartKeys({ count, ...part }: LookupAddress & { attempt: string; count: number }) {
  return Array.from({ length: count }, (_, number) => lookupPartKey({ ...part, number }));
}
