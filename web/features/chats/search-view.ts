import type { SearchState } from '#web/features/search/index.ts';
import type { PageState, Send } from './session.ts';

const INITIAL_LOADING_MESSAGE = 'Initializing AI systems...';

/** By chat: what this page knows of its search. */
export type SearchStates = Readonly<Record<string, SearchState>>;

/** Whether a send is a probe that has not found a search yet. */
const isHidden = (send: Send | undefined, known: SearchState | undefined): boolean =>
  send?.isProbe === true && (known === undefined || known.lastEventId === 0);

/** The chats in which a search runs, as far as this page knows. */
export const searchedChats = (
  { sends, elsewhere }: Pick<PageState, 'sends' | 'elsewhere'>,
  searches: SearchStates,
): string[] => Object.keys({ ...elsewhere, ...sends }).filter((id) => !isHidden(sends[id], searches[id]));

export type SearchView = ReturnType<typeof viewSearch>;

/** The search in the current chat as it is shown. */
export function viewSearch(
  { currentChatId = '', sends }: Pick<PageState, 'currentChatId' | 'sends'>,
  searches: SearchStates,
) {
  const send = sends[currentChatId];
  const known = searches[currentChatId];
  const isUnknown = isHidden(send, known);
  const search = isUnknown ? undefined : known;
  const isInitializing =
    send !== undefined &&
    send.hasEnded !== true &&
    !isUnknown &&
    (search === undefined || search.steps.length === 0);
  return {
    /** The running search, or the one that has just ended without a stored answer. */
    search,
    /** 'Initializing AI systems...' from the send to the first step. */
    loadingMessage: isInitializing ? INITIAL_LOADING_MESSAGE : undefined,
    isRunning: isInitializing || (search !== undefined && search.phase !== 'finished'),
    /** It has been asked to stop and has not ended yet. */
    isStopping: send?.stopRequested === true,
  };
}
