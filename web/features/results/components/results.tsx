import { memo, useMemo, useRef } from 'react';
import { TOP_MATCHES_SCORE } from '#shared/constants.ts';
import type { DisplayData } from '#shared/display.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Spinner } from '#web/ui/spinner.tsx';
import { useReorderMotion } from '../hooks/use-reorder-motion.ts';
import type { RankedProfiles } from '../model/rank-profiles.ts';
import { rankProfiles } from '../model/rank-profiles.ts';
import { OtherProfiles } from './other-profiles.tsx';
import { ProfileGrid } from './profile-grid.tsx';

interface ResultsProps {
  data: DisplayData;
  /** The search still runs: scores and order may change. */
  provisional?: boolean;
}

/** The directory of specification §2, 'Result display'. */
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
