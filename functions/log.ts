/** An error whose message is a fixed text of ours, without anybody's data, so that it may be logged. */
export class LoggableError extends Error {}

/** An error as logged, with the field names of Lambda's own JSON logs. */
export interface LoggedError {
  errorType: string;
  /** Only for a {@link LoggableError}. */
  errorMessage?: string;
  code?: string;
  /** HTTP status, if the error comes from an HTTP response. */
  status?: number;
  /** Functions and lines of code. */
  stackTrace?: string[];
  cause?: LoggedError;
}

/** What a name or a code looks like; anything else may be somebody's data. */
const SAFE_WORD = /^[\w.-]{1,60}$/;
const MAX_CAUSE_DEPTH = 5;

/**
 * An error reduced to names and codes. Messages and any other properties are left out: JSON.parse quotes what a model wrote, validation
 * quotes what a person sent or stored, and requests contain profile URLs.
 */
export function describeError(error: unknown, depth = 0): LoggedError {
  if (!(error instanceof Error)) return { errorType: typeof error };
  const { name, message, stack = '', cause } = error;
  const code = readSafeWord(error, 'code');
  const status = statusOf(error);
  // Frames come after the message, which may contain lines that look like frames.
  const frames = stack.includes(message) ? stack.slice(stack.indexOf(message) + message.length) : '';
  const stackTrace = frames.split('\n').flatMap((line) => /^\s+at (.+)$/.exec(line)?.[1] ?? []);
  return {
    errorType: SAFE_WORD.test(name) ? name : 'Error',
    ...(error instanceof LoggableError && { errorMessage: message }),
    ...(code !== undefined && { code }),
    ...(status !== undefined && { status }),
    ...(stackTrace.length > 0 && { stackTrace }),
    ...(cause !== undefined && depth < MAX_CAUSE_DEPTH && { cause: describeError(cause, depth + 1) }),
  };
}

function readSafeWord(error: object, key: string): string | undefined {
  const value: unknown = Reflect.get(error, key);
  return (typeof value === 'string' || typeof value === 'number') && SAFE_WORD.test(String(value))
    ? String(value)
    : undefined;
}

/** Providers' errors and the AWS SDK's have it in different places. */
function statusOf(error: object): number | undefined {
  const metadata: unknown = Reflect.get(error, '$metadata');
  const status: unknown =
    typeof metadata === 'object' && metadata !== null
      ? Reflect.get(metadata, 'httpStatusCode')
      : Reflect.get(error, 'status');
  return typeof status === 'number' ? status : undefined;
}

/** Logs a failure that users are not told about, or only in part. @param what happened, in our own fixed words */
export function logFailure(what: string, error?: unknown): void {
  console.error({ errorMessage: what, ...(error !== undefined && { error: describeError(error) }) });
}

/** The result of `make`. If that fails, logs the failure and returns undefined. @param what happened then, in our own fixed words */
export async function orLogFailure<Value>(
  what: string,
  make: () => Value | Promise<Value>,
): Promise<Value | undefined> {
  try {
    return await make();
  } catch (error) {
    logFailure(what, error);
    return undefined;
  }
}
