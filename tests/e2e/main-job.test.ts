import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { LocalStack } from '#infra/local/start-stack.ts';
import { EXAMPLE_PROMPTS } from '#shared/example-prompts.ts';
import { chromiumPath, launchBrowser } from './support/browser.ts';
import { startTestStack } from './support/stack.ts';

const ALL_STEPS = [
  'Analyzing Search Query',
  'AI Search',
  'AI Relevance Analysis',
  'Profile Verification',
  'Deep Profile Analysis',
  'Preparing Results',
];

describe.skipIf(chromiumPath === undefined)('the main job, in a real browser', () => {
  let stack: LocalStack;
  let browser: Browser;
  let page: Page;
  const problems: string[] = [];

  beforeAll(async () => {
    // Unhurried, so that every step can be seen on the page.
    stack = await startTestStack({ environment: { PACING: 'steps' } });
    browser = await launchBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await stack.close();
  });
  beforeEach(async () => {
    problems.length = 0;
    page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    await page.goto(stack.url);
    return () => page.close();
  });

  const input = () => page.getByRole('textbox', { name: 'Message Expertscope...' });
  const matches = () => page.getByRole('heading', { name: 'Top Matches' });

  it('opens with the two headlines, the four prompts and standard mode', async () => {
    await page.getByRole('heading', { name: 'Unlock knowledge advantage' }).waitFor();
    await page.getByText('Find the right experts').waitFor();
    for (const prompt of EXAMPLE_PROMPTS) await page.getByRole('button', { name: prompt }).waitFor();
    await page.getByText('You are in Standard Search Mode').waitFor();
    await page.getByText('Switch to Deep Research to get the best results').waitFor();
    expect(await page.getByRole('switch', { name: 'Deep Research' }).isChecked()).toBe(false);
    await page.getByRole('button', { name: 'Simulated providers' }).waitFor();
    expect(problems).toEqual([]);
  });

  it('answers a typed request in standard mode with ranked cards', async () => {
    await input().fill('German marine biologists in Australia');
    await input().press('Enter');
    await page.getByText('German marine biologists in Australia').first().waitFor();
    for (const title of ['Analyzing Search Query', 'AI Search', 'Preparing Results'])
      await page.getByText(title, { exact: true }).waitFor();
    await page.getByText(/I found \d+ profiles? for your request\.$/).waitFor();
    const scores = await page.getByText(/^Match: \d+%$/).allTextContents();
    const values = scores.map((text) => Number(/\d+/.exec(text)?.[0]));
    expect(values.length).toBeGreaterThan(0);
    expect(values).toEqual(values.toSorted((a, b) => b - a));
    expect(await page.getByText('AI Relevance Analysis').count()).toBe(0);
    expect(problems).toEqual([]);
  });

  it('shows the six steps of a deep search live, then verified and ranked cards', async () => {
    await page.getByRole('switch', { name: 'Deep Research' }).click();
    await page.getByText('Deep Research Mode Active').waitFor();
    await page.getByText('AI will filter search results and verify profiles for detailed analysis').waitFor();
    await page.getByRole('button', { name: EXAMPLE_PROMPTS[1] }).click();
    for (const title of ALL_STEPS) await page.getByText(title, { exact: true }).waitFor();
    await page.getByText(/^Answer: I found \d+ profiles for your request and verified \d of them/).waitFor();
    await matches().waitFor();
    await page.getByText('70%+ relevance').waitFor();
    expect(await page.getByText('Verified', { exact: true }).count()).toBeGreaterThan(0);
    expect(await page.getByText('Verification:').count()).toBeGreaterThan(0);
    await page.getByText(/Showing \d+ profile\(s\)/).waitFor();
    await page.getByText(/• \d+ verified via Enrich Layer \(simulated\)/).waitFor();
    const link = page.getByRole('link', { name: /View Profile/ }).first();
    expect(await link.getAttribute('href')).toMatch(/^https:\/\/www\.linkedin\.com\/in\//);
    expect(await link.getAttribute('target')).toBe('_blank');
    expect(problems).toEqual([]);
  });

  it('keeps the conversation across a reload', async () => {
    await page.getByRole('button', { name: EXAMPLE_PROMPTS[3] }).click();
    await page.getByText('Today · 2 messages').waitFor();
    await page.reload();
    await page.getByText(/^Showing \d+ profile\(s\)$/).waitFor();
    await page.getByText('Today · 2 messages').waitFor();
  });

  it('says when nobody is found', async () => {
    await input().fill('flurbo grink zxcvq');
    await input().press('Enter');
    await page.getByText('No profiles found matching your criteria.').waitFor();
  });
});
