import * as v from 'valibot';
import { invalidParameter } from './exceptions.ts';

/** Shapes that several operations take. */
export const USERNAME = v.pipe(v.string(), v.minLength(1), v.maxLength(128));
export const PASSWORD = v.pipe(v.string(), v.maxLength(256), v.regex(/^\S(.*\S)?$/s));
export const TOKEN = v.pipe(v.string(), v.minLength(1), v.maxLength(8192));
export const CODE = v.pipe(v.string(), v.minLength(1), v.maxLength(2048), v.regex(/^\S+$/));
export const ATTRIBUTES = v.array(
  v.object({ Name: v.string(), Value: v.pipe(v.string(), v.maxLength(2048)) }),
);

/**
 * The members an operation takes; others, such as analytics metadata, are left out as Cognito would ignore them.
 * @throws InvalidParameterException naming the first member that does not fit.
 */
export function readInput<T>(schema: v.GenericSchema<unknown, T>, input: unknown): T {
  const parsed = v.safeParse(schema, input);
  if (parsed.success) return parsed.output;
  const [issue] = parsed.issues;
  const path = v.getDotPath(issue) ?? 'request';
  const member = path.charAt(0).toLowerCase() + path.slice(1);
  const constraint =
    issue.input === undefined || issue.input === null
      ? 'Member must not be null'
      : 'Member must satisfy the constraint of its length and pattern';
  throw invalidParameter(
    `1 validation error detected: Value at '${member}' failed to satisfy constraint: ${constraint}`,
  );
}
