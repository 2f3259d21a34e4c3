import { memo, useId, useMemo, useRef, useState } from 'react';
import { TOP_MATCHES_SCORE } from '#shared/limits.ts';
import type { DisplayData } from '#shared/results.ts';
import { Badge, classNames, Icon, Spinner } from '#web/ui/index.ts';
import { ProfileCard, type RankedProfile } from './profile-card.tsx';
import { useReorderMotion } from './use-reorder-motion.ts';

interface ResultsProps {
  data: DisplayData;
  /** The search still runs: scores and order may change. */
  provisional?: boolean;
}

/** The directory (docs/behaviour.md#results). */
export const Results = memo(function Results({ data, provisional = false }: ResultsProps) {
  const ranked = useMemo(() => rankProfiles(data), [data]);
  const root = useRef<HTMLDivElement>(null);
  useReorderMotion(root);
  const { top, other } = ranked;
  const count = top.length + other.length;
  const isUnranked = provisional && top.length === 0;
  if (count === 0) return provisional ? null : <NoProfiles />;
  return (
    <div ref={root} className="@container flex flex-col gap-3" aria-busy={provisional}>
      {top.length > 0 ? (
        <section>
          <div className="mb-3 flex flex-wrap items-center gap-2">
            <h2 className="font-semibold text-title">Top Matches</h2>
            <Badge>{TOP_MATCHES_SCORE}%+ relevance</Badge>
            <span className="text-ink-subtle tabular-nums">{top.length}</span>
            {provisional && <Ranking />}
          </div>
          <ProfileGrid profiles={top} />
        </section>
      ) : (
        <div className="flex flex-wrap items-center gap-2 text-ink-muted">
          {provisional ? (
            <Ranking />
          ) : (
            <p>No profile reached {TOP_MATCHES_SCORE}%. The closest ones are below.</p>
          )}
        </div>
      )}
      {/* Until the first ones rank they would only be pushed away by those that do. */}
      {!isUnranked && other.length > 0 && <OtherProfiles profiles={other} />}
      {!isUnranked && <Summary data={data} ranked={ranked} />}
    </div>
  );
});

function NoProfiles() {
  return (
    <div className="flex items-start gap-3 rounded-large border border-line border-dashed px-4 py-5">
      <Icon name="search" size={18} className="mt-0.5 text-ink-subtle" />
      <div>
        <p className="font-medium">No profiles found matching your criteria.</p>
        <p className="text-ink-muted">
          Fewer or broader criteria find more people: a country instead of a city, a field instead of a title.
        </p>
      </div>
    </div>
  );
}

function Ranking() {
  return (
    <span className="ms-auto inline-flex items-center gap-2 text-ink-subtle text-small">
      <Spinner size={13} />
      Still ranking
    </span>
  );
}

function Summary({ data, ranked: { top, other } }: { data: DisplayData; ranked: RankedProfiles }) {
  const verified = [...top, ...other].filter(({ profile }) => profile.isVerified).length;
  return (
    <p className="text-ink-subtle text-small tabular-nums">
      Showing {top.length + other.length} profile(s)
      {data.useDeepResearch &&
        ` • ${verified} verified via ${data.profileProvider ?? 'the profile-data provider'}`}
    </p>
  );
}

/** The profiles below the threshold, folded away until asked for. Paper shows them always. */
function OtherProfiles({ profiles }: { profiles: readonly RankedProfile[] }) {
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

/** Two columns where there is room for two, best first, read row by row. */
function ProfileGrid({ profiles }: { profiles: readonly RankedProfile[] }) {
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

interface RankedProfiles {
  top: readonly RankedProfile[];
  other: readonly RankedProfile[];
}

/** Verified and other profiles together, highest score first, equals in the order they came in, split at the Top Matches threshold. */
export function rankProfiles({ verifiedProfiles, otherProfiles }: DisplayData): RankedProfiles {
  const ranked = [...verifiedProfiles, ...otherProfiles]
    .sort((one, two) => two.relevanceScore - one.relevanceScore)
    .map((profile, index) => ({ profile, rank: index + 1 }));
  const isTop = ({ profile }: RankedProfile) => profile.relevanceScore >= TOP_MATCHES_SCORE;
  return { top: ranked.filter(isTop), other: ranked.filter((entry) => !isTop(entry)) };
}
