import { useEffect, useState } from 'react';
import { useSession } from '../chat-context.tsx';
import type { HistoryIndex } from './find.ts';
import { knownHistory, readHistory } from './history.ts';

/** The search index: at once with what is known, complete when it has been read. */
export function useHistory() {
  const session = useSession();
  const [state, setState] = useState(() => ({
    index: knownHistory(session),
    status: 'reading' as 'reading' | 'read' | 'failed',
  }));
  const [tries, setTries] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt reads again
  useEffect(() => {
    let isShown = true;
    const show = (index: HistoryIndex, status: typeof state.status) => isShown && setState({ index, status });
    readHistory(session, (index) => show(index, 'reading')).then(
      (index) => show(index, 'read'),
      () => show(knownHistory(session), 'failed'),
    );
    return () => {
      isShown = false;
    };
  }, [session, tries]);
  return {
    /** A new object whenever the index has changed. */
    history: state,
    retry: () => {
      setState((now) => ({ ...now, status: 'reading' }));
      setTries((now) => now + 1);
    },
  };
}
