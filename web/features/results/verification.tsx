import type { DisplayProfile } from '#shared/results.ts';
import { SEARCH_ERRORS } from '#shared/search-errors.ts';
import { Icon } from '#web/ui/index.ts';
import { Clamped } from './clamped.tsx';
import { percent } from './score.tsx';
import { recordDay } from './verdicts.ts';

const [FAILURE_PREFIX = ''] = SEARCH_ERRORS.verificationFailed('\0').split('\0');

/** The result of the verification: its reasoning, how it changed the score and how old the record is; or why it failed. */
export function Verification({ profile }: { profile: DisplayProfile }) {
  const { isVerified, isOtherPerson, verificationReasoning = '', scoreMove } = profile;
  const day = recordDay(profile);
  if (isVerified)
    return (
      <div className="mx-gutter mt-3 flex flex-col gap-1 rounded-medium bg-accent-soft px-3 py-2 text-ink text-small">
        {scoreMove && <ScoreMove {...scoreMove} />}
        <Clamped
          lead={<strong className="font-semibold text-accent">Verification:</strong>}
          text={verificationReasoning || SEARCH_ERRORS.noReasoning}
          what="verification"
          lines={3}
          ground="accent"
        />
        {day !== undefined && <p className="text-caption text-ink-muted tabular-nums">Record of {day}</p>}
      </div>
    );
  // A warning says so.
  if (isOtherPerson || !verificationReasoning.startsWith(FAILURE_PREFIX)) return null;
  return (
    <p dir="auto" className="mx-gutter mt-3 rounded-medium bg-well px-3 py-2 text-ink-muted text-small">
      {verificationReasoning}
    </p>
  );
}

function ScoreMove({ from, to, reason }: NonNullable<DisplayProfile['scoreMove']>) {
  return (
    <Clamped
      lead={
        <strong className="font-semibold tabular-nums">
          <span className="sr-only">
            Score from {percent(from)} to {percent(to)}
          </span>
          <span aria-hidden="true" className="inline-flex items-center gap-1">
            {Math.floor(from)}
            <Icon name="arrow-right" size={13} />
            {Math.floor(to)}
          </span>
          :
        </strong>
      }
      text={reason}
      what="change of the score"
      lines={2}
      ground="accent"
    />
  );
}
