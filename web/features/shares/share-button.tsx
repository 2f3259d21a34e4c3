import { useEffect, useEffectEvent, useState } from 'react';
import type { Person } from '#web/features/people/index.ts';
import { inDigits } from '#web/lib/format.ts';
import { IconButton, lazyComponent, Part, PartMissing } from '#web/ui/index.ts';
import { SHARE } from '#web/ui/later-icons.ts';
import { SHARING, type Shareable } from './share.ts';

interface ShareButtonProps extends Omit<Shareable, 'people'> {
  /** Asked for when somebody wants to share them. */
  people: () => readonly Person[];
  disabled?: boolean;
  /** How many of all were selected to be shared. */
  selected?: number;
}

const ShareDialog = lazyComponent(() => import('./share-dialog.tsx'), 'ShareDialog', { isPrefetched: false });

/** Makes a link to people, for an answer or a list. Who has signed in to share a list goes on with that. */
export function ShareButton({ people, disabled = false, selected = 0, ...shareable }: ShareButtonProps) {
  const [shared, setShared] = useState<readonly Person[]>();
  const goOn = useEffectEvent(() => {
    if (shareable.kind !== 'list' || location.hash !== SHARING) return;
    history.replaceState(history.state, '', location.pathname);
    setShared(people());
  });
  useEffect(() => goOn(), []);
  return (
    <>
      <IconButton
        icon={SHARE}
        label={selected > 0 ? `Share ${inDigits(selected)} selected` : 'Share'}
        size="small"
        aria-haspopup="dialog"
        disabled={disabled}
        onClick={() => setShared(people())}
      />
      {shared && (
        <Part missing={<PartMissing floating />}>
          <ShareDialog {...shareable} people={shared} onClose={() => setShared(undefined)} />
        </Part>
      )}
    </>
  );
}
