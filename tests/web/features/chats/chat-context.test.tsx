import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { sampleChat, sampleMessage } from '#tests/web/features/search/sample-events.ts';
import {
  ChatProvider,
  SessionProvider,
  useAreMessagesMissing,
  useChatActions,
  useChatList,
  useIsLoading,
  useMessages,
} from '#web/features/chats/index.ts';
import { ChatStoreError } from '#web/features/chats/stores/chat-store.ts';
import { createApi } from '#web/lib/create-api.ts';
import { openPage, settled } from './conversation-rig.ts';
import { MemoryStorage } from './stores/memory-storage.ts';
import { serverStore } from './stores/server-store.ts';

function Probe() {
  const { chats } = useChatList();
  const messages = useMessages();
  const { send } = useChatActions();
  return <p>{`${chats.length} chats, ${messages.length} messages, ${typeof send}`}</p>;
}

function ReadProbe() {
  const isLoading = useIsLoading();
  const areMissing = useAreMessagesMissing();
  return `loading: ${isLoading}, missing: ${areMissing}`;
}

describe('ChatProvider', () => {
  it.each([undefined, 'sub-1'])('provides an empty conversation at first, to %s', (userId) => {
    const page = (
      <ChatProvider api={createApi()} userId={userId}>
        <Probe />
      </ChatProvider>
    );
    expect(renderToStaticMarkup(page)).toBe('<p>0 chats, 0 messages, function</p>');
  });

  it('is required by useChat', () => {
    expect(() => renderToStaticMarkup(<Probe />)).toThrow('useChat must be used within a ChatProvider');
  });
});

describe('the messages of a chat', () => {
  it('are loading until the first read has ended; after a failure they are missing until a read succeeds', async () => {
    const { store, home } = serverStore();
    await home.createChat(sampleChat({ userId: 'sub-1' }));
    let read = Promise.withResolvers<void>();
    store.listMessages = async () => {
      await read.promise;
      return [sampleMessage()];
    };
    const storage = new MemoryStorage({ expertscope_current_chat: 'chat_1' });
    const { session } = await openPage({ store, storage, isOpened: false });
    const shown = () => {
      // Static rendering sees only the first state of a store.
      const page = createStore(session.page.getState);
      return renderToStaticMarkup(
        <SessionProvider session={{ ...session, page }}>
          <ReadProbe />
        </SessionProvider>,
      );
    };
    void session.open();
    await settled();
    const unread = 'loading: false, missing: true';
    expect(shown()).toBe('loading: true, missing: false');
    read.reject(new ChatStoreError('Failed'));
    await settled();
    expect(shown()).toBe(unread);
    read = Promise.withResolvers();
    session.actions.selectChat('chat_1');
    await settled();
    expect(session.queries.isFetching()).toBe(1);
    expect(shown()).toBe(unread);
    read.resolve();
    await settled();
    expect(shown()).toBe('loading: false, missing: false');
  });
});
