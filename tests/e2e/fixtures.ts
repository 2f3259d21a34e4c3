import { setTimeout as delay } from 'node:timers/promises';
import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  test as base,
  expect,
  type Locator,
  type Page,
  type Route,
} from '@playwright/test';
import type { LocalStack } from '#infra/local/start-stack.ts';
import { isJittery, stall } from '#tests/support/jitter.ts';
import { startTestStack, type TestStackOptions } from '#tests/support/stack.ts';
import { liftTimeLimits } from '#tests/support/time-limits.ts';
import { ANSWER_TIMEOUT } from '#web/features/auth/provider-window.ts';
import { CONFIG_TIMEOUT } from '#web/features/auth/site-config.ts';
import { arriveSignedIn } from './accounts.ts';
import { Pace } from './pace.ts';
import { ask } from './page.ts';
import { type SeededChat, type SeededList, storageWith } from './seed.ts';

type StorageState = Exclude<BrowserContextOptions['storageState'], string | undefined>;

/** The request that `account` has had answered. */
export const REQUEST = 'German marine biologists';

/** A laptop window and a phone. */
const SIZES = [
  { viewport: { width: 1440, height: 900 }, isMobile: false, hasTouch: false },
  { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true },
] as const;
export type Size = (typeof SIZES)[number];

/** Runs the same tests in a laptop window and on a phone. */
export function atBothSizes(tests: (size: Size) => void): void {
  for (const size of SIZES) {
    test.describe(`at ${size.viewport.width} × ${size.viewport.height}`, () => {
      test.use(size);
      tests(size);
    });
  }
}

/** Another browser, which has nothing stored: by default a new context begins with what the test’s own browser holds. */
export const openOtherBrowser = (browser: Browser, options: BrowserContextOptions): Promise<BrowserContext> =>
  browser.newContext({ storageState: { cookies: [], origins: [] }, ...options });

interface TestFixtures {
  /** How the stack differs from one without pauses between a search’s steps. */
  stackOptions: TestStackOptions;
  /** The whole product, shared by the tests of a worker. */
  stack: LocalStack;
  /** Holds searches at each of their pauses, in a stack that has any; without this fixture they never pause. */
  pace: Pace;
  /** What the browser has stored before the page opens. */
  holding: { chats: readonly SeededChat[]; lists?: readonly SeededList[] };
  /** Script errors and violations of the content security policy; a test with any of them fails at its end. */
  problems: string[];
}

interface WorkerFixtures {
  stacks: (options: TestStackOptions) => Promise<LocalStack>;
  /** The pauses in the worker’s stacks. */
  pauses: Pace;
  /** The stored state of a person signed in on another browser, with one answered search for {@link REQUEST}. */
  account: StorageState;
}

export const test = base.extend<TestFixtures, WorkerFixtures>({
  stacks: [
    async ({ pauses }, use) => {
      const started = new Map<string, Promise<LocalStack>>();
      const start = (options: TestStackOptions) =>
        startTestStack({
          ...options,
          ...(options.environment?.['PACING'] === 'steps' && { pause: pauses.pause }),
          // So that searches left running by earlier tests block nobody, and that a slow machine ends none.
          environment: { SEARCHES_AT_ONCE: '50', SEARCH_DEADLINE_SECONDS: '840', ...options.environment },
          cognito: { sendMail: () => undefined, allowPasswordAuth: true, ...options.cognito },
        });
      await use((options) => {
        const key = JSON.stringify(options);
        const stack = started.get(key) ?? start(options);
        started.set(key, stack);
        return stack;
      });
      for (const stack of started.values()) await (await stack).close();
    },
    { scope: 'worker' },
  ],

  account: [
    async ({ browser, stacks }, use) => {
      const stack = await stacks({});
      const context = await openOtherBrowser(browser, { baseURL: stack.url });
      const page = await context.newPage();
      await arriveSignedIn(page, stack);
      await ask(page, REQUEST);
      const state = await context.storageState();
      await context.close();
      await use(state);
    },
    { scope: 'worker', timeout: 240_000 },
  ],

  pauses: [async ({ playwright: _ }, use) => use(new Pace()), { scope: 'worker' }],

  pace: async ({ pauses }, use) => {
    pauses.hold();
    await use(pauses);
    pauses.finish();
  },

  stackOptions: [{}, { option: true }],
  stack: async ({ stacks, stackOptions }, use) => use(await stacks(stackOptions)),
  baseURL: async ({ stack }, use) => use(stack.url),

  holding: [{ chats: [] }, { option: true }],
  storageState: async ({ holding: { chats, lists = [] }, stack }, use) =>
    use(chats.length + lists.length > 0 ? storageWith(stack.url, chats, lists) : undefined),

  problems: [
    async ({ context }, use) => {
      if (isJittery) {
        await context.addInitScript(stall);
        await context.route('**/assets/*.js', arriveLate);
        context.on('page', holdLonger);
      }
      await context.addInitScript(liftTimeLimits);
      await context.addInitScript(waitOn, [ANSWER_TIMEOUT, CONFIG_TIMEOUT]);
      const problems: string[] = [];
      context.on('weberror', (error) => problems.push(error.error().message));
      context.on('console', (message) => {
        if (/content security policy/i.test(message.text())) problems.push(message.text());
      });
      await use(problems);
      expect(problems).toEqual([]);
    },
    { auto: true },
  ],
});

/** Holds a page's code for a moment, some of it much longer: what is loaded on demand then arrives after what it shows. */
async function arriveLate(route: Route): Promise<void> {
  await delay(Math.random() * (Math.random() < 0.3 ? 3_000 : 100));
  // The page may be closed by now.
  await route.fallback().catch(() => undefined);
}

let isHolding = false;

/** Keeps buttons and keys down for as long as people do, or longer: what is under them may change before they are let go. */
function holdLonger(page: Page): void {
  if (isHolding) return;
  isHolding = true;
  const locators: Locator = Object.getPrototypeOf(page.locator(':root'));
  const { click, press } = locators;
  const hold = () => Math.random() * (Math.random() < 0.3 ? 600 : 100);
  Object.assign(locators, {
    click(this: Locator, options: Parameters<typeof click>[0]) {
      return click.call(this, { delay: hold(), ...options });
    },
    press(this: Locator, key: string, options: Parameters<typeof press>[1]) {
      return press.call(this, key, { delay: hold(), ...options });
    },
  });
}

/**
 * Takes timers of these lengths from a page: how long it waits for its configuration, or for the page that opened it. No test is about
 * these limits, and on a busy machine, an answer on its way may pass them.
 */
function waitOn(limits: readonly number[]): void {
  const later = window.setTimeout;
  const unlessLimit = (run: () => void, milliseconds = 0, ...more: unknown[]) =>
    limits.includes(milliseconds) ? 0 : later(run, milliseconds, ...more);
  Object.assign(window, { setTimeout: unlessLimit });
}

export { expect };

/**
 * Waits until the page is at rest: fonts are loaded, and for some frames, no finite animation has run and nothing else has moved. Wait
 * for content loaded on demand by name.
 */
export async function atRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const STILL_FRAMES = 4;
    const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
    const ends = (animation: Animation) => animation.effect?.getComputedTiming().endTime !== Infinity;
    // Asked in each frame: the promise `finished` never settles in content that is skipped while the animation runs.
    const isAnimated = () =>
      document.getAnimations().some((animation) => ends(animation) && animation.playState === 'running');
    // Elements with an endless animation.
    const restless = () =>
      document
        .getAnimations()
        .filter((animation) => !ends(animation))
        .map(({ effect }) => (effect instanceof KeyframeEffect ? effect.target : null));
    const places = (unless = restless()) =>
      [...document.querySelectorAll('main *')]
        .filter((element) => !unless.some((one) => one?.contains(element)))
        .map((element) => element.getBoundingClientRect());
    const areSame = (some: readonly DOMRect[], others: readonly DOMRect[]) =>
      some.length === others.length &&
      some.every(({ x, y, width, height }, index) => {
        const other = others[index];
        return x === other?.x && y === other.y && width === other.width && height === other.height;
      });
    await document.fonts.ready;
    let before: DOMRect[] | undefined;
    for (let still = 0; still < STILL_FRAMES; ) {
      await frame();
      const now = places();
      still = before !== undefined && !isAnimated() && areSame(now, before) ? still + 1 : 0;
      before = now;
    }
  });
}
