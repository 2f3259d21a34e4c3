import { useEffect, useState } from 'react';
import type { LocalData } from '#web/features/chats/index.ts';
import { exportLocalData, useChat } from '#web/features/chats/index.ts';

/** What this browser holds, read anew whenever the chats change or something says that they did. */
export function useLocalData(): { data: LocalData; refresh: () => void } {
  const { chats } = useChat();
  const [read, setRead] = useState(() => ({ chats, data: exportLocalData() }));
  const refresh = () => setRead({ chats, data: exportLocalData() });
  useEffect(() => setRead({ chats, data: exportLocalData() }), [chats]);
  return { data: read.data, refresh };
}
