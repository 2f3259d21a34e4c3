import { createHash } from 'node:crypto';
import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import { STYLE } from './style.ts';

type Html = ReturnType<typeof html>;

const STYLE_HASH = createHash('sha256').update(STYLE).digest('base64');

/** The pages load nothing, run nothing and send no form. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${STYLE_HASH}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Sends a page with the headers every one of them has. `html` escapes what is put into the body. `refresh` is in seconds. */
export function sendPage(
  context: Context,
  options: { title: string; body: Html; status?: 200 | 400; refresh?: number },
): Response | Promise<Response> {
  const { title, body, status = 200, refresh } = options;
  context.header('content-security-policy', CONTENT_SECURITY_POLICY);
  context.header('x-content-type-options', 'nosniff');
  context.header('referrer-policy', 'no-referrer');
  context.header('cache-control', 'no-store');
  if (refresh !== undefined) context.header('refresh', `${refresh}`);
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<style>${raw(STYLE)}</style>
</head>
<body><main>${body}</main></body>
</html>`;
  return context.html(page, status);
}
