import { hash } from 'node:crypto';
import type { Context } from 'hono';
import { html, raw } from 'hono/html';
import type { Mail } from './state.ts';
import type { ProviderAccount } from './users.ts';

/** The local pages' style, for light and dark mode. */
const STYLE = `
:root {
  color-scheme: light dark;
  --ink: light-dark(#1b1b1f, #ececf1);
  --soft: light-dark(#5c5c66, #a5a5b1);
  --line: light-dark(#dcdce3, #3a3a44);
  --card: light-dark(#fff, #212128);
  --accent: light-dark(#0b5cad, #8ec5ff);
}
* { box-sizing: border-box; }
body {
  margin: 0;
  background: light-dark(#f5f5f8, #17171c);
  color: var(--ink);
  font: 16px/1.5 system-ui, sans-serif;
}
main { max-width: 36rem; margin: 0 auto; padding: 2rem 1rem; }
h1 { font-size: 1.4rem; margin: 0 0 .25rem; }
h2 { font-size: 1rem; margin: 0; }
p { margin: .25rem 0; overflow-wrap: anywhere; }
ul { list-style: none; margin: 1.25rem 0; padding: 0; }
li { background: var(--card); border: 1px solid var(--line); border-radius: .75rem; margin: 0 0 .75rem; }
li > a, li > article { display: block; padding: .9rem 1rem; border-radius: inherit; }
li > a { color: inherit; text-decoration: none; }
li > a:hover { border-color: var(--accent); background: light-dark(#eef4fb, #2a2f38); }
a { color: var(--accent); }
a:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.soft { color: var(--soft); font-size: .9rem; }
.code { font: 600 1.75rem/1.3 ui-monospace, monospace; letter-spacing: .12em; }
.person { display: flex; gap: .9rem; align-items: center; }
.person img, .initial { width: 2.5rem; height: 2.5rem; border-radius: 50%; flex: none; }
.initial { display: grid; place-items: center; background: var(--line); font-weight: 600; }
`;

type Html = ReturnType<typeof html>;

const STYLE_HASH = hash('sha256', STYLE, 'base64');

/** The pages load nothing, run no scripts and submit no forms. */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${STYLE_HASH}'`,
  'img-src data:',
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Sends a page with the common headers. `html` escapes values inserted into the body. `refresh` is in seconds. */
async function sendPage(
  context: Context,
  { title, body, status = 200, refresh }: { title: string; body: Html; status?: 200 | 400; refresh?: number },
): Promise<Response> {
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
<body><main><h1>${title}</h1>
${body}</main></body>
</html>`;
  return context.html(page, status);
}

function portrait(account: ProviderAccount): Html {
  return account.picture
    ? html`<img src="${account.picture}" alt="">`
    : html`<span class="initial" aria-hidden="true">${account.name.charAt(0)}</span>`;
}

/** The stand-in for a provider's account chooser. Links are relative because the app does not know where it is mounted. */
export function sendAccountsPage(
  context: Context,
  page: {
    title: string;
    accounts: readonly ProviderAccount[];
    linkTo: (account: ProviderAccount) => string;
    cancel: string;
  },
): Promise<Response> {
  const { title, accounts, linkTo, cancel } = page;
  const items = accounts.map(
    (account) => html`<li><a class="person" href="${linkTo(account)}">${portrait(account)}
<span>${account.name}<br><span class="soft">${account.email}</span></span></a></li>`,
  );
  const body = html`<p class="soft">These people do not exist, and nobody is contacted. In the cloud, the provider's own page appears here.</p>
<ul>${items}</ul>
<p><a href="${cancel}">Cancel</a></p>`;
  return sendPage(context, { title, body });
}

const REFRESH_SECONDS = 3;

function mailItem(mail: Mail): Html {
  const { to, subject, code, body, sentAt } = mail;
  return html`<li><article>
<h2>${subject}</h2>
<p class="soft">To ${to}, <time datetime="${sentAt}">${sentAt.slice(0, 19).replace('T', ' ')} UTC</time></p>
<p class="code">${code}</p>
<p>${body}</p>
</article></li>`;
}

/** The local mailbox, newest first. The interface links to it wherever it asks for a code. */
export function sendMailPage(context: Context, mails: readonly Mail[]): Promise<Response> {
  const list = mails.length
    ? html`<ul>${mails.map(mailItem)}</ul>`
    : html`<p>No mail yet. Codes for sign-up and password reset arrive here.</p>`;
  const body = html`<p class="soft">No mail leaves this machine. This page checks for new mail every ${REFRESH_SECONDS} seconds.</p>
${list}`;
  return sendPage(context, { title: 'Local mail – simulated', body, refresh: REFRESH_SECONDS });
}

/** Explains why a sign-in cannot continue when there is no safe address to redirect to. */
export function sendErrorPage(context: Context, reason: string): Promise<Response> {
  return sendPage(context, {
    title: 'This sign-in cannot continue',
    body: html`<p>${reason}</p>`,
    status: 400,
  });
}
