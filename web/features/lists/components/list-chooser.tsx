import { useLayoutEffect } from 'react';
import { useStore } from 'zustand/react';
import { FloatingPart, lazyComponent } from '#web/ui/index.ts';
import { type Choosing, useListSession } from '../list-session.ts';

const ChooseLists = lazyComponent(() => import('./choose-lists.tsx'), 'ChooseLists');

/** Opens the dialog for choosing people's lists. It outlives the button that opens it: a toast offers it for longer. */
export function useChooser(): (choosing: Choosing) => void {
  const { status } = useListSession();
  return (choosing) => status.setState({ choosing });
}

/** The dialog for choosing people's lists, while it is open. Rendered once by each screen that deals with lists. */
export function ListChooser() {
  const { status } = useListSession();
  const choosing = useStore(status, (state) => state.choosing);
  const close = () => status.setState({ choosing: undefined });
  // A dialog that was open on another screen does not reappear on this one.
  useLayoutEffect(() => status.setState({ choosing: undefined }), [status]);
  return (
    choosing && (
      <FloatingPart onClose={close}>
        <ChooseLists {...choosing} onClose={close} />
      </FloatingPart>
    )
  );
}
