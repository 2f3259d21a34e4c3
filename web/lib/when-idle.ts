/** Milliseconds after which it is done even on a page that is never idle. */
const LATEST = 4_000;
/** Milliseconds to stay out of the way where the browser cannot tell when it is idle. */
const ROUGHLY_IDLE = 1_500;

/** What is asked of the browser; replaceable in tests. */
export interface IdleBrowser {
  requestIdleCallback?: ((callback: () => void, options: { timeout: number }) => number) | undefined;
  setTimeout: (callback: () => void, milliseconds: number) => unknown;
  navigator: object;
}

/** Runs it once the page has nothing better to do. */
export function whenIdle(run: () => void, browser: IdleBrowser = globalThis.window): void {
  if (browser.requestIdleCallback === undefined) browser.setTimeout(run, ROUGHLY_IDLE);
  else browser.requestIdleCallback(run, { timeout: LATEST });
}

/** Whether the reader asked for as little data as possible (Network Information API, where there is one). */
export function savesData({ navigator }: Pick<IdleBrowser, 'navigator'> = globalThis.window): boolean {
  const connection: unknown = Reflect.get(navigator, 'connection');
  return (
    typeof connection === 'object' && connection !== null && Reflect.get(connection, 'saveData') === true
  );
}
