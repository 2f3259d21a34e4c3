import type { IdKind } from '#shared/ids.ts';
import type { SearchRunner } from '#web/features/search/index.ts';
import type { Observable } from '#web/lib/observable.ts';
import type { ChatStore } from '../stores/chat-store.ts';
import type { CurrentChat } from '../stores/current-chat.ts';
import type { RememberedSearches } from '../stores/remembered-searches.ts';
import type { Conversation } from './conversation.ts';

/** Everything that an action on the conversation works with. */
export interface Desk {
  store: ChatStore;
  search: Pick<SearchRunner, 'getState' | 'subscribe' | 'start' | 'follow' | 'stop' | 'close'>;
  currentChat: CurrentChat;
  remembered: RememberedSearches;
  state: Observable<Conversation>;
  /** Milliseconds since 1970. */
  now: () => number;
  newId: (kind: IdKind, now: number) => string;
  /** Waits that many milliseconds. */
  delay: (milliseconds: number) => Promise<void>;
  /** Whether the conversation is still the page's. */
  isOpen: () => boolean;
}

/** Changes parts of the conversation. */
export function set(desk: Desk, change: Partial<Conversation>): void {
  desk.state.update((conversation) => ({ ...conversation, ...change }));
}
