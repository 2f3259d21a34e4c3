import { useMemo } from 'react';
import { useStore } from 'zustand/react';
import type { Message } from '#shared/message.ts';
import type { DisplayData } from '#shared/results.ts';
import { truncate } from '#shared/truncate.ts';
import { type AnswerProps, isBroken } from '#web/features/chats/components/index.ts';
import * as chats from '#web/features/chats/index.ts';
import { withContinuations } from '#web/features/chats/turns/continuations.ts';
import { createNameHider, storyWithoutNames } from '#web/features/results/without-names.ts';
import { useAnswerPeople } from './answer-people.ts';

/** An answer with everything its continuations have added, and the search under way for it. */
export function useAnswer(turn: AnswerProps['turn']) {
  const search = useTurnSearch(turn);
  const live = search.search?.profiles;
  const stored = useMergedAnswer(turn, search.isContinued ? live : undefined);
  // The search has its answer a moment before the chat does.
  const found = stored ?? search.search?.assistantMessage;
  const message = useMemo(
    () => found && withStandIns(found, turn.continuations),
    [found, turn.continuations],
  );
  return {
    ...useShownPeople(turn, { message, foundSoFar: live, isContinued: search.isContinued }),
    message,
    search,
  };
}

/** Marks an answer's directory with its stand-in providers if the answer, or any continuation, was not made by real ones. */
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

/** The live search of a turn, whether for its first answer or a continuation. Updates with every event. */
function useTurnSearch({ question, answer, continuations }: AnswerProps['turn']) {
  const last = continuations.at(-1) ?? question;
  const isOpen = answer === undefined || last?.role === 'user';
  const isOwn = useSearchedId() === last?.id && isOpen;
  const view = chats.useSearchView({ idle: !isOwn });
  return { ...view, isContinued: isOwn && answer !== undefined };
}

/** The id of the question that the current search is for. For a search that never began, the newest message is the only clue. */
function useSearchedId(): string | undefined {
  const { searches } = chats.useSession();
  const chatId = chats.useCurrentChatId() ?? '';
  const sentId = chats.usePage(({ sends }) => sends[chatId]?.messageId);
  const confirmedId = useStore(searches.store, ({ [chatId]: known }) => known?.userMessage?.id);
  const newest = chats.useMessages().at(-1);
  return sentId ?? confirmedId ?? newest?.id;
}

function useMergedAnswer({ answer, continuations }: AnswerProps['turn'], live: DisplayData | undefined) {
  return useMemo(
    () => answer && withContinuations(answer, continuations, live),
    [answer, continuations, live],
  );
}

interface FoundPeople {
  /** The answer including its continuations. */
  message: Message | undefined;
  foundSoFar: DisplayData | undefined;
  /** A continuation has no answer, or none yet. */
  isContinued: boolean;
}

/** The people of an answer and the story of how they were found, as shown: without names if the user has hidden them. */
function useShownPeople(
  { question, answer, continuations }: AnswerProps['turn'],
  { message, foundSoFar, isContinued }: FoundPeople,
) {
  const found = message === undefined ? foundSoFar : message.metadata?.profileDisplayData;
  const parts = useMemo(
    () => [answer ?? message, ...continuations].filter((one) => one?.role === 'assistant'),
    [answer, message, continuations],
  );
  // Without an answer, a search behind the directory has broken off, or may yet.
  const brokenOff =
    message === undefined || isContinued || parts.some((part) => part !== undefined && isBroken(part));
  const people = useAnswerPeople({ message, found, brokenOff });
  const { areNamesHidden } = people.resultsProps;
  const story = useMemo(() => {
    const isHiding = found !== undefined && areNamesHidden;
    const hide = (part: Message) => (isHiding ? storyWithoutNames(part, found, brokenOff) : part);
    const [first, ...more] = parts.filter((part) => part !== undefined);
    return first && { message: hide(first), more: more.map(hide) };
  }, [parts, found, areNamesHidden, brokenOff]);
  const title = useMemo(() => {
    const request = question?.content || 'People';
    const isHiding = found !== undefined && areNamesHidden;
    // The cut comes last: half a name at the end would no longer be recognised.
    return titleOf(isHiding ? createNameHider(found, brokenOff)(request) : request);
  }, [question, found, areNamesHidden, brokenOff]);
  return { ...people, hidden: areNamesHidden ? found : undefined, story, title, brokenOff };
}

/** Characters of a request that are used as the title of an export. */
const MAX_TITLE_LENGTH = 200;

const titleOf = (request: string): string =>
  request.length > MAX_TITLE_LENGTH ? `${truncate(request, MAX_TITLE_LENGTH)}...` : request;
