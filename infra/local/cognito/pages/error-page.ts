import type { Context } from 'hono';
import { html } from 'hono/html';
import { sendPage } from './layout.ts';

/** Says why a sign-in cannot go on when there is no address it could safely be sent back to. */
export function sendErrorPage(context: Context, reason: string): Response | Promise<Response> {
  const body = html`<h1>This sign-in cannot go on</h1><p>${reason}</p>`;
  return sendPage(context, { title: 'This sign-in cannot go on', body, status: 400 });
}
