import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import type { Removal } from '#shared/account-contract.ts';
import { textOf } from '#tests/web/text-of.ts';
import { describeRemoved, Findings } from '#web/features/local-data/remove-person.tsx';

const FOUND = { answers: 1, chats: 1, lists: 1, shares: 1 };
const NOWHERE = { answers: 0, chats: 0, lists: 0, shares: 0 };

it('names the person found and counts where, escaping the name', () => {
  const html = renderToStaticMarkup(<Findings of={{ ...FOUND, name: '<img src=x>' }} />);
  expect(html).toMatch(
    /<bdi[^>]*>&lt;img src=x&gt;<\/bdi> is in 1 answer of 1 chat, 1 list and 1 shared link/,
  );
  expect(textOf(renderToStaticMarkup(<Findings of={FOUND} />))).toContain('This person is in 1 answer');
});

it('counts the items that could not be read in full', () => {
  for (const found of [FOUND, NOWHERE]) {
    const said = textOf(renderToStaticMarkup(<Findings of={{ ...found, unreadable: 2 }} />));
    expect(said).toContain('. 2 items could not be read in full.');
    expect(textOf(renderToStaticMarkup(<Findings of={found} />))).not.toContain('could not be read');
  }
});

it('names the list of hidden people, and says that removing ends being hidden', () => {
  const said = (found: Removal) => textOf(renderToStaticMarkup(<Findings of={found} />));
  expect(said({ ...FOUND, hidden: true })).toContain('1 list, 1 shared link and your list of hidden people.');
  expect(said({ ...NOWHERE, hidden: true })).toMatch(
    /^This person is in your list of hidden people\. .* They will no longer be hidden\.$/,
  );
  expect(said(FOUND)).not.toContain('hidden');
  expect(describeRemoved({ ...NOWHERE, hidden: true })).toBe('Removed from your list of hidden people');
});

it('says from where somebody was removed, and that they are removed if an earlier attempt left nothing to do', () => {
  expect(describeRemoved(FOUND)).toBe('Removed from 1 answer, 1 list and 1 shared link');
  expect(describeRemoved(NOWHERE)).toBe('Removed');
});
