import * as v from 'valibot';

/** A moment as an ISO 8601 string in UTC with milliseconds: sorts as text, survives JSON. */
export const Timestamp = v.pipe(v.string(), v.isoTimestamp());

/** Milliseconds since 1970 as a {@link Timestamp}. */
export const toTimestamp = (milliseconds: number): string => new Date(milliseconds).toISOString();
