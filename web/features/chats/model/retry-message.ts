import { shownMessages } from './conversation.ts';
import type { Desk } from './desk.ts';
import { sendMessage } from './send-message.ts';

/** Sends again what a message of the current chat answered or asked, in the mode it was asked in. */
export async function retryMessage(desk: Desk, messageId: string): Promise<void> {
  const state = desk.state.get();
  const messages = shownMessages(state);
  const at = messages.findIndex(({ id }) => id === messageId);
  const question = messages.slice(0, at + 1).findLast(({ role }) => role === 'user');
  if (question === undefined) return;
  const answer = messages[messages.indexOf(question) + 1];
  const deepResearch = answer?.metadata?.useDeepResearch ?? state.sentDeep.has(question.id);
  await sendMessage(desk, { content: question.content, deepResearch, isRetry: true });
}
