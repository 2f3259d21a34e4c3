import * as v from 'valibot';

/** In milliseconds. */
export const DAY = 86_400_000;

/** A time as an ISO 8601 string in UTC with milliseconds: sorts as text, survives JSON. */
export const Timestamp = v.pipe(v.string(), v.isoTimestamp());

/** Milliseconds since 1970 as a {@link Timestamp}. */
export const toTimestamp = (milliseconds: number): string => new Date(milliseconds).toISOString();

/** A time in the past, sent by a caller, in exactly the form that sorts as text. The server replaces a future time with the current one. */
export const PastTimestamp = v.pipe(
  v.string(),
  v.check((text) => isTimestamp(text), 'must be like 2026-01-31T09:00:00.000Z'),
);

/** Whether it is an existing date with a four-digit year, in the format of {@link toTimestamp}. */
function isTimestamp(text: string): boolean {
  const milliseconds = Date.parse(text);
  return /^\d{4}-/.test(text) && !Number.isNaN(milliseconds) && toTimestamp(milliseconds) === text;
}
