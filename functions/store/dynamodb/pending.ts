import * as v from 'valibot';

/**
 * What is about to be written to a chat's messages. The chat holds one marker, a string in the set `pending`, per
 * announced write, put there before the write and taken away together with the count: docs/storage.md has the proof.
 */
export type Marker =
  | { kind: 'add' | 'delete'; messageId: string; attempt: string }
  /** The attempt's message comes in this many items of its own. */
  | { kind: 'parts'; messageId: string; attempt: string; parts: number };

const SEPARATOR = '/';

const StoredMarker = v.pipe(
  v.string(),
  v.transform((text) => text.split(SEPARATOR)),
  v.union([
    v.tuple([v.picklist(['add', 'delete']), v.string(), v.string()]),
    v.tuple([
      v.literal('parts'),
      v.string(),
      v.string(),
      v.pipe(v.string(), v.transform(Number), v.integer()),
    ]),
  ]),
);

export function formatMarker(marker: Marker): string {
  const fields = [marker.kind, marker.messageId, marker.attempt];
  return [...fields, ...(marker.kind === 'parts' ? [marker.parts] : [])].join(SEPARATOR);
}

export function parseMarker(text: string): Marker {
  const fields = v.parse(StoredMarker, text);
  const [kind, messageId, attempt] = fields;
  return kind === 'parts' ? { kind, messageId, attempt, parts: fields[3] } : { kind, messageId, attempt };
}

/** A name for one attempt at writing, which tells when it began. */
export const newAttempt = (clock: () => number): string => `${clock()}-${crypto.randomUUID()}`;

/** When the marker was made, in milliseconds since 1970. */
export const announcedAt = (marker: Marker): number => Number(marker.attempt.split('-')[0]);
