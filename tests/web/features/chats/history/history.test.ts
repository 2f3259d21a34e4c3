import { expect, it, vi } from 'vitest';
import { answer, at, sampleChat, sampleMessage } from '#tests/web/features/search/sample-events.ts';
import { knownHistory, readHistory } from '#web/features/chats/history/history.ts';
import { findPersonLocally, removePersonLocally } from '#web/features/chats/stores/local-removal.ts';
import { openPage, settled } from '../conversation-rig.ts';
import { serverStore } from '../stores/server-store.ts';

const QUISPE = 'https://www.linkedin.com/in/nusta-quispe-aberg';

/** A page with one listed and one archived chat, neither of them open. */
async function open({ signedIn = true } = {}) {
  const { store, server, home } = serverStore();
  for (const id of ['chat_1', 'chat_2']) {
    await home.createChat(sampleChat({ id, title: `Title of ${id}` }));
    await home.putMessages(id, [
      sampleMessage({ id: `msg_${id}_q`, chatId: id, content: `Asked in ${id}` }),
      answer({ id: `msg_${id}_a`, chatId: id }),
    ]);
  }
  await home.updateChat('chat_2', { isArchived: true });
  const page = await openPage({ store: signedIn ? store : home });
  server.calls.length = 0;
  const find = async (query: string) =>
    (await readHistory(page.session)).find(query).hits.map(({ chat }) => chat.id);
  const reads = () => server.calls.filter((name) => name === 'listHistory').length;
  return { ...page, server, home, find, reads };
}

it('the history is read once, including archived chats, and not with every search', async () => {
  const { find, reads, session } = await open();
  expect([await find('asked'), await find('quispe'), reads()]).toEqual([
    ['chat_1', 'chat_2'],
    ['chat_1', 'chat_2'],
    1,
  ]);
  expect((await readHistory(session)).seenPeople('chat_1')).toEqual(new Set([QUISPE]));
});

it('the history includes what this page has since asked, renamed, archived or deleted', async () => {
  const { find, reads, home, session, act } = await open();
  await find('x');
  act.renameChat('chat_1', 'Beekeepers');
  await settled();
  expect([await find('beekeepers'), await find('title'), reads()]).toEqual([['chat_1'], ['chat_2'], 1]);
  act.selectChat('chat_1');
  await settled();
  await home.putMessages('chat_1', [
    sampleMessage({ id: 'msg_new', content: 'And in Cusco?', timestamp: at(50) }),
  ]);
  await act.refresh();
  await settled();
  expect([await find('cusco'), reads()]).toEqual([['chat_1'], 1]);
  await act.archiveChat('chat_1');
  expect([await find('cusco'), reads()]).toEqual([['chat_1'], 2]);
  expect((await readHistory(session)).get('chat_1')?.isArchived).toBe(true);
});

it('the history is read again after another device has written to or deleted a chat', async () => {
  const { find, reads, home, act, session } = await open();
  await find('x');
  await home.putMessages('chat_1', [
    sampleMessage({ id: 'msg_new', content: 'And in Cusco?', timestamp: at(50) }),
  ]);
  await act.refresh();
  // What is known without reading again is incomplete.
  expect(knownHistory(session).find('cusco').count).toBe(0);
  expect([await find('cusco'), reads()]).toEqual([['chat_1'], 2]);
  await home.deleteChat('chat_1');
  await act.refresh();
  expect(
    knownHistory(session)
      .find('asked')
      .hits.map(({ chat }) => chat.id),
  ).toEqual(['chat_2']);
  expect([await find('cusco'), await find('asked'), reads()]).toEqual([[], ['chat_2'], 3]);
});

it('reading the history fails with the store’s own message, and works once the store recovers', async () => {
  const { find, server, state } = await open();
  server.isDown = true;
  await expect(find('asked')).rejects.toThrow('Failed');
  expect(state().error).toBeUndefined();
  server.isDown = false;
  expect(await find('asked')).toEqual(['chat_1', 'chat_2']);
});

it('the history is read again after another device has written in a chat whose messages are loaded', async () => {
  const { find, home, act } = await open();
  act.selectChat('chat_1');
  await settled();
  act.newChat();
  await find('x');
  await home.putMessages('chat_1', [
    sampleMessage({ id: 'msg_new', content: 'And in Cusco?', timestamp: at(50) }),
  ]);
  await act.refresh();
  await settled();
  expect(await find('cusco')).toEqual(['chat_1']);
});

it('the history omits a person who was removed from the browser’s data', async () => {
  const { find, home, act } = await open({ signedIn: false });
  // Its messages are loaded, though another chat is open by then.
  act.selectChat('chat_1');
  await settled();
  act.newChat();
  expect(await find('quispe')).toEqual(['chat_1', 'chat_2']);
  const found = findPersonLocally({ profileUrl: QUISPE, store: home });
  expect(found).toMatchObject({ chats: 2 });
  await settled();
  expect(await find('quispe')).toEqual(['chat_1', 'chat_2']);
  expect(removePersonLocally({ profileUrl: QUISPE, store: home })).toEqual(found);
  await settled();
  expect(await find('quispe')).toEqual([]);
});

it('what a message says is read once, however often the history is brought up to date', async () => {
  const { session, act, find } = await open({ signedIn: false });
  act.selectChat('chat_1');
  await settled();
  expect(await find('quispe')).toEqual(['chat_1', 'chat_2']);
  const folded = vi.spyOn(String.prototype, 'toLowerCase');
  knownHistory(session);
  expect(folded).not.toHaveBeenCalled();
  folded.mockRestore();
});
