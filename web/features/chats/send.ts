import type { Chat } from '#shared/chat.ts';
import { CHAT_ERRORS, NOT_SAVED } from '#shared/errors.ts';
import type { Message } from '#shared/message.ts';
import { type SearchResult, type SearchState, stoppedBeforehand } from '#web/features/search/index.ts';
import type { ApiError } from '#web/lib/api.ts';
import { addChats, editChat, findKnown, leaveChat, removeChats, showChat } from './chats.ts';
import { apologyFor, beginExchange, type Exchange } from './exchange.ts';
import { addMessages, editUnsaved, messagesKey, shownMessages } from './messages.ts';
import { type ChatSession, isSending } from './session.ts';

export interface SendOptions {
  content: string;
  deepResearch: boolean;
  /** Send into a chat of its own. */
  newChat?: boolean | undefined;
  /** Nobody has typed this: it is not given back when the service declines it. */
  isRetry?: boolean | undefined;
}

/**
 * The act of sending, see docs/behaviour.md#sending. The question shows at once; when the search has ended, what was stored takes
 * its place. Does nothing with blank text or while another send is under way. Resolves when the exchange is over, and never rejects.
 */
export async function sendMessage(
  session: ChatSession,
  { content, deepResearch, newChat, isRetry = false }: SendOptions,
): Promise<void> {
  const text = content.trim();
  const { page, remembered, userId, searchStores } = session;
  if (text === '' || isSending(page.getState())) return;
  if (newChat === true) leaveChat(session);
  const exchange = beginExchange(session, { text, deepResearch, isRetry });
  const { chat, message } = exchange;
  const ids = { userId, chatId: chat.id, messageId: message.id };
  remembered.add({ ...ids, content: text, deepResearch, sentAt: session.now() });
  showSending(session, exchange, { isProbe: false, isFollowed: false });
  showChat(session, chat.id);
  page.setState({ error: undefined, returned: undefined });
  await seeThrough(session, exchange, async () => {
    if (!searchStores) await saveMessages(session, chat, [message]);
    return startSearch(session, exchange);
  });
}

/** Sends again what a message of the current chat answered or asked, in the mode it was asked in. */
export async function retryMessage(session: ChatSession, messageId: string): Promise<void> {
  const { currentChatId, sentDeep } = session.page.getState();
  const messages = shownMessages(session, currentChatId);
  const at = messages.findIndex(({ id }) => id === messageId);
  const question = messages.slice(0, at + 1).findLast(({ role }) => role === 'user');
  if (question === undefined) return;
  const answer = messages[messages.indexOf(question) + 1];
  const deepResearch = answer?.metadata?.useDeepResearch ?? sentDeep.has(question.id);
  await sendMessage(session, { content: question.content, deepResearch, isRetry: true });
}

/** Shows a question on its way to its answer: in its chat, which comes into the list when it is not there yet. */
export function showSending(
  session: ChatSession,
  { chat, message, deepResearch, isStored }: Exchange,
  send: { isProbe: boolean; isFollowed: boolean },
): void {
  const isNew = findKnown(session, chat.id) === undefined;
  session.searches.show(chat.id, undefined);
  session.page.setState(({ sends, sentDeep, uncreated }) => ({
    sends: { ...sends, [chat.id]: { messageId: message.id, stopRequested: false, ...send } },
    sentDeep: deepResearch ? new Set([...sentDeep, message.id]) : sentDeep,
    uncreated: isNew ? new Set([...uncreated, chat.id]) : uncreated,
  }));
  if (!isStored) editUnsaved(session, chat.id, (others) => [...without(others, message), message]);
  if (isNew) addChats(session, [chat]);
}

/**
 * Sees a shown question through to its answer. Never rejects. `search` gives nothing when nothing came of it.
 * A search the page has let go of because it was left stays open: it is found again when the page is opened.
 */
export async function seeThrough(
  session: ChatSession,
  exchange: Exchange,
  search: () => Promise<SearchResult | undefined>,
): Promise<void> {
  const { chat, message } = exchange;
  let isLeft = false;
  try {
    const result = await search();
    isLeft = result?.ending === 'left';
    if (result === undefined || isLeft) session.searches.show(chat.id, undefined);
    else await finish(session, exchange, result);
  } catch {
    await finishFailed(session, exchange);
  } finally {
    if (!isLeft) session.remembered.forget(message.id);
    session.page.setState(({ sends: { [chat.id]: _ended, ...sends }, followed }) => ({
      sends,
      followed: isLeft ? followed : new Set([...followed, message.id]),
    }));
  }
}

/** Asks the server to search, unless the person has stopped it by now. */
export async function startSearch(
  { page, searches, userId }: ChatSession,
  { chat, message, deepResearch }: Exchange,
): Promise<SearchResult> {
  if (page.getState().sends[chat.id]?.stopRequested === true) return stoppedBeforehand(chat.id);
  const request = { chatId: chat.id, messageId: message.id, content: message.content, deepResearch };
  return searches.start(request, { userId });
}

/** Brings the end of a search into the chat: what was stored, what was declined, or what failed. */
async function finish(session: ChatSession, exchange: Exchange, result: SearchResult): Promise<void> {
  const { state, ending, refusal } = result;
  if (ending === 'refused' && refusal !== undefined) return takeBack(session, exchange, refusal);
  const isSaved = state.userMessage !== undefined && state.error?.code !== NOT_SAVED.code;
  if (isSaved && session.searchStores) markCreated(session, exchange.chat.id);
  const answer = state.assistantMessage;
  if (answer === undefined && state.outcome !== 'stopped') return finishFailed(session, exchange, result);
  const question = state.userMessage ?? exchange.message;
  await takeIn(session, exchange, {
    messages: answer === undefined ? [question] : [question, answer],
    isStored: isSaved,
    left: answer === undefined ? state : undefined,
  });
  if (state.outcome === 'failed') showSendError(session, exchange, undefined);
}

/**
 * The failure of the whole send: the person's question stays, with an apology under it. Where searches store, one that has begun and
 * was lost sight of may yet store its answer: its apology is only shown, and gives way when the answer is there.
 */
async function finishFailed(session: ChatSession, exchange: Exchange, result?: SearchResult) {
  const state = result?.state;
  const question = state?.userMessage ?? exchange.message;
  const hadBegun = state !== undefined && state.lastEventId > 0;
  const mayBeAnswered = hadBegun && result?.ending !== 'done' && session.searchStores;
  const { deepResearch } = exchange;
  const apology = apologyFor(session, { question, deepResearch, found: state?.profiles });
  await takeIn(session, exchange, {
    messages: mayBeAnswered ? [question] : [question, apology],
    isStored: mayBeAnswered,
    left: hadBegun ? state : undefined,
  });
  showSendError(session, exchange, result?.refusal?.message);
}

interface Ending {
  messages: Message[];
  /** Whether the search has stored them, where searches do. */
  isStored: boolean;
  /** What of the search goes on showing, as no answer does. */
  left: SearchState | undefined;
}

/** What nobody has stored yet is stored now; where that takes a server, the page shows and keeps it meanwhile, or for good. */
async function takeIn(session: ChatSession, exchange: Exchange, { messages, isStored, left }: Ending) {
  const { chat, message } = exchange;
  const { searchStores } = session;
  if (!searchStores) await saveMessages(session, chat, messages);
  const isSafe = isStored || !searchStores;
  if (isSafe) addMessages(session, chat.id, messages);
  editUnsaved(session, chat.id, (all) => {
    const others = without(all, message);
    return isSafe ? others : [...others, ...messages];
  });
  session.searches.show(chat.id, left);
  touchChat(session, exchange, messages);
  if (!isSafe) void saveOnceMore(session, exchange, messages);
}

/** The page holds the messages already; an answer that stays unsaved is told of. */
async function saveOnceMore(session: ChatSession, { chat }: Exchange, messages: readonly Message[]) {
  const { page } = session;
  const isAnswer = messages.some(({ metadata }) => metadata !== undefined && metadata.outcome !== 'failed');
  const others = () => page.getState().notices.filter((notice) => notice !== NOT_SAVED.message);
  if (isAnswer) page.setState({ notices: [...others(), NOT_SAVED.message] });
  try {
    await saveMessages(session, chat, messages);
    page.setState({ notices: others() });
  } catch {
    // The notice stays, as the messages do; a second failure has nothing to add.
  }
}

/** Stores messages in their chat, and the chat before them when its store does not know it yet. @throws ChatStoreError */
async function saveMessages(session: ChatSession, chat: Chat, messages: readonly Message[]): Promise<void> {
  const store = await session.openStore();
  if (session.page.getState().uncreated.has(chat.id)) {
    await store.createChat(chat);
    markCreated(session, chat.id);
  }
  await store.putMessages(chat.id, messages);
}

/** Notes that the chat's store now knows it. */
const markCreated = ({ page }: ChatSession, chatId: string): void =>
  page.setState(({ uncreated }) => ({ uncreated: new Set([...uncreated].filter((id) => id !== chatId)) }));

/** Brings a chat's activity and count up to date. */
function touchChat(session: ChatSession, { chat: before }: Exchange, messages: Message[]): void {
  const at = messages.at(-1)?.timestamp;
  const chat = findKnown(session, before.id);
  if (chat === undefined || at === undefined) return;
  const messageCount = Math.max(chat.messageCount, before.messageCount + messages.length);
  editChat(session, chat.id, { messageCount, lastMessageAt: at, updatedAt: at });
}

/** The error belongs to the chat it happened in; whoever has gone elsewhere finds the apology there. */
function showSendError({ page }: ChatSession, { chat }: Exchange, reason: string | undefined): void {
  if (page.getState().currentChatId !== chat.id) return;
  page.setState({
    error: { code: 'send-message-error', message: reason ?? CHAT_ERRORS['send-message-error'] },
  });
}

/**
 * The service has declined to search: over a limit, without a session, or because the message is not as it should be. It is as if
 * the message had not been sent: it goes back into the input, and the service's own sentence says why.
 */
async function takeBack(session: ChatSession, exchange: Exchange, refusal: ApiError): Promise<void> {
  const { chat, message, isNewChat, isRetry } = exchange;
  const { page, currentChat, queries } = session;
  session.searches.show(chat.id, undefined);
  editUnsaved(session, chat.id, (messages) => without(messages, message));
  if (isNewChat) {
    removeChats(session, [chat.id]);
    if (currentChat.get() === chat.id) currentChat.set(undefined);
    if (page.getState().currentChatId === chat.id) page.setState({ currentChatId: undefined });
    queries.removeQueries({ queryKey: messagesKey(chat.id) });
    markCreated(session, chat.id);
  } else {
    queries.setQueryData<readonly Message[]>(messagesKey(chat.id), (all) => all && without(all, message));
  }
  page.setState({
    error: { code: 'send-message-error', message: refusal.message },
    returned: isRetry ? undefined : { chatId: isNewChat ? undefined : chat.id, text: message.content },
  });
  if (session.searchStores) return;
  const store = await session.openStore();
  await (isNewChat ? store.deleteChat(chat.id) : store.removeMessage(chat.id, message.id));
}

const without = (messages: readonly Message[], { id }: Message): readonly Message[] =>
  messages.filter((message) => message.id !== id);
