import { type ReactNode, useMemo, useState } from 'react';
import type { Message } from '#shared/message.ts';
import { useMessages } from '#web/features/chats/index.ts';
import { peopleIn } from '#web/features/chats/turns/basis.ts';
import { type Example, ExamplesSwitch, useExamples } from '#web/features/lists/index.ts';

const NOBODY: readonly Example[] = [];

/**
 * Whom the person has marked good or bad of the chat's answers, as examples for more people.
 * @returns those to go along with the next search for more, nobody unless that is switched on; and the switch
 */
export function useMarkedExamples(chatId: string): { chosen: readonly Example[]; choice: ReactNode } {
  const [isOn, setOn] = useState(false);
  const examples = useExamples(chatId, urlsIn(useMessages()));
  return useMemo(
    () => ({
      chosen: isOn ? examples : NOBODY,
      choice: <ExamplesSwitch examples={examples} isOn={isOn} onChange={setOn} />,
    }),
    [examples, isOn],
  );
}

/** By the messages they were read from, which every answer of a chat asks for. */
const known = new WeakMap<readonly Message[], readonly string[]>();

function urlsIn(messages: readonly Message[]): readonly string[] {
  const urls = known.get(messages) ?? peopleIn(messages);
  known.set(messages, urls);
  return urls;
}
