import { useMemo } from 'react';
import { useStore } from 'zustand/react';
import type { Message } from '#shared/message.ts';
import type { DisplayData } from '#shared/results.ts';
import { truncate } from '#shared/truncate.ts';
import { type AnswerProps, isBroken } from '#web/features/chats/components/index.ts';
import {
  useCurrentChatId,
  useMessages,
  usePage,
  useSearchView,
  useSession,
} from '#web/features/chats/index.ts';
import { withContinuations } from '#web/features/chats/turns/continuations.ts';
import { hiderOfAll, storyWithoutNames } from '#web/features/results/names.ts';
import { useAnswerPeople } from './answer-people.ts';

/** An answer with all that has been added to it, and the search that is about it. */
export function useAnswer(turn: AnswerProps['turn']) {
  const search = useOwnSearch(turn);
  const live = search.search?.profiles;
  const stored = useContinued(turn, search.isContinued ? live : undefined);
  // The search knows its answer a moment before the chat does.
  const found = stored ?? search.search?.assistantMessage;
  const message = useMemo(
    () => found && withStandIns(found, turn.continuations),
    [found, turn.continuations],
  );
  return { ...useShown(turn, { message, foundSoFar: live }), message, search };
}

/** An answer that tells of its people where they were found by no real provider, be it only when more were asked for. */
function withStandIns(message: Message, continuations: readonly Message[]): Message {
  const { profileDisplayData } = message.metadata ?? {};
  const spends = [message, ...continuations].map(({ metadata }) => metadata?.spend);
  const providers = spends.find((spend) => spend?.unpaid !== undefined)?.unpaid;
  if (profileDisplayData === undefined || providers === undefined) return message;
  return {
    ...message,
    metadata: { ...message.metadata, profileDisplayData: { ...profileDisplayData, providers } },
  };
}

/** The search that is about a turn, read anew with every event: for its answer, or for more people in an answer that is there. */
function useOwnSearch({ question, answer, continuations }: AnswerProps['turn']) {
  const last = continuations.at(-1) ?? question;
  const isOpen = answer === undefined || last?.role === 'user';
  const isOwn = useSearchedId() === last?.id && isOpen;
  const view = useSearchView({ idle: !isOwn });
  return { ...view, isContinued: isOwn && answer !== undefined };
}

/** The turn the current search belongs to. Of one that never began only the newest message can tell. */
function useSearchedId(): string | undefined {
  const { searches } = useSession();
  const chatId = useCurrentChatId() ?? '';
  const sentId = usePage(({ sends }) => sends[chatId]?.messageId);
  const toldId = useStore(searches.store, ({ [chatId]: known }) => known?.userMessage?.id);
  const newest = useMessages().at(-1);
  return sentId ?? toldId ?? newest?.id;
}

function useContinued({ answer, continuations }: AnswerProps['turn'], live: DisplayData | undefined) {
  return useMemo(
    () => answer && withContinuations(answer, continuations, live),
    [answer, continuations, live],
  );
}

interface FoundPeople {
  /** The answer as it is shown. */
  message: Message | undefined;
  foundSoFar: DisplayData | undefined;
}

/** What is shown of an answer's people and of how they were found: without names where the person has hidden them. */
function useShown(
  { question, answer, continuations }: AnswerProps['turn'],
  { message, foundSoFar }: FoundPeople,
) {
  const found = message === undefined ? foundSoFar : message.metadata?.profileDisplayData;
  const parts = useMemo(
    () => [answer ?? message, ...continuations].filter((one) => one?.role === 'assistant'),
    [answer, message, continuations],
  );
  // Where there is no answer the search behind the directory has broken off.
  const brokenOff = message === undefined || parts.some((part) => part !== undefined && isBroken(part));
  const people = useAnswerPeople({ message, found, brokenOff });
  const { areNamesHidden } = people.drawn;
  const told = useMemo(() => {
    const isHiding = found !== undefined && areNamesHidden;
    const hide = (part: Message) => (isHiding ? storyWithoutNames(part, found, brokenOff) : part);
    const [first, ...more] = parts.filter((part) => part !== undefined);
    return first && { message: hide(first), more: more.map(hide) };
  }, [parts, found, areNamesHidden, brokenOff]);
  const title = useMemo(() => {
    const request = titleOf(question?.content || 'People');
    return found !== undefined && areNamesHidden ? hiderOfAll(found, brokenOff)(request) : request;
  }, [question, found, areNamesHidden, brokenOff]);
  return { ...people, hidden: areNamesHidden ? found : undefined, told, title, brokenOff };
}

/** Characters of a request that stand over what is exported. */
const LONGEST_TITLE = 200;

const titleOf = (request: string): string =>
  request.length > LONGEST_TITLE ? `${truncate(request, LONGEST_TITLE)}...` : request;
