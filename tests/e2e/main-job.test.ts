import { EXAMPLE_PROMPTS } from '#shared/product.ts';
import { expect, test } from './fixtures.ts';
import { answerOf, inputOf, matchesOf, send, startOf } from './page.ts';

const ALL_STEPS = [
  'Analyzing Search Query',
  'AI Search',
  'AI Relevance Analysis',
  'Profile Verification',
  'Deep Profile Analysis',
  'Preparing Results',
];
test.describe('the main job', () => {
  test.use({ stackOptions: { environment: { PACING: 'steps' } } });

  test.beforeEach(async ({ page, problems }) => {
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    await page.goto('/');
  });

  test('opens the start screen, shows a deep search’s six steps live, then verified, ranked cards', async ({
    page,
    pace,
  }) => {
    await startOf(page).waitFor();
    await page.getByText('Find the right experts').waitFor();
    for (const prompt of EXAMPLE_PROMPTS) await page.getByRole('button', { name: prompt }).waitFor();
    await page.getByText('You are in Standard Search Mode').waitFor();
    await page.getByText('Switch to Deep Research to get the best results').waitFor();
    await expect(page.getByRole('switch', { name: 'Deep Research' })).not.toBeChecked();
    await page.getByRole('button', { name: 'Simulated providers' }).waitFor();
    await page.getByRole('switch', { name: 'Deep Research' }).click();
    await page.getByText('Deep Research Mode Active').waitFor();
    await page.getByText('AI will filter search results and verify profiles for detailed analysis').waitFor();
    await page.getByRole('button', { name: EXAMPLE_PROMPTS[1] }).click();
    await expect(inputOf(page)).toBeFocused();
    for (const title of ALL_STEPS) {
      await page.getByText(title, { exact: true }).waitFor();
      await pace.next();
    }
    await page.getByText(/^Answer: I found \d+ profiles for your request and verified \d of them/).waitFor();
    await page.getByRole('heading', { name: 'Top Matches' }).waitFor();
    await page.getByText('70%+ relevance').waitFor();
    await page.getByText('Verified', { exact: true }).first().waitFor();
    await page.getByText('Verification:').first().waitFor();
    await page.getByText(/Showing \d+ profile\(s\)/).waitFor();
    await page.getByText(/• \d+ verified via Enrich Layer \(simulated\)/).waitFor();
    const link = page.getByRole('link', { name: /View Profile/ }).first();
    expect(await link.getAttribute('href')).toMatch(/^https:\/\/www\.linkedin\.com\/in\//);
    await expect(link).toHaveAttribute('target', '_blank');
  });

  test('answers a typed request in standard mode with ranked cards', async ({ page, pace }) => {
    await send(page, 'German marine biologists in Australia');
    await page.getByText('German marine biologists in Australia').first().waitFor();
    for (const title of ['Analyzing Search Query', 'AI Search', 'Preparing Results']) {
      await page.getByText(title, { exact: true }).waitFor();
      await pace.next();
    }
    await answerOf(page).waitFor();
    await matchesOf(page).first().waitFor();
    const scores = await matchesOf(page).allTextContents();
    const values = scores.map((text) => Number(/\d+/.exec(text)?.[0]));
    expect(values.length).toBeGreaterThan(0);
    expect(values).toEqual(values.toSorted((a, b) => b - a));
    await expect(page.getByText('AI Relevance Analysis')).toHaveCount(0);
  });

  test('announces a follow-up’s steps and then its answer, and not the old answer again', async ({
    page,
    pace,
  }) => {
    const search = async (request: string) => {
      await send(page, request);
      for (const title of ['Analyzing Search Query', 'AI Search', 'Preparing Results']) {
        await page.getByText(title, { exact: true }).waitFor();
        await pace.next();
      }
    };
    const spoken = page.getByRole('status').filter({ hasText: 'profile(s) shown.' });
    await search('German marine biologists in Australia');
    const old = (await spoken.textContent()) ?? '';
    const heard = await page.evaluateHandle(() => {
      const texts: string[] = [];
      const listen = () =>
        texts.push(...[...document.querySelectorAll('[role=status]')].map((region) => region.textContent));
      new MutationObserver(listen).observe(document.body, {
        subtree: true,
        childList: true,
        characterData: true,
      });
      return texts;
    });
    await search('only those in Sydney');
    await expect(spoken).not.toHaveText(old);
    await spoken.waitFor({ state: 'attached' });
    const after = await heard.jsonValue();
    const firstStep = after.findIndex((text) => text.startsWith('Analyzing Search Query'));
    expect(firstStep).toBeGreaterThan(-1);
    expect(after.slice(firstStep)).not.toContain(old);
  });

  test('keeps the conversation across a reload, and says when nobody is found', async ({ page }) => {
    await page.getByRole('button', { name: EXAMPLE_PROMPTS[3] }).click();
    await page.getByText('· 2 messages').waitFor();
    await page.reload();
    await page.getByText(/^Showing \d+ profile\(s\)$/).waitFor();
    await page.getByText('· 2 messages').waitFor();
    await page.getByRole('button', { name: 'New chat' }).click();
    await startOf(page).waitFor();
    await send(page, 'flurbo grink zxcvq');
    await page.getByText('Answer: No profiles found matching your criteria.').waitFor();
  });
});
