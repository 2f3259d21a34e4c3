import { useId, useState } from 'react';
import { classNames } from '#web/ui/class-names.ts';
import { Icon } from '#web/ui/icon.tsx';
import type { RankedProfile } from '../model/rank-profiles.ts';
import { ProfileGrid } from './profile-grid.tsx';

/** The profiles below the threshold, folded away until asked for. Paper shows them always. */
export function OtherProfiles({ profiles }: { profiles: readonly RankedProfile[] }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <section>
      <h2>
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
          className="flex min-h-11 w-full items-center gap-2 rounded-medium border border-line px-4 text-start font-medium text-ink-muted transition-[background-color,color] hover:bg-hover hover:text-ink"
        >
          Other Relevant Profiles
          <span className="text-ink-subtle tabular-nums">{profiles.length}</span>
          <Icon
            name="chevron-down"
            className={classNames('ms-auto transition-[rotate]', open && 'rotate-180')}
          />
        </button>
      </h2>
      <div id={id} data-print="show" className={classNames('mt-3', !open && 'hidden')}>
        <ProfileGrid profiles={profiles} />
      </div>
    </section>
  );
}
