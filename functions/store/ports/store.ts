import type { ChatStore } from './chats.ts';
import type { MessageStore } from './messages.ts';
import type { SearchSavings } from './search-saving.ts';
import type { UserStore } from './users.ts';

/** Everything that is kept about people. The owner is always an argument, and comes from the verified token alone. */
export interface Store {
  chats: ChatStore;
  messages: MessageStore;
  users: UserStore;
  searchSavings: SearchSavings;
}
