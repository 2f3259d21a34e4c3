import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
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

it('says from where somebody was removed, and that they are removed if an earlier attempt left nothing to do', () => {
  expect(describeRemoved(FOUND)).toBe('Removed from 1 answer, 1 list and 1 shared link');
  expect(describeRemoved(NOWHERE)).toBe('Removed');
});
