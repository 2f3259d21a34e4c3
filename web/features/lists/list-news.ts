import { useEffect } from 'react';
import { useStore } from 'zustand/react';
import { useChatActions, usePage } from '#web/features/chats/index.ts';
import { useToast } from '#web/ui/index.ts';
import { type ListStatus, useListSession } from './list-session.ts';

/** Notices about the lists: that changes are not saved yet, and messages from storage. */
export const useListNotices = (): Pick<ListStatus, 'unsaved' | 'reason' | 'notices'> & {
  dismiss: (notice: string) => void;
} => {
  const { unsaved, reason, notices: ownNotices } = useStore(useListSession().status);
  const notices = usePage((page) => page.notices).filter((text) => ownNotices.includes(text));
  return { unsaved, reason, notices, dismiss: useChatActions().dismissNotice };
};

const UNREACHABLE = 'Your lists cannot be reached just now.';

const unsavedText = ({ reason = UNREACHABLE }: ListStatus) =>
  `${reason} Your changes are kept, and saved as soon as possible.`;

/** Shows a toast for a change once it is saved or kept for later. If it is only kept, the toast says so instead of its message. */
export function useChangeToast(): ReturnType<typeof useToast> {
  const { status } = useListSession();
  const toast = useToast();
  return (made) => {
    const state = status.getState();
    toast(state.unsaved > 0 ? { ...made, message: unsavedText(state) } : made);
  };
}

/** Shows toasts for refusals. Called once by each screen that deals with lists. */
export function useRefusalToasts(): void {
  const { status } = useListSession();
  const toast = useToast();
  const refusal = useStore(status, ({ refusals }) => refusals[0]);
  useEffect(() => {
    if (refusal === undefined) return;
    toast({ message: refusal });
    status.setState(({ refusals }) => ({ refusals: refusals.slice(1) }));
  }, [refusal, status, toast]);
}

/** For a screen without the lists' notices: also shows toasts for changes that could not be saved yet, and once they have been. */
export function ListNewsToasts() {
  const { status } = useListSession();
  const toast = useToast();
  const isUnsaved = useStore(status, ({ unsaved }) => unsaved > 0);
  useRefusalToasts();
  useEffect(() => {
    if (!isUnsaved) return;
    toast({ message: unsavedText(status.getState()), keepsActions: true });
    // What is refused is not saved, and the toast about that stays.
    let isRefused = false;
    const stop = status.subscribe(({ refusals }) => {
      isRefused ||= refusals.length > 0;
    });
    return () => {
      stop();
      if (status.getState().unsaved === 0 && !isRefused)
        toast({ message: 'Your changes to lists are saved.', keepsActions: true });
    };
  }, [isUnsaved, status, toast]);
  return null;
}
