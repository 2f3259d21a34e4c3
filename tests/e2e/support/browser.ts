import { existsSync } from 'node:fs';
import process from 'node:process';
import type { Browser } from 'playwright-core';
import { chromium } from 'playwright-core';

/** What a headless Chromium needs under root and without a network of its own. */
const ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

const INSTALLED = [
  process.env['CHROME_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/**
 * Where a Chromium is: the one inside the npm package on Linux x64, so that browser tests need nothing but `npm ci`; elsewhere the
 * Chrome that is installed. Undefined where none can be had.
 */
async function findChromium(): Promise<string | undefined> {
  if (process.platform === 'linux' && process.arch === 'x64') {
    // Read by the package at import: it then unpacks its browser's libraries too, for machines that lack them.
    process.env['AWS_LAMBDA_JS_RUNTIME'] = 'nodejs22.x';
    const { default: packaged } = await import('@sparticuz/chromium');
    return packaged.executablePath();
  }
  return INSTALLED.find((path) => path !== undefined && existsSync(path));
}

export const chromiumPath = await findChromium();

if (chromiumPath === undefined) {
  const message = 'No Chromium found: the browser tests cannot run. Install Chrome, or set CHROME_PATH.';
  if (process.env['CI'] === 'true') throw new Error(message);
  console.warn(message);
}

export async function launchBrowser(): Promise<Browser> {
  if (chromiumPath === undefined) throw new Error('No Chromium found');
  return chromium.launch({ executablePath: chromiumPath, args: ARGS, headless: true });
}
