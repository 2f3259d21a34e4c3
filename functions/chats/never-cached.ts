import type { MiddlewareHandler } from 'hono';

/** What is somebody's own is kept by no cache on the way. */
export const neverCached: MiddlewareHandler = async (context, next) => {
  await next();
  context.header('cache-control', 'no-store');
};
