import type { Chat } from '#shared/chat.ts';
import { CHAT_ERRORS } from '#shared/errors.ts';
import type { Message } from '#shared/message.ts';
import type { DisplayData } from '#shared/results.ts';
import { APOLOGY, NOT_SAVED } from '#shared/search-errors.ts';
import { toTimestamp } from '#shared/time.ts';
import type { SearchResult, SearchState } from '#web/features/search/index.ts';
import { type ApiError, isMissing } from '#web/lib/api.ts';
import { editChat, findLoadedChat, removeChats } from '../chats.ts';
import { forgetWaiting, joinTexts, returnToInput } from '../drafts.ts';
import { takeEdits } from '../edits.ts';
import { editAnswered } from '../marks.ts';
import { editUnsaved, messagesKey, shownMessages, without } from '../messages.ts';
import type { ChatSession } from '../session.ts';
import { type Exchange, isChatStored, markCreated, returnText, saveMessages } from './exchange.ts';
import { apologyIdOf } from './turns.ts';
import { addMessages, dropUnsaved, forgetVersions, keepText, saveUnsaved } from './unsaved.ts';

/** Milliseconds after which a search counts as long, so that its end is worth a notification. */
const LONG_SEARCH = 10_000;

/** Brings the end of a search into its chat, whether its messages were stored, it was refused or it failed. */
export async function finish(session: ChatSession, exchange: Exchange, result: SearchResult): Promise<void> {
  const { state, ending, refusal } = result;
  if (ending === 'refused' && refusal !== undefined) return undoSend(session, exchange, refusal);
  const isSaved = state.userMessage !== undefined && state.error?.code !== NOT_SAVED.code;
  if (isSaved && session.searchStores) markCreated(session, exchange.chat.id);
  const answer = state.assistantMessage;
  if (answer === undefined && state.outcome !== 'stopped') return finishFailed(session, exchange, result);
  const question = state.userMessage ?? exchange.message;
  await applyEnding(session, exchange, {
    messages: answer === undefined ? [question] : [question, answer],
    isStored: isSaved,
    remainingState: answer === undefined ? state : undefined,
  });
}

/**
 * Handles the failure of a whole send: the question stays, with an apology below it. Where searches store their messages, a search that
 * had begun before contact was lost may still store its answer: its apology is only shown until that answer arrives.
 */
export async function finishFailed(session: ChatSession, exchange: Exchange, result?: SearchResult) {
  const state = result?.state;
  const question = state?.userMessage ?? exchange.message;
  const hadBegun = state !== undefined && state.lastEventId > 0;
  const mayBeAnswered = hadBegun && result?.ending !== 'done' && session.searchStores;
  const { deepResearch } = exchange;
  const apology = apologyFor(session, { question, deepResearch, found: state?.profiles });
  await applyEnding(session, exchange, {
    messages: mayBeAnswered ? [question] : [question, apology],
    isStored: mayBeAnswered,
    remainingState: hadBegun ? state : undefined,
  });
  showSendError(session, exchange, result?.refusal?.message);
}

interface Ending {
  messages: Message[];
  /** Whether the search has stored them, as only signed-in users' searches do. */
  isStored: boolean;
  /** The state of the search to keep showing if there is no answer. */
  remainingState: SearchState | undefined;
}

/** Stores the messages that the search has not. Until a server has stored them, or if it never does, the page keeps them as unsaved. */
async function applyEnding(
  session: ChatSession,
  exchange: Exchange,
  { messages: given, isStored, remainingState }: Ending,
) {
  const { chat, message } = exchange;
  const { page, searchStores } = session;
  const messages = datedAfterEarlier(session, exchange, given);
  if (!searchStores) await saveMessages(session, chat, messages);
  const stored = searchStores ? undefined : await (await session.openStore()).findChat(chat.id);
  const isSafe = isStored || !searchStores;
  // A chat that was deleted meanwhile is read no more: its messages must not come back.
  if (searchStores ? isStored : stored !== undefined) addMessages(session, chat.id, messages);
  editUnsaved(session, chat.id, (all) => {
    const others = without(all, message);
    return isSafe ? others : [...others, ...messages];
  });
  showEnded(session, chat.id, remainingState);
  touchChat(session, exchange, { messages, stored });
  const { deleting } = page.getState();
  if (isSafe || exchange.isTyped) forgetVersions(session, message, { isTyped: exchange.isTyped });
  if (isSafe || deleting.has(chat.id)) return;
  // Of a person who has left, nothing may be kept.
  if (exchange.isTyped && session.isOpen()) keepText(session, message);
  saveUnsaved(session, chat, messages);
}

/** Dates messages after the earlier ones in the chat, some of which may be dated by this machine's clock, ahead of the server's. */
function datedAfterEarlier(
  session: ChatSession,
  { chat, message: asked }: Exchange,
  messages: Message[],
): Message[] {
  const isEarlier = ({ id, timestamp }: Message) =>
    timestamp < asked.timestamp && messages.every((own) => own.id !== id);
  const last = shownMessages(session, chat.id).findLast(isEarlier);
  const [first] = messages;
  if (last === undefined || first === undefined || last.timestamp < first.timestamp) return messages;
  const shift = Date.parse(last.timestamp) + 1 - Date.parse(first.timestamp);
  return messages.map((message) => ({
    ...message,
    timestamp: toTimestamp(Date.parse(message.timestamp) + shift),
  }));
}

/**
 * Replaces the search on screen with its result or, without an answer, with `remainingState`, so that it does not seem about to begin.
 */
function showEnded({ page, searches }: ChatSession, chatId: string, remainingState?: SearchState): void {
  page.setState(({ sends }) => {
    const send = sends[chatId];
    return send === undefined ? {} : { sends: { ...sends, [chatId]: { ...send, hasEnded: true } } };
  });
  searches.show(chatId, remainingState);
}

interface ApologyOptions {
  question: Message;
  deepResearch: boolean;
  /** The people found before the search failed, who stay visible. */
  found: DisplayData | undefined;
}

/** The assistant message for a send that has failed as a whole. */
function apologyFor(session: ChatSession, { question, deepResearch, found }: ApologyOptions): Message {
  const now = session.now();
  return {
    id: apologyIdOf(question),
    content: APOLOGY,
    role: 'assistant',
    timestamp: toTimestamp(Math.max(now, Date.parse(question.timestamp) + 1)),
    chatId: question.chatId,
    userId: session.userId,
    metadata: {
      outcome: 'failed',
      useDeepResearch: deepResearch,
      ...question.metadata,
      questionId: question.id,
      ...(found === undefined ? {} : { profileDisplayData: found }),
    },
  };
}

interface ActivityUpdate {
  messages: Message[];
  /** The chat as stored in this browser, including changes by other tabs. */
  stored: Chat | undefined;
}

/** Updates a chat's last activity and message count. */
function touchChat(
  session: ChatSession,
  { chat: before }: Exchange,
  { messages, stored }: ActivityUpdate,
): void {
  const at = messages.at(-1)?.timestamp;
  const chat = findLoadedChat(session, before.id);
  if (chat === undefined || at === undefined) return;
  const counted = Math.max(chat.messageCount, before.messageCount + messages.length);
  const messageCount = stored?.messageCount ?? counted;
  editChat(session, chat.id, { messageCount, lastMessageAt: at, updatedAt: at });
}

/** Shows an error if its chat is still open; otherwise the apology in that chat says so. */
function showSendError({ page }: ChatSession, { chat }: Exchange, reason: string | undefined): void {
  if (page.getState().currentChatId !== chat.id) return;
  page.setState({
    error: { code: 'send-message-error', message: reason ?? CHAT_ERRORS['send-message-error'] },
  });
}

/**
 * Undoes a send that the service refused: over a limit, without a session, because the message is invalid, or because its chat was deleted
 * elsewhere. The text goes back into the input, that of the start screen if the chat is gone, and the service's own message says why.
 */
async function undoSend(session: ChatSession, exchange: Exchange, refusal: ApiError): Promise<void> {
  const { chat, message } = exchange;
  const { page, currentChat, queries } = session;
  showEnded(session, chat.id);
  editUnsaved(session, chat.id, (messages) => without(messages, message));
  const isDeleted = isMissing(refusal) && !exchange.isNewChat && !(await isChatStored(session, chat.id));
  const isGone = exchange.isNewChat || isDeleted;
  const unsent = isDeleted ? takeUnsent(session, chat.id) : '';
  if (isGone) {
    dropUnsaved(session, chat.id);
    removeChats(session, [chat.id]);
    if (currentChat.get() === chat.id) currentChat.set(undefined);
    if (page.getState().currentChatId === chat.id) page.setState({ currentChatId: undefined });
    queries.removeQueries({ queryKey: messagesKey(chat.id) });
    markCreated(session, chat.id);
  } else {
    queries.setQueryData<readonly Message[]>(messagesKey(chat.id), (all) => all && without(all, message));
  }
  page.setState({ error: { code: 'send-message-error', message: refusal.message } });
  returnText(session, { ...exchange, isNewChat: isGone });
  if (unsent !== '' && session.isOpen()) returnToInput(page, undefined, unsent);
  if (session.searchStores) return;
  const store = await session.openStore();
  await (isGone ? store.deleteChat(chat.id) : store.removeMessage(chat.id, message.id));
}

/** Removes what else was to be sent in a chat that is gone, and returns it. */
const takeUnsent = (session: ChatSession, chatId: string): string =>
  joinTexts(forgetWaiting(session.page, chatId)?.content ?? '', takeEdits(session, chatId));

/** Marks and reports the chat as answered, unless the search was stopped or refused: then the user ended it, or has been told. */
export function markSearchEnded(
  session: ChatSession,
  chatId: string,
  { state, ending }: SearchResult,
  since = session.now(),
): void {
  const chat = findLoadedChat(session, chatId);
  if (chat === undefined || ending === 'refused' || state.outcome === 'stopped') return;
  if (session.now() - since >= LONG_SEARCH) session.page.setState({ hasWaitedLong: true });
  markAnswered(session, chat);
  session.onAnswer(chat);
}

/** Marks a chat as newly answered, unless the user is looking at it. */
function markAnswered(session: ChatSession, chat: Chat): void {
  const { page, isVisible } = session;
  if (page.getState().currentChatId === chat.id && isVisible()) return;
  editAnswered(session, (ids) => [...ids.filter((id) => id !== chat.id), chat.id]);
}
