import type { Search } from '#functions/pipeline/run-search.ts';
import type { Saved, SearchSavings } from '#functions/store/ports/search-saving.ts';
import { ANONYMOUS_USER_ID, titleFromPrompt } from '#shared/chat.ts';
import type { Message } from '#shared/message.ts';
import type { SearchSettings } from './settings.ts';

/** Waits before the second and third try to save an answer, in milliseconds. */
const RETRY_PAUSES = [200, 1_000];
/** Longest wait for the first write: a search is not held up by a database that is down. In milliseconds. */
const LONGEST_START = 1_500;

/** How a search is kept: nothing of an anonymous caller's is stored. */
export interface Keeping {
  /** Before the search. `conflict` when the message's id stands for something else. */
  begin(): Promise<'kept' | 'not-kept' | 'conflict'>;
  /** At the end; false when the answer could not be stored. */
  end(answer: Message): Promise<boolean>;
  /** Instead, when there will be no answer. */
  abandon(): Promise<void>;
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
  const forever = new AbortController().signal;
  const tryTo = <Result>(what: string, work: Promise<Result>): Promise<Result | undefined> =>
    work.catch((error: unknown) => {
      log(what, error);
      return undefined;
    });
  return {
    async begin() {
      begun = tryTo('saving the request failed', saving.saveUserMessage());
      const saved = await within(LONGEST_START, begun, delay);
      if (saved?.status === 'conflict') return 'conflict';
      return saved?.status === 'saved' ? 'kept' : 'not-kept';
    },
    async end(message) {
      await begun;
      for (const pause of [0, ...RETRY_PAUSES]) {
        await delay(pause, forever);
        const saved = await tryTo('saving the answer failed', saving.saveAssistantMessage({ message }));
        // A chat that was deleted meanwhile stays deleted: there is nothing to save and nothing to tell.
        if (saved !== undefined) return saved.status !== 'conflict';
      }
      return false;
    },
    async abandon() {
      await begun;
      await tryTo('closing the request failed', saving.saveNoAnswer());
    },
  };
}

/** The work's result, or undefined when it takes longer than the limit; the work goes on. */
async function within<Result>(
  limit: number,
  work: Promise<Result>,
  delay: SearchSettings['delay'],
): Promise<Result | undefined> {
  const waiting = new AbortController();
  const overdue = delay(limit, waiting.signal).then(
    () => undefined,
    () => undefined,
  );
  try {
    return await Promise.race([work, overdue]);
  } finally {
    waiting.abort();
  }
}
