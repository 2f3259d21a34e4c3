import { Link } from 'wouter';
import { buttonClass } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';

const LOOKS = buttonClass({ variant: 'quiet', size: 'small' });

/** The ways to the smaller screens, at the foot of the sidebar. */
export function SidebarLinks({ onShortcuts }: { onShortcuts: () => void }) {
  return (
    <>
      <Link href="/data" className={LOOKS}>
        <Icon name="database" size={14} />
        Local data
      </Link>
      <button type="button" onClick={onShortcuts} className={LOOKS}>
        <Icon name="keyboard" size={14} />
        Shortcuts
      </button>
    </>
  );
}
