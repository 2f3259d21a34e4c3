import { existsSync } from 'node:fs';
import process from 'node:process';
import { type Browser, chromium } from '@playwright/test';

/** What a headless Chromium needs under root and without a network of its own. */
export const CHROMIUM_ARGS = [
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
 * Chrome that is installed.
 * @throws Error that says what to install where there is none.
 */
export async function findChromium(): Promise<string> {
  if (process.platform === 'linux' && process.arch === 'x64') {
    // Read by the package at import: it then unpacks its browser's libraries too, for machines that lack them.
    process.env['AWS_LAMBDA_JS_RUNTIME'] = 'nodejs22.x';
    const { default: packaged } = await import('@sparticuz/chromium');
    return packaged.executablePath();
  }
  const installed = INSTALLED.find((path) => path !== undefined && existsSync(path));
  if (installed === undefined)
    throw new Error(
      'No Chromium found: the browser tests cannot run. Install Chrome, or set CHROME_PATH to it.',
    );
  return installed;
}

/** For benches and pictures; the browser tests' runner starts its own. */
export const launchBrowser = async (): Promise<Browser> =>
  chromium.launch({ executablePath: await findChromium(), args: CHROMIUM_ARGS, headless: true });
