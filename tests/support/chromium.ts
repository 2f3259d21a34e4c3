import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statfsSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { promisify } from 'node:util';
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

/** Bytes, several times what the browsers of a run have in it at once. */
const SHARED_MEMORY = 1024 ** 3;

function hasSharedMemory(): boolean {
  if (!existsSync('/dev/shm')) return false;
  const { bavail, bsize } = statfsSync('/dev/shm');
  return bavail * bsize >= SHARED_MEMORY;
}

/**
 * What Playwright adds and need not: files on disk in place of shared memory, for containers that have hardly any. They cost every test an
 * eighth of its time.
 */
export const IGNORED_DEFAULT_ARGS = hasSharedMemory() ? ['--disable-dev-shm-usage'] : [];

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
  if (process.platform === 'linux' && process.arch === 'x64') return unpackChromium();
  const installed = INSTALLED.find((path) => path !== undefined && existsSync(path));
  if (installed === undefined)
    throw new Error(
      'No Chromium found: the browser tests cannot run. Install Chrome, or set CHROME_PATH to it.',
    );
  return installed;
}

const CACHE = join(import.meta.dirname, '../../node_modules/.cache');
const UNPACK = `(await import(process.argv[1])).default.executablePath()`;
const FONTS = `<?xml version="1.0"?>
<fontconfig>
  <dir prefix="relative">fonts</dir>
  <cachedir prefix="xdg">fontconfig</cachedir>
</fontconfig>
`;

/**
 * Unpacks the package's browser, once for all, with the fonts and libraries that a machine may lack. The package would do so in the folder
 * for what is temporary and take whatever is there under that name: another version, another user's, or half of one after Ctrl-C.
 */
async function unpackChromium(): Promise<string> {
  const packaged = import.meta.resolve('@sparticuz/chromium');
  const { version } = JSON.parse(readFileSync(new URL('../package.json', packaged), 'utf8'));
  const folder = join(CACHE, `chromium-${version}`);
  if (!existsSync(folder)) {
    mkdirSync(CACHE, { recursive: true });
    const unpacking = mkdtempSync(`${folder}-`);
    // It unpacks its libraries too where it believes to be in this runtime.
    const env = { ...process.env, TMPDIR: unpacking, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' };
    await promisify(execFile)(process.execPath, ['--input-type=module', '-e', UNPACK, packaged], { env });
    writeFileSync(join(unpacking, 'fonts/fonts.conf'), FONTS);
    try {
      renameSync(unpacking, folder);
    } catch (error) {
      // Another run has been faster.
      rmSync(unpacking, { recursive: true });
      if (!existsSync(folder)) throw error;
    }
  }
  const { LD_LIBRARY_PATH } = process.env;
  const libraries = join(folder, 'al2023/lib');
  if (!LD_LIBRARY_PATH?.startsWith(libraries))
    process.env['LD_LIBRARY_PATH'] = LD_LIBRARY_PATH ? `${libraries}:${LD_LIBRARY_PATH}` : libraries;
  process.env['FONTCONFIG_PATH'] = join(folder, 'fonts');
  return join(folder, 'chromium');
}

/** For benches and pictures; the browser tests' runner starts its own. */
export const launchBrowser = async (): Promise<Browser> =>
  chromium.launch({
    executablePath: await findChromium(),
    args: CHROMIUM_ARGS,
    ignoreDefaultArgs: IGNORED_DEFAULT_ARGS,
    headless: true,
  });
