import type { SearchResult } from '#web/features/search/index.ts';
import { stoppedBeforehand } from '#web/features/search/index.ts';
import type { Desk } from './desk.ts';
import { set } from './desk.ts';
import type { Exchange } from './exchange.ts';
import { settleExchange, settleFailure } from './settle-exchange.ts';

/**
 * Sees a shown message through to its answer and settles it. Never rejects. `search` gives nothing when there is nothing to settle.
 * A search the page has let go of because it was left is not settled: it is found again when the page is opened.
 */
export async function pursue(
  desk: Desk,
  exchange: Exchange,
  search: () => Promise<SearchResult | undefined>,
): Promise<void> {
  const { id } = exchange.message;
  let isLeft = false;
  try {
    const result = await search();
    isLeft = result?.ending === 'left';
    if (result !== undefined && !isLeft) await settleExchange(desk, exchange, result);
  } catch {
    await settleFailure(desk, exchange, undefined);
  } finally {
    if (!isLeft) desk.remembered.forget(id);
    desk.state.update((state) => ({
      ...state,
      sending: undefined,
      followed: isLeft ? state.followed : new Set([...state.followed, id]),
    }));
  }
}

/** Asks the server to search, unless the person has stopped it by now. */
export async function startSearch(
  desk: Desk,
  { chat, message, deepResearch }: Exchange,
): Promise<SearchResult> {
  if (desk.state.get().sending?.stopRequested === true) return stoppedBeforehand(chat.id);
  const request = { chatId: chat.id, messageId: message.id, content: message.content, deepResearch };
  const result = desk.search.start(request, { userId: desk.store.userId });
  showSearching(desk);
  return result;
}

/** Follows the search that the message has begun, here or elsewhere. */
export function followSearch(
  desk: Desk,
  { chat, message }: Exchange,
  options: { isProbe: boolean },
): Promise<SearchResult> {
  const name = { userId: desk.store.userId, chatId: chat.id, messageId: message.id };
  const result = desk.search.follow(name, options);
  showSearching(desk);
  return result;
}

function showSearching(desk: Desk): void {
  const { sending } = desk.state.get();
  set(desk, { sending: sending && { ...sending, isSearching: true } });
}
