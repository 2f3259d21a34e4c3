import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { cacheControlFor, contentSecurityPolicy, SECURITY_HEADERS } from '../site/headers.ts';

/** Serves the built site as CloudFront does: security headers, cache rules, and index.html for every path without a file. */
export function serveSite(root: string): Hono {
  const site = new Hono();
  site.use(async (context, next) => {
    await next();
    context.header('content-security-policy', contentSecurityPolicy());
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) context.header(name, value);
    context.header('cache-control', cacheControlFor(context.req.path));
  });
  site.get('*', serveStatic({ root }));
  site.get('*', async (context, next) => {
    const isFile = /\.[a-z0-9]+$/i.test(context.req.path);
    return isFile ? context.notFound() : serveStatic({ root, path: 'index.html' })(context, next);
  });
  return site;
}
