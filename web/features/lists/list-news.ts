import { useEffect } from 'react';
import { useStore } from 'zustand/react';
import { useChatActions, usePage } from '#web/features/chats/index.ts';
import { useToast } from '#web/ui/index.ts';
import { type ListStatus, useHome } from './list-home.ts';

/** Notices about the lists: that changes are not saved yet, and messages from storage. */
export const useListNotices = (): Pick<ListStatus, 'unsaved' | 'notices'> & {
  dismiss: (notice: string) => void;
} => {
  const { unsaved, notices: ownNotices } = useStore(useHome().status);
  const notices = usePage((page) => page.notices).filter((text) => ownNotices.includes(text));
  return { unsaved, notices, dismiss: useChatActions().dismissNotice };
};

const UNSAVED =
  'Your lists cannot be reached just now. Your changes are kept, and saved as soon as they can be reached.';

/** Shows toasts for refusals and for changes that could not be saved yet. Rendered once by each screen that deals with lists. */
export function ListNewsToasts() {
  const { status } = useHome();
  const toast = useToast();
  const refusal = useStore(status, ({ refusals }) => refusals[0]);
  const isUnsaved = useStore(status, ({ unsaved }) => unsaved > 0);
  useEffect(() => {
    if (refusal === undefined) return;
    toast({ message: refusal });
    status.setState(({ refusals }) => ({ refusals: refusals.slice(1) }));
  }, [refusal, status, toast]);
  useEffect(() => {
    if (isUnsaved) toast({ message: UNSAVED });
  }, [isUnsaved, toast]);
  return null;
}
