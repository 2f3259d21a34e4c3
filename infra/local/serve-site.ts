import { serveStatic } from '@hono/node-server/serve-static';
import { Hono } from 'hono';
import { compress } from 'hono/compress';
import { cacheControlFor, contentSecurityPolicy, SECURITY_HEADERS } from '../site/headers.ts';
import { handler as showPage } from '../site/show-page.mjs';

/** Serves the built site as CloudFront does: security headers, cache rules, compression, and index.html for every path without a file. */
export function serveSite(root: string): Hono {
  const site = new Hono();
  site.use(async (context, next) => {
    await next();
    context.header('content-security-policy', contentSecurityPolicy());
    for (const [name, value] of Object.entries(SECURITY_HEADERS)) context.header(name, value);
    context.header('cache-control', cacheControlFor(context.req.path));
  });
  site.use(compress());
  site.get('*', serveStatic({ root, rewriteRequestPath: (uri) => showPage({ request: { uri } }).uri }));
  return site;
}
