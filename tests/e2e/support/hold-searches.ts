import type { Page } from 'playwright-core';

/** Keeps the requests that begin a search from reaching the server. @returns what lets them go. */
export async function holdSearches(page: Page): Promise<() => void> {
  const gate = Promise.withResolvers<void>();
  await page.route('**/api/searches', async (route) => {
    await gate.promise;
    await route.continue();
  });
  return gate.resolve;
}
