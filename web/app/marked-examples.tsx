import { type ReactNode, useMemo, useState } from 'react';
import type { Message } from '#shared/message.ts';
import { useMessages } from '#web/features/chats/index.ts';
import { peopleIn } from '#web/features/chats/turns/basis.ts';
import { type Example, ExamplesSwitch, useExamples } from '#web/features/lists/index.ts';

const NOBODY: readonly Example[] = [];

/**
 * People of the chat's answers that the user has marked good or bad, as examples for finding more.
 * @returns the examples to send with the next search for more people (none unless switched on), and the switch itself
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

/** A cache keyed by the messages, since every answer of a chat asks for the same ones. */
const urlCache = new WeakMap<readonly Message[], readonly string[]>();

function urlsIn(messages: readonly Message[]): readonly string[] {
  const urls = urlCache.get(messages) ?? peopleIn(messages);
  urlCache.set(messages, urls);
  return urls;
}
