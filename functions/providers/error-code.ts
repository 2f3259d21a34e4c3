/** The code of an error, or of its nearest cause that has one, such as `ECONNREFUSED`. */
export function errorCode(thrown: unknown): string | undefined {
  let error = thrown;
  // Causes are followed only so far: a cycle is legal.
  for (let depth = 0; depth < 5 && error instanceof Error; depth += 1) {
    if ('code' in error && typeof error.code === 'string') return error.code;
    error = error.cause;
  }
  return undefined;
}
