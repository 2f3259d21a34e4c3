import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { ChatProvider, useChatActions, useChatList, useMessages } from '#web/features/chats/index.ts';
import { createApi } from '#web/lib/api.ts';

function Probe() {
  const { chats } = useChatList();
  const messages = useMessages();
  const { send } = useChatActions();
  return <p>{`${chats.length} chats, ${messages.length} messages, ${typeof send}`}</p>;
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
