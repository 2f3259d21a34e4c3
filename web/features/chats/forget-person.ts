import { browserStorage } from '#web/lib/storage.ts';
import { clearDrafts } from './components/use-draft.ts';
import { createCurrentChat } from './stores/current-chat.ts';

/** Takes what somebody who has left had open and had typed out of this browser. Chats made without an account stay. */
export function forgetPerson(): void {
  clearDrafts();
  createCurrentChat(browserStorage()).set(undefined);
}
