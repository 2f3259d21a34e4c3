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
  /** Where the built site lies. */
  siteFolder: string;
  close(): Promise<void>;
}

/** The site as it would be deployed, built apart from everybody else's, behind the local stack; searches take as long as real ones. */
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

/** A middling phone on a middling line: bits per second, milliseconds a round trip, times slower than this machine's processor. */
export const THROTTLED = { bandwidth: 9_000_000, roundTrip: 100, slowdown: 4 } as const;

/** Width and height of a laptop's window and of a phone, in CSS pixels. */
export const SIZES = [
  [1440, 900],
  [390, 844],
] as const;

/** Below this many CSS pixels the device is a phone: touch, and the sidebar as an overlay. */
const PHONE = 768;

interface OpenOptions {
  width: number;
  height: number;
  profile?: typeof THROTTLED;
}

/** A fresh browser profile's page: nothing is cached, nothing stored. */
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
