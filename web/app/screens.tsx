import { useAuth } from '#web/features/auth/index.ts';
import { ArchivedChatsScreen } from '#web/features/chats/components/archived-chats-screen.tsx';
import { useAccountNotice } from './account.tsx';

/* The screens that most visits never come to, but those for signing in, in one file. */

export { LocalDataScreen } from '#web/features/local-data/index.ts';
export { NotFound } from '#web/features/not-found.tsx';

/** What the person at the page has archived. */
export function ArchivedScreen() {
  const userId = useAuth((state) => state.user?.id);
  // What is on screen is one person's: another one starts with a new screen.
  return <ArchivedChatsScreen key={userId} notice={useAccountNotice()} />;
}
