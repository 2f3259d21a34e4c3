import type { Search } from '#functions/pipeline/run-search.ts';
import type { Saved, SearchSavings } from '#functions/store/ports/search-saving.ts';
import { ANONYMOUS_USER_ID, titleFromPrompt } from '#shared/chat.ts';
import type { Message } from '#shared/message.ts';
import type { SearchSettings } from './settings.ts';
import { unlessAborted } from './unless-aborted.ts';

/** Waits before the second and third try to save an answer, in milliseconds. */
const RETRY_PAUSES = [200, 1_000];

/** How a search is kept: nothing of an anonymous caller's is stored. Nothing is waited for when the signal is aborted. */
export interface Keeping {
  /**
   * Before the search. `deleted` when the person has deleted the chat, or this message; `conflict` when the message's id stands for
   * something else. What takes longer than the signal allows goes on beside the search.
   */
  begin(signal: AbortSignal): Promise<'kept' | 'not-kept' | 'deleted' | 'conflict'>;
  /** At the end; false when the answer could not be stored. */
  end(answer: Message, signal: AbortSignal): Promise<boolean>;
  /** Instead, when there will be no answer. */
  abandon(signal: AbortSignal): Promise<void>;
}

type KeepingTools = Pick<SearchSettings, 'delay' | 'log'> & { savings: SearchSavings };

const keepNothing: Keeping = {
  begin: async () => 'not-kept',
  end: async () => true,
  abandon: async () => undefined,
};

/** Whatever is kept of this search. */
export const keepingOf = (search: Search, tools: KeepingTools): Keeping =>
  search.userId === ANONYMOUS_USER_ID ? keepNothing : keepSearch(search, tools);

/** Stores a signed-in person's search: the request first, the answer at the end, tried again when it fails. */
function keepSearch(search: Search, { savings, delay, log }: KeepingTools): Keeping {
  const saving = savings.open({
    userId: search.userId,
    chatId: search.chatId,
    title: titleFromPrompt(search.userMessage.content),
    userMessage: search.userMessage,
    replyId: search.assistantMessageId,
  });
  let begun: Promise<Saved | undefined> = Promise.resolve(undefined);
  const beginning = new AbortController();
  const tryTo = <Result>(what: string, work: Promise<Result>): Promise<Result | undefined> =>
    work.catch((error: unknown) => {
      log(what, error);
      return undefined;
    });
  /** One write of a saving at a time: a first one that is still under way by now is given up, and made with the next. */
  const endBeginning = async (signal: AbortSignal) => {
    beginning.abort();
    await unlessAborted(signal, begun).catch(() => undefined);
  };
  return {
    async begin(signal) {
      begun = tryTo('saving the request failed', saving.saveUserMessage({ signal: beginning.signal }));
      const saved = await unlessAborted(signal, begun).catch(() => undefined);
      return saved === undefined ? 'not-kept' : BEGUN[saved.status];
    },
    async end(message, signal) {
      await endBeginning(signal);
      for (const pause of [0, ...RETRY_PAUSES]) {
        await delay(pause, signal).catch(() => undefined);
        if (signal.aborted) break;
        const save = unlessAborted(signal, saving.saveAssistantMessage({ message, signal }));
        const saved = await tryTo('saving the answer failed', save);
        // A chat that was deleted meanwhile stays deleted: there is nothing to save and nothing to tell.
        if (saved !== undefined) return saved.status !== 'conflict';
      }
      return false;
    },
    async abandon(signal) {
      await endBeginning(signal);
      await tryTo('closing the request failed', unlessAborted(signal, saving.saveNoAnswer({ signal })));
    },
  };
}

const BEGUN = { saved: 'kept', deleted: 'deleted', conflict: 'conflict' } as const;
