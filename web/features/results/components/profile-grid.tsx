import type { RankedProfile } from '../model/rank-profiles.ts';
import { ProfileCard } from './profile-card.tsx';

/** Two columns where there is room for two, best first, read row by row. */
export function ProfileGrid({ profiles }: { profiles: readonly RankedProfile[] }) {
  return (
    <ol className="grid @pair:grid-cols-2 grid-cols-1 gap-x-3">
      {profiles.map(({ profile, rank }) => (
        <li
          key={profile.id}
          data-profile={profile.id}
          className="row-span-6 mb-3 grid min-w-0 animate-appear grid-cols-1 grid-rows-subgrid"
        >
          <ProfileCard profile={profile} rank={rank} />
        </li>
      ))}
    </ol>
  );
}
