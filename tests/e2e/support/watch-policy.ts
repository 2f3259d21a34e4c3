import type { BrowserContext } from 'playwright-core';

/** What the browser writes of anything the page's Content-Security-Policy keeps it from. */
const COMPLAINT = /content security policy/i;

/** Complaints of the Content-Security-Policy by any page of the context, windows it opens included; the list grows as they come. */
export function watchPolicy(context: BrowserContext): readonly string[] {
  const complaints: string[] = [];
  context.on('console', (message) => {
    if (COMPLAINT.test(message.text())) complaints.push(message.text());
  });
  return complaints;
}
