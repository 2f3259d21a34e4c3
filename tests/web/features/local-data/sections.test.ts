import { describe, expect, it, vi } from 'vitest';
import { clearWarning, describeImport, importFile } from '#web/features/local-data/sections.tsx';

const NO_CHATS = {
  chatsAdded: 0,
  chatsCompleted: 0,
  chatsUnchanged: 0,
  chatsCopied: 0,
  messagesAdded: 0,
  unreadable: 0,
};
const NO_LISTS = {
  listsAdded: 0,
  listsUnchanged: 0,
  peopleAdded: 0,
  unreadable: 0,
  listsWithoutRoom: 0,
  peopleWithoutRoom: 0,
};

describe('the summary of an import', () => {
  it('has one sentence for each kind of change', () => {
    const chats = { ...NO_CHATS, chatsAdded: 1, chatsCopied: 2, messagesAdded: 9, unreadable: 1 };
    expect(describeImport(chats, NO_LISTS)).toEqual([
      '1 chat added.',
      '2 chats differed from what is here and were added as copies.',
      '9 messages added in total.',
      '1 entry from the file could not be read and was left out.',
    ]);
  });

  it('says so when nothing changed', () => {
    const chats = { ...NO_CHATS, chatsUnchanged: 2 };
    expect(describeImport(chats, { ...NO_LISTS, listsUnchanged: 1 })).toEqual([
      '2 chats already here, left as they were.',
      '1 list already here, left as it was.',
    ]);
    expect(describeImport(NO_CHATS, NO_LISTS)).toEqual([
      'The file holds no chats or lists. Nothing has changed.',
    ]);
  });
});

describe('the question before clearing', () => {
  it('says that hidden people show again, and advises an export only if it would keep something', () => {
    expect(clearWarning({ isEmpty: false, hiddenCount: 0 })).not.toContain('hid');
    expect(clearWarning({ isEmpty: false, hiddenCount: 2 })).toMatch(
      /Export first to keep a copy\. The people you hid will show again; an export does not include them\.$/,
    );
    expect(clearWarning({ isEmpty: true, hiddenCount: 2 })).toBe('The people you hid will show again.');
  });
});

describe('a file to import', () => {
  const fileOf = (size: number) => ({ size, text: vi.fn(async () => 'no JSON') });

  it('is rejected unread when larger than 20 MB', async () => {
    const file = fileOf(20_000_001);
    expect(await importFile(file)).toEqual({
      tone: 'error',
      lines: ['This file is larger than 20 MB, the most that can be imported. Nothing has changed.'],
    });
    expect(file.text).not.toHaveBeenCalled();
  });

  it('is read at exactly 20 MB', async () => {
    const file = fileOf(20_000_000);
    expect(await importFile(file)).toMatchObject({ tone: 'error' });
    expect(file.text).toHaveBeenCalledOnce();
  });
});
