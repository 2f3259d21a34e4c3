import { describe, expect, it, vi } from 'vitest';
import { describeImport, importFile } from '#web/features/local-data/sections.tsx';

const NOTHING = {
  chatsAdded: 0,
  chatsCompleted: 0,
  chatsUnchanged: 0,
  chatsCopied: 0,
  messagesAdded: 0,
  unreadable: 0,
};

describe('the summary of an import', () => {
  it('has one sentence for each kind of change', () => {
    const lines = describeImport({
      ...NOTHING,
      chatsAdded: 1,
      chatsCopied: 2,
      messagesAdded: 9,
      unreadable: 1,
    });
    expect(lines).toEqual([
      '1 chat added.',
      '2 chats differed from what is here and were added as copies.',
      '9 messages added in total.',
      '1 entry from the file could not be read and was left out.',
    ]);
  });

  it('says so when nothing changed', () => {
    expect(describeImport(NOTHING)).toEqual(['The file holds no chats. Nothing has changed.']);
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
