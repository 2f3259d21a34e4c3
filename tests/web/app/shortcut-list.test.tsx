import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { Router } from 'wouter';
import { HIDDEN_LIST_ID } from '#shared/lists.ts';
import { MemoryStorage } from '#tests/web/features/chats/stores/memory-storage.ts';
import { textOf } from '#tests/web/text-of.ts';
import { ShortcutList, type ShortcutListProps } from '#web/app/shortcut-list.tsx';
import { useListKeys } from '#web/features/lists/index.ts';

const nothing = () => undefined;
const ofScreen = (screen: Pick<ShortcutListProps, 'shortcuts' | 'listKeys'>) => (
  <ShortcutList {...screen} singleCharacters onSingleCharacters={nothing} onClose={nothing} />
);
const OfLists = () => ofScreen({ listKeys: useListKeys() });
const shownAt = (path: string): string =>
  textOf(
    renderToStaticMarkup(
      <Router ssrPath={path}>
        <OfLists />
      </Router>,
    ),
  );

afterEach(() => vi.unstubAllGlobals());

describe('the list of shortcuts', () => {
  it('contains only those that work on the screen', () => {
    expect(textOf(renderToStaticMarkup(ofScreen({})))).toContain('Stop the search');
    const shown = textOf(renderToStaticMarkup(ofScreen({ shortcuts: ['new-chat', 'find', 'list'] })));
    for (const label of ['New chat', 'Find chats', 'Show this list']) expect(shown).toContain(label);
    for (const label of ['message input', 'sidebar', 'Stop the search', 'On somebody in a list'])
      expect(shown).not.toContain(label);
  });

  it('contains those of a list only while one is open', () => {
    expect(shownAt('/lists/list_one')).toMatch(/On somebody in a list.*Write a note/);
    for (const path of ['/lists', `/lists/${HIDDEN_LIST_ID}`])
      expect(shownAt(path)).not.toMatch(/On somebody in a list|Write a note/);
  });

  it('omits the key for a note while a list is shown as a table', () => {
    const storage = new MemoryStorage();
    storage.setItem('expertscope_lists_as_table', 'true');
    vi.stubGlobal('localStorage', storage);
    const shown = shownAt('/lists/list_one');
    expect(shown).toContain('On somebody in a list');
    expect(shown).not.toContain('Write a note');
  });
});
