import { useEffect, useEffectEvent, useState } from 'react';
import { inDigits } from '#web/lib/format.ts';
import { FloatingPart, IconButton, lazyComponent } from '#web/ui/index.ts';
import { SHARE } from '#web/ui/lazy-icons.ts';
import { isPart, type Shareable, sharingHash } from './share.ts';

interface ShareButtonProps extends Omit<Shareable, 'people'> {
  /** Called when the user wants to share them. */
  people: () => Shareable['people'];
  /** The answer that the people are from; without it, they are a list's. */
  answerId?: string | undefined;
  disabled?: boolean;
  /** How many people were selected to be shared. */
  selected?: number;
}

const ShareDialog = lazyComponent(() => import('./share-dialog.tsx'), 'ShareDialog', { isPrefetched: false });

/** Makes a link to people, for an answer or a list. A user who had to sign in to share all of them continues here afterwards. */
export function ShareButton({
  people,
  answerId,
  disabled = false,
  selected = 0,
  ...shareable
}: ShareButtonProps) {
  // As they were when the user chose to share: another tab may show or hide names while the dialog is open.
  const [shared, setShared] = useState<Shareable>();
  const share = () => setShared({ ...shareable, people: people() });
  const resumeSharing = useEffectEvent(() => {
    const isOfAll = location.hash === sharingHash(answerId, false);
    if (!isOfAll && location.hash !== sharingHash(answerId, true)) return;
    history.replaceState(history.state, '', location.pathname + (answerId ? `#${answerId}` : ''));
    if (isOfAll) share();
  });
  useEffect(() => resumeSharing(), []);
  const close = () => setShared(undefined);
  return (
    <>
      <IconButton
        icon={SHARE}
        label={selected > 0 ? `Share ${inDigits(selected)} selected` : 'Share'}
        size="small"
        aria-haspopup="dialog"
        disabled={disabled}
        onClick={share}
      />
      {shared && (
        <FloatingPart onClose={close}>
          <ShareDialog {...shared} hash={sharingHash(answerId, isPart(shared))} onClose={close} />
        </FloatingPart>
      )}
    </>
  );
}
