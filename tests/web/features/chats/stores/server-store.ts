import { at } from '#tests/web/features/search/sample-events.ts';
import { type ChatStore, ChatStoreError } from '#web/features/chats/stores/chat-store.ts';
import { LocalChats } from '#web/features/chats/stores/local-chats.ts';
import { ApiError } from '#web/lib/api.ts';
import { MemoryStorage } from './memory-storage.ts';

/** A server's store as the page sees it; searches write to it directly, and it can go down. */
export function serverStore() {
  const home = new LocalChats({
    storage: new MemoryStorage(),
    now: () => Date.parse(at(100)),
    tabs: undefined,
  });
  const server = { isDown: false, calls: [] as string[] };
  const call = async <Value>(name: string, answer: () => Promise<Value>): Promise<Value> => {
    server.calls.push(name);
    if (server.isDown)
      throw new ChatStoreError('Failed', {
        cause: new ApiError({ status: 503, code: 'unavailable', message: 'x' }),
      });
    return answer();
  };
  const store: ChatStore = {
    listChats: () => call('listChats', () => home.listChats()),
    listArchivedChats: () => call('listArchivedChats', () => home.listArchivedChats()),
    findChat: (id) => call('findChat', () => home.findChat(id)),
    listHistory: () => call('listHistory', () => home.listHistory()),
    createChat: (chat) => call('createChat', () => home.createChat(chat)),
    updateChat: (id, change) => call('updateChat', () => home.updateChat(id, change)),
    deleteChat: (id) => call('deleteChat', () => home.deleteChat(id)),
    listMessages: (id) => call('listMessages', () => home.listMessages(id)),
    putMessages: (id, messages) => call('putMessages', () => home.putMessages(id, messages)),
    removeMessage: (id, messageId) => call('removeMessage', () => home.removeMessage(id, messageId)),
    rateMessage: (id, messageId, rating) =>
      call('rateMessage', () => home.rateMessage(id, messageId, rating)),
    subscribe: (listener) => home.subscribe(listener),
  };
  const writes = () => server.calls.filter((name) => !/^(list|find)/.test(name));
  return { store, server, home, writes };
}
