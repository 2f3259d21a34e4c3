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

/** Flags a headless Chromium needs when run as root, plus those that prevent background network traffic. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Bytes: several times what all browsers of a run use at once. */
const SHARED_MEMORY = 1024 ** 3;

function hasSharedMemory(): boolean {
  if (!existsSync('/dev/shm')) return false;
  const { bavail, bsize } = statfsSync('/dev/shm');
  return bavail * bsize >= SHARED_MEMORY;
}

/**
 * Playwright's default of using disk files instead of shared memory, meant for containers with hardly any.
 * It slows every test down by an eighth.
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
 * Path of a Chromium: on Linux x64 the one in the npm package, so that `npm ci` is all the browser tests need; elsewhere the installed
 * Chrome.
 * @throws Error that says what to install if there is none
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
 * Unpacks the package's browser once, with fonts and libraries the machine may lack. The package itself would unpack into the temporary
 * folder and reuse whatever has that name there: another version, another user's, or a partial copy left by Ctrl-C.
 */
async function unpackChromium(): Promise<string> {
  const packaged = import.meta.resolve('@sparticuz/chromium');
  const { version } = JSON.parse(readFileSync(new URL('../package.json', packaged), 'utf8'));
  const folder = join(CACHE, `chromium-${version}`);
  if (!existsSync(folder)) {
    mkdirSync(CACHE, { recursive: true });
    const unpacking = mkdtempSync(`${folder}-`);
    // It unpacks its libraries only if it believes it is running in this runtime.
    const env = { ...process.env, TMPDIR: unpacking, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' };
    await promisify(execFile)(process.execPath, ['--input-type=module', '-e', UNPACK, packaged], { env });
    writeFileSync(join(unpacking, 'fonts/fonts.conf'), FONTS);
    try {
      renameSync(unpacking, folder);
    } catch (error) {
      // Another run was faster.
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

/** For benchmarks and screenshots; the browser tests' runner starts its own. */
export const launchBrowser = async (): Promise<Browser> =>
  chromium.launch({
    executablePath: await findChromium(),
    args: CHROMIUM_ARGS,
    ignoreDefaultArgs: IGNORED_DEFAULT_ARGS,
    headless: true,
  });
