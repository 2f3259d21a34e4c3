import { classNames } from '#web/ui/index.ts';

const BANDS = {
  good: { badge: 'bg-good-soft text-good', fill: 'bg-good-solid', bars: 3 },
  fair: { badge: 'bg-fair-soft text-fair', fill: 'bg-fair-solid', bars: 2 },
  poor: { badge: 'bg-poor-soft text-poor', fill: 'bg-poor-solid', bars: 1 },
} as const;

/** The score with one, two or three bars next to it, so that colour is not the only sign of good or poor. */
export function ScoreBadge({ score }: { score: number }) {
  const band = scoreBand(score);
  const { badge, bars } = BANDS[band];
  return (
    <span
      data-score={band}
      className={classNames(
        'inline-flex h-7 shrink-0 animate-appear items-center gap-1.5 rounded-full pe-2.5 ps-2 font-semibold text-body tabular-nums',
        badge,
      )}
    >
      <svg viewBox="0 0 12 12" width="0.75rem" height="0.75rem" fill="currentColor" aria-hidden="true">
        {[0, 1, 2].map((bar) => (
          <rect
            key={bar}
            x={bar * 4.25}
            y={8 - bar * 3.5}
            width="3"
            height={4 + bar * 3.5}
            rx="1"
            opacity={bar < bars ? 1 : 0.25}
          />
        ))}
      </svg>
      <span>{percent(score)}</span>
    </span>
  );
}

/** The 'Match' line, below a bar that fills with the score: the bars of neighbouring cards can be compared at a glance. */
export function MatchLine({ score }: { score: number }) {
  return (
    <>
      <div className="absolute inset-x-0 top-0 h-0.75 overflow-hidden bg-line" aria-hidden="true">
        <div
          className={classNames('h-full transition-[width] duration-200', BANDS[scoreBand(score)].fill)}
          style={{ width: percent(score) }}
        />
      </div>
      <span className="whitespace-nowrap py-1 text-ink-muted text-small tabular-nums">
        {`Match: ${percent(score)}`}
      </span>
    </>
  );
}

/** The lowest scores of the upper bands. */
const GOOD_SCORE = 80;
const FAIR_SCORE = 60;

/** The band of a score, shown in green, yellow or red. */
export function scoreBand(score: number): keyof typeof BANDS {
  if (score >= GOOD_SCORE) return 'good';
  return score >= FAIR_SCORE ? 'fair' : 'poor';
}

/** A score for display. Truncated, not rounded: 69.6 ranks among the scores below 70 and has to read like one of them. */
export const percent = (score: number): string => `${Math.floor(score)}%`;
