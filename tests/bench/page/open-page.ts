import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import type { Browser, Page } from '@playwright/test';
import { build } from 'vite';
import type { LocalStack } from '#infra/local/start-stack.ts';
import { launchBrowser } from '#tests/support/chromium.ts';
import { startTestStack } from '#tests/support/stack.ts';

export interface Bench {
  browser: Browser;
  stack: LocalStack;
  /** The folder of the built site. */
  siteFolder: string;
  close(): Promise<void>;
}

/** The production site, built into its own folder, behind the local stack; searches take realistic time. */
export async function startBench(): Promise<Bench> {
  const siteFolder = await mkdtemp(join(tmpdir(), 'expertscope-site-'));
  process.env['NODE_ENV'] = 'production';
  await build({ logLevel: 'error', build: { outDir: siteFolder } });
  const simulation = { people: 6_000, latency: 'realistic' as const };
  const environment = { PACING: 'steps', PROVIDERS: 'simulated' };
  const [browser, stack] = await Promise.all([
    launchBrowser(),
    startTestStack({ siteFolder, environment, simulation }),
  ]);
  return {
    browser,
    stack,
    siteFolder,
    async close() {
      await browser.close();
      await stack.close();
      await rm(siteFolder, { recursive: true, force: true });
    },
  };
}

/** A mid-range phone on an average connection: bits per second, round trip in ms, and CPU slowdown relative to this machine. */
export const THROTTLED = { bandwidth: 9_000_000, roundTrip: 100, slowdown: 4 } as const;

/** Laptop and phone viewports, in CSS pixels. */
export const SIZES = [
  [1440, 900],
  [390, 844],
] as const;

/** Below this width in CSS pixels the device counts as a phone, with touch and an overlay sidebar. */
const PHONE = 768;

interface OpenOptions {
  width: number;
  height: number;
  profile?: typeof THROTTLED;
}

/** Opens a page in a fresh browser context, with an empty cache and empty storage. */
export async function openPage({ browser }: Bench, options: OpenOptions): Promise<Page> {
  const { profile, ...size } = options;
  const isPhone = size.width < PHONE;
  const context = await browser.newContext({ viewport: size, isMobile: isPhone, hasTouch: isPhone });
  const page = await context.newPage();
  if (profile !== undefined) {
    const devtools = await context.newCDPSession(page);
    const throughput = profile.bandwidth / 8;
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: profile.roundTrip,
      downloadThroughput: throughput,
      uploadThroughput: throughput,
    });
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: profile.slowdown });
  }
  return page;
}

export const closePage = (page: Page): Promise<void> => page.context().close();
