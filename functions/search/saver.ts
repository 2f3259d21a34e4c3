import { chatDamaged, chatFull, HttpProblem } from '#functions/http/problem.ts';
import type { Saved } from '#functions/store/search-messages.ts';
import { unlessAborted } from '#functions/timing.ts';
import { ANONYMOUS_USER_ID, titleFromPrompt } from '#shared/chat.ts';
import type { Message } from '#shared/message.ts';
import type { Search } from '#shared/search.ts';
import type { SearchAppDeps } from './deps.ts';

/** Pauses before the second and third attempts to save an answer, in milliseconds. */
const RETRY_PAUSES = [200, 1_000];

/** Saves one search in its owner's chat. Every method stops waiting when its signal is aborted. */
export interface SearchSaver {
  /**
   * Saves the question before the search. A save that fails, or takes longer than the signal allows, does not hold up the search: the
   * question is then saved with the answer.
   * @throws HttpProblem 404 if the chat or this message was deleted, 409 if the message id belongs to another message or the chat is
   * damaged, 413 if the chat is full.
   */
  saveQuestion(signal: AbortSignal): Promise<void>;
  /**
   * Saves the answer.
   * @returns the answer in the chat, which is a different one if another instance had already ended the search; undefined if the answer
   * could not be saved.
   */
  saveAnswer(answer: Message, signal: AbortSignal): Promise<Message | undefined>;
  /** Called instead of `saveAnswer` when there will be no answer. */
  saveNoAnswer(signal: AbortSignal): Promise<void>;
}

type SaverDeps = Pick<SearchAppDeps, 'searchMessages' | 'spent' | 'delay' | 'log'>;

/** Nothing is stored for anonymous callers. */
const NO_OP_SAVER: SearchSaver = {
  saveQuestion: async () => undefined,
  saveAnswer: async (answer) => answer,
  saveNoAnswer: async () => undefined,
};

export const createSaver = (search: Search, deps: SaverDeps): SearchSaver =>
  search.userId === ANONYMOUS_USER_ID ? NO_OP_SAVER : createChatSaver(search, deps);

function createChatSaver(search: Search, { searchMessages, spent, delay, log }: SaverDeps): SearchSaver {
  const saving = searchMessages.open({
    userId: search.userId,
    chatId: search.chatId,
    title: titleFromPrompt(search.userMessage.content),
    userMessage: search.userMessage,
    replyId: search.assistantMessageId,
  });
  const question = new AbortController();
  let savingQuestion: Promise<Saved | undefined> = Promise.resolve(undefined);
  const logFailure = <Result>(message: string, work: Promise<Result>): Promise<Result | undefined> =>
    work.catch((error: unknown) => {
      log(message, error);
      return undefined;
    });
  /** The store accepts one write per search at a time, so a pending save of the question is cancelled; the next write includes it. */
  const endQuestion = async (signal: AbortSignal) => {
    question.abort();
    await unlessAborted(signal, savingQuestion).catch(() => undefined);
  };
  const countSpend = async ({ id, metadata }: Message, signal: AbortSignal) => {
    const { userId } = search;
    if (metadata?.spend === undefined) return;
    const adding = spent.add({ userId, messageId: id, spend: metadata.spend, signal });
    await logFailure('counting the cost of a search failed', unlessAborted(signal, adding));
  };
  return {
    async saveQuestion(signal) {
      savingQuestion = logFailure(
        'the question could not be saved',
        saving.saveUserMessage({ signal: question.signal }),
      );
      refuseUnsaved(await unlessAborted(signal, savingQuestion).catch(() => undefined));
    },
    async saveAnswer(message, signal) {
      // The spend is recorded whether or not the answer can be saved.
      const counted = countSpend(message, signal);
      await endQuestion(signal);
      for (const pause of [0, ...RETRY_PAUSES]) {
        await delay(pause, signal).catch(() => undefined);
        if (signal.aborted) break;
        const save = unlessAborted(signal, saving.saveAssistantMessage({ message, signal }));
        const saved = await logFailure('the answer could not be saved', save);
        if (saved !== undefined) {
          await counted;
          return answerInChat(message, saved);
        }
      }
      await counted;
      return undefined;
    },
    async saveNoAnswer(signal) {
      await endQuestion(signal);
      const save = unlessAborted(signal, saving.saveNoAnswer({ signal }));
      await logFailure('the end of a search without an answer could not be saved', save);
    },
  };
}

function answerInChat(answer: Message, saved: Saved): Message | undefined {
  // A chat deleted in the meantime stays deleted: there is nothing to save and no error to report.
  if (saved.status === 'saved' || saved.status === 'deleted') return answer;
  return saved.status === 'conflict' && saved.message.id === answer.id ? saved.message : undefined;
}

/** Refuses a search whose answer could not be saved, before it costs anything. @throws HttpProblem */
function refuseUnsaved(saved: Saved | undefined): void {
  if (saved?.status === 'conflict') throw new HttpProblem('conflict');
  if (saved?.status === 'full') throw chatFull();
  if (saved?.status === 'damaged') throw chatDamaged();
  if (saved?.status === 'deleted')
    throw new HttpProblem('not-found', {
      message: 'This chat, or this message in it, has been deleted. Start a new chat to search.',
    });
}
