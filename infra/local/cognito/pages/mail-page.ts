import type { Context } from 'hono';
import { html } from 'hono/html';
import type { Mail } from '../state/schema.ts';
import { sendPage } from './layout.ts';

const REFRESH_SECONDS = 3;

function mailItem(mail: Mail): ReturnType<typeof html> {
  const { to, subject, code, body, sentAt } = mail;
  return html`<li><article>
<h2>${subject}</h2>
<p class="soft">To ${to}, <time datetime="${sentAt}">${sentAt.slice(0, 19).replace('T', ' ')} UTC</time></p>
<p class="code">${code}</p>
<p>${body}</p>
</article></li>`;
}

/** The local mailbox, newest first: where the interface's "your code" leads. */
export function sendMailPage(context: Context, mails: readonly Mail[]): Response | Promise<Response> {
  const list = mails.length
    ? html`<ul>${mails.map(mailItem)}</ul>`
    : html`<p>No mail yet. Codes for signing up and for new passwords arrive here.</p>`;
  const body = html`<h1>Local mail – simulated</h1>
<p class="soft">Nothing was sent to anybody. This page looks for new mail every ${REFRESH_SECONDS} seconds.</p>
${list}`;
  return sendPage(context, { title: 'Local mail – simulated', body, refresh: REFRESH_SECONDS });
}
