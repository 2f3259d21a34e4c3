import type { Message, Rating } from '#shared/message.ts';
import { attempt } from './attempt.ts';
import { shownMessages } from './conversation.ts';
import type { Desk } from './desk.ts';

/** Stores a rating on a message of the current chat; the same rating again takes it back. It shows at once. */
export async function rateMessage(desk: Desk, messageId: string, rating: Rating): Promise<void> {
  const message = shownMessages(desk.state.get()).find(({ id }) => id === messageId);
  if (message === undefined) return;
  const before = message.metadata?.rating;
  const after = before === rating ? undefined : rating;
  showRating(desk, messageId, after);
  await attempt(desk, async () => {
    try {
      await desk.store.rateMessage(message.chatId, messageId, after);
    } catch (error) {
      showRating(desk, messageId, before);
      throw error;
    }
  });
}

function showRating(desk: Desk, messageId: string, rating: Rating | undefined): void {
  const rated = (message: Message): Message =>
    message.id === messageId ? { ...message, metadata: { ...message.metadata, rating } } : message;
  desk.state.update((state) => ({
    ...state,
    messages: state.messages.map(rated),
    unstored: new Map(Array.from(state.unstored, ([chatId, messages]) => [chatId, messages.map(rated)])),
  }));
}
