import { test, expect, atRest } from './fixtures.ts';
import { searchedChat, CRITERIA, VERDICTS, profileOf } from './seed.ts';
const chat = searchedChat('German marine biologists');
const people = [profileOf(1, 92), profileOf(2, 64), profileOf(3, 31)].map((p, i) => ({ ...p, fullName: ['Ada Okonkwo', 'Marisol Vega de la Torre', 'Jun Watanabe'][i] ?? '', isVerified: i === 0, verdicts: VERDICTS }));
for (const [w, h] of [[1440, 900], [390, 844]] as const)
test.describe(`${w}`, () => {
  test.use({ viewport: { width: w, height: h }, holding: { chats: [{ ...chat, profiles: people, data: { criteria: CRITERIA } }] } });
  test('shots', async ({ page }) => {
    const shot = async (name: string) => { await atRest(page).catch(() => undefined); await page.screenshot({ path: `/tmp/desk-shots/${w}-${name}.png` }); };
    await page.addInitScript((t) => localStorage.setItem('expertscope_theme', t), w === 390 ? 'dark' : 'light');
    await page.goto('/lists'); await page.getByText('No lists yet.').waitFor(); await shot('empty');
    await page.goto('/chat/chat_searched');
    await page.getByRole('button', { name: 'Save Ada Okonkwo' }).click();
    await page.getByText('Saved to Shortlist').waitFor(); await shot('saved');
    await page.getByRole('button', { name: 'Save Marisol Vega de la Torre' }).click();
    await page.getByRole('button', { name: 'Marisol Vega de la Torre is saved' }).click();
    await page.getByRole('dialog').waitFor();
    await page.getByRole('textbox', { name: 'Name of a new list' }).fill('Berlin');
    await page.getByRole('textbox', { name: 'Name of a new list' }).press('Enter'); await shot('choose');
    await page.getByRole('button', { name: 'Done' }).click();
    await page.locator('article').filter({ hasText: 'Jun' }).focus();
    await page.keyboard.press('s'); await shot('more');
    await page.goto('/lists'); await page.getByRole('link', { name: 'Shortlist' }).waitFor(); await shot('overview');
    await page.getByRole('link', { name: 'Shortlist' }).first().click(); await page.locator('[data-person]').first().waitFor();
    await shot('list');
    await page.locator('[data-person]').first().focus(); await page.keyboard.press('2'); await page.keyboard.press('g'); await page.keyboard.press('n');
    await page.keyboard.type('Met her at the reef conference; ask about Kiel.'); await page.keyboard.press('Enter'); await page.keyboard.press('ArrowDown');
    await page.keyboard.press('b'); await page.keyboard.press('4');
    await shot('marked');
    await page.keyboard.press('ArrowUp'); await page.keyboard.press('Enter'); await page.getByRole('dialog').locator('article').waitFor(); await shot('panel');
    await page.keyboard.press('Escape'); await page.keyboard.press('?'); await page.getByText('On somebody in a list').waitFor(); await shot('keys');
  });
});
