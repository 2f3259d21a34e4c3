import type { DisplayProfile } from '#shared/results.ts';
import { SEARCH_ERRORS } from '#shared/search-errors.ts';
import { Icon } from '#web/ui/index.ts';
import { Clamped } from './clamped.tsx';
import { percent } from './score.tsx';
import { recordDay } from './verdicts.ts';

const [FAILURE_PREFIX = ''] = SEARCH_ERRORS.verificationFailed('\0').split('\0');

/** What is said of a person's verification: its reasoning, or why it failed. Undefined if there was none, or a warning says so. */
export function shownVerification({
  isVerified,
  isOtherPerson,
  verificationReasoning = '',
}: DisplayProfile): string | undefined {
  if (isVerified) return verificationReasoning || SEARCH_ERRORS.noReasoning;
  return isOtherPerson || !verificationReasoning.startsWith(FAILURE_PREFIX)
    ? undefined
    : verificationReasoning;
}

/** The result of the verification: its reasoning, how it changed the score and how old the record is; or why it failed. */
export function Verification({ profile }: { profile: DisplayProfile }) {
  const { isVerified, scoreMove } = profile;
  const text = shownVerification(profile);
  const day = recordDay(profile);
  if (text === undefined) return null;
  if (isVerified)
    return (
      <div className="mx-gutter mt-3 flex flex-col gap-1 rounded-medium bg-accent-soft px-3 py-2 text-ink text-small">
        {scoreMove && <ScoreMove name={profile.fullName} {...scoreMove} />}
        <Clamped
          lead={<strong className="font-semibold text-accent">Verification:</strong>}
          text={text}
          what="verification"
          name={profile.fullName}
          lines={3}
          ground="accent"
        />
        {day !== undefined && <p className="text-caption text-ink-muted tabular-nums">Record of {day}</p>}
      </div>
    );
  return (
    <p dir="auto" className="mx-gutter mt-3 rounded-medium bg-well px-3 py-2 text-ink-muted text-small">
      {text}
    </p>
  );
}

function ScoreMove({ name, from, to, reason }: NonNullable<DisplayProfile['scoreMove']> & { name: string }) {
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
      name={name}
      lines={2}
      ground="accent"
    />
  );
}
