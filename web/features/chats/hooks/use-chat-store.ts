import { useMemo } from 'react';
import type { Api } from '#web/lib/api.ts';
import { loadChunk } from '#web/lib/load-chunk.ts';
import type { ChatStore } from '../stores/chat-store.ts';
import { LazyChatStore } from '../stores/lazy-chat-store.ts';
import { localChatStore } from '../stores/local-chat-store.ts';

/** The home of a person's chats: this browser for anonymous people, the server for signed-in ones, whose code loads when it is needed. */
export function useChatStore({ api, userId }: { api: Api; userId: string | undefined }): ChatStore {
  return useMemo(() => {
    if (userId === undefined) return localChatStore();
    const load = async () => {
      const { RemoteChatStore } = await loadChunk(() => import('../stores/remote-chat-store.ts'));
      return new RemoteChatStore({ api, userId });
    };
    return new LazyChatStore({ userId, load });
  }, [api, userId]);
}
