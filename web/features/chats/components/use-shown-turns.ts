import { useMemo } from 'react';
import { useMessages, usePage, useSession } from '../chat-context.tsx';
import { type ChosenVersions, shownTurns, type Turn } from '../turns.ts';
import { chosenVersions } from '../versions.ts';

/** The turns of the current chat that are shown, oldest first, with the choice of versions they follow from. */
export function useShownTurns(): { turns: readonly Turn[]; chosen: ChosenVersions } {
  const session = useSession();
  const messages = useMessages();
  const changed = usePage((page) => page.chosen);
  const chosen = useMemo(() => changed ?? chosenVersions(session), [changed, session]);
  const turns = useMemo(() => shownTurns(messages, chosen), [messages, chosen]);
  return { turns, chosen };
}
