import type { ChatStore } from './chats.ts';
import type { LookupCache } from './lookup-cache.ts';
import type { MessageStore } from './messages.ts';
import type { Quotas, RunningSlots } from './quotas.ts';
import type { SearchLog } from './search-log.ts';
import type { SearchSavings } from './search-saving.ts';
import type { UserStore } from './users.ts';

/** Everything that is kept about people. The owner is always an argument, and comes from the verified token alone. */
export interface Store {
  chats: ChatStore;
  messages: MessageStore;
  users: UserStore;
  searchSavings: SearchSavings;
  searchLog: SearchLog;
  quotas: Quotas;
  runningSlots: RunningSlots;
  lookups: LookupCache;
}
