import { afterEach, expect, it, vi } from 'vitest';
import { sampleChat } from '#tests/web/features/search/sample-events.ts';
import { forgetUser, keepUnsent, readDraft, restoreWaiting } from '#web/features/chats/drafts.ts';
import { openPage, settled } from './conversation-rig.ts';
import { MemoryStorage } from './stores/memory-storage.ts';
import { serverStore } from './stores/server-store.ts';

afterEach(() => void vi.unstubAllGlobals());

const searchOf = (userId: string) => ({
  ...{ chatId: `chat_${userId}`, messageId: `msg_${userId}`, content: 'divers' },
  ...{ deepResearch: false, userId, sentAt: 1 },
});
const running = (...users: string[]) => JSON.stringify(users.map(searchOf));

/** What this browser has for whoever uses it. */
const SHARED = { expertscope_chats: '[]', expertscope_messages: '[]', expertscope_theme: 'dark' };
/** What it has of one user. */
const OWN = {
  expertscope_current_chat: 'chat_1',
  expertscope_answered: '["chat_1"]',
  expertscope_offline: '{}',
  expertscope_adjusted: '{}',
};
const DRAFTS = {
  expertscope_draft_new: 'divers in',
  expertscope_draft_chat_1: 'and in Lima',
  expertscope_draft_waiting_chat_1: 'only women',
  expertscope_draft_versions: '{}',
};

it.each([
  ['everything of theirs goes, and what was made without an account stays', undefined, running('anonymous')],
  ['only this tab’s drafts go', { tab: true, browser: false }, running('sub-1', 'anonymous')],
  ['only what all tabs share goes', { tab: false, browser: true }, running('anonymous')],
])('of a departed user %s', (_, what, left) => {
  const local = new MemoryStorage({
    ...SHARED,
    ...OWN,
    expertscope_running: running('sub-1', 'anonymous'),
  });
  const tab = new MemoryStorage({ ...DRAFTS, expertscope_person: 'sub-1' });
  vi.stubGlobal('localStorage', local);
  vi.stubGlobal('sessionStorage', tab);
  forgetUser(what);
  expect(Object.fromEntries(tab.entries)).toEqual({
    ...(what?.tab === false && DRAFTS),
    expertscope_person: 'sub-1',
  });
  const kept = { ...SHARED, ...(what?.browser === false && OWN), expertscope_running: left };
  expect(Object.fromEntries(local.entries)).toEqual(kept);
});

it('turns what could not be stored, what waited and what was typed into one draft, in this order', () => {
  const tab = new MemoryStorage(DRAFTS);
  vi.stubGlobal('sessionStorage', tab);
  keepUnsent('msg_2', 'chat_1', 'who teach');
  keepUnsent('msg_1', 'chat_1', 'economists');
  restoreWaiting();
  expect(Object.fromEntries(tab.entries)).toEqual({
    expertscope_draft_new: 'divers in',
    expertscope_draft_chat_1: 'economists\nwho teach\nonly women\nand in Lima',
    expertscope_draft_versions: '{}',
  });
});

it.each([
  ['goes with it', false, ''],
  ['stays if that fails', true, 'and in Lima'],
])('of a chat that is deleted here, what was typed in it %s', async (_, isDown, left) => {
  vi.stubGlobal('sessionStorage', new MemoryStorage({ expertscope_draft_chat_1: 'and in Lima' }));
  const { store, server, home } = serverStore();
  await home.createChat(sampleChat({ userId: 'sub-1' }));
  const { act } = await openPage({ store });
  server.isDown = isDown;
  act.deleteChat('chat_1');
  await settled();
  expect(readDraft('chat_1')).toBe(left);
  expect(readDraft(undefined)).toBe('');
});
