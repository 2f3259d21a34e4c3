import type { Context } from 'hono';
import { html } from 'hono/html';
import type { GoogleAccount } from '../oauth/accounts.ts';
import { sendPage } from './layout.ts';

function portrait(account: GoogleAccount): ReturnType<typeof html> {
  return account.picture
    ? html`<img src="${account.picture}" alt="">`
    : html`<span class="initial" aria-hidden="true">${account.name.charAt(0)}</span>`;
}

/** The stand-in for Google's account chooser. Links are relative, since the app does not know where it is mounted. */
export function sendAccountsPage(
  context: Context,
  options: { accounts: readonly GoogleAccount[]; linkTo: (account: GoogleAccount) => string; cancel: string },
): Response | Promise<Response> {
  const { accounts, linkTo, cancel } = options;
  const items = accounts.map(
    (account) => html`<li><a class="person" href="${linkTo(account)}">${portrait(account)}
<span>${account.name}<br><span class="soft">${account.email}</span></span></a></li>`,
  );
  const body = html`<h1>Choose an invented Google account (simulated)</h1>
<p class="soft">These people do not exist and Google is not asked. In the cloud, Google's own page appears here.</p>
<ul>${items}</ul>
<p><a href="${cancel}">Cancel</a></p>`;
  return sendPage(context, { title: 'Choose an invented Google account (simulated)', body });
}
