import * as v from 'valibot';
import { ChatId } from '#shared/ids.ts';
import { readText, writeText } from '#web/lib/storage.ts';
import type { ChatSession } from './session.ts';
import { KEYS } from './stores/remembered.ts';

const ChatIds = v.pipe(v.string(), v.parseJson(), v.array(ChatId));
/** How many marks are kept: the newest ones. */
const MAX_MARKS = 50;

/**
 * Reads the marks that the browser's pages share: the chats with a search that this page does not follow, and those with an unseen answer.
 * An answer in view counts as seen.
 */
export function readMarks(session: ChatSession): void {
  const { page, remembered, storage, userId } = session;
  const stored = v.safeParse(ChatIds, readText(storage, KEYS.answered));
  const { currentChatId, sends } = page.getState();
  const others = remembered.list(userId).filter(({ chatId }) => !(chatId in sends));
  page.setState({
    elsewhere: Object.fromEntries(others.map((sent) => [sent.chatId, sent])),
    answered: new Set(stored.success ? stored.output : []),
  });
  if (session.isVisible()) markSeen(session, currentChatId);
}

export function markSeen(session: ChatSession, chatId: string | undefined): void {
  if (chatId === undefined || !session.page.getState().answered.has(chatId)) return;
  editAnswered(session, (ids) => ids.filter((id) => id !== chatId));
}

/** Changes which chats have an unseen answer. */
export function editAnswered(
  { page, storage }: ChatSession,
  edit: (ids: readonly string[]) => string[],
): void {
  const ids = edit([...page.getState().answered]).slice(-MAX_MARKS);
  page.setState({ answered: new Set(ids) });
  writeText(storage, KEYS.answered, ids.length === 0 ? undefined : JSON.stringify(ids));
}
