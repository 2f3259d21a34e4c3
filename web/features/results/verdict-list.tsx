import { type ReactNode, useId, useState } from 'react';
import type { Verdict } from '#shared/criteria.ts';
import type { DisplayProfile } from '#shared/results.ts';
import { classNames, Icon } from '#web/ui/index.ts';
import { CHEVRON_DOWN } from '#web/ui/lazy-icons.ts';
import * as verdicts from './verdicts.ts';

interface VerdictListProps {
  judged: readonly verdicts.Judged[];
  profile: DisplayProfile;
  /** Shows the evidence initially. */
  showsEvidence?: boolean;
}

/** How a person meets the answer's criteria: a summary at a glance, with the evidence behind a button. */
export function VerdictList({ judged, profile, showsEvidence = false }: VerdictListProps) {
  const id = useId();
  const [isOpen, setOpen] = useState(showsEvidence);
  if (judged.length === 0) return null;
  return (
    <div className="mx-gutter mt-3 border-line border-t pt-2.5 text-small">
      <div className="flex items-start justify-between gap-3">
        <p className="font-medium tabular-nums">
          <span className="sr-only">Criteria: </span>
          {verdicts.summarise(judged)}
        </p>
        <button
          type="button"
          aria-label={`Evidence: ${profile.fullName}`}
          aria-expanded={isOpen}
          aria-controls={id}
          data-print="hide"
          onClick={() => setOpen(!isOpen)}
          className="relative inline-flex shrink-0 items-center gap-0.5 font-medium text-ink-subtle underline-offset-2 hover:text-ink hover:underline touch:before:absolute touch:before:-inset-3"
        >
          Evidence
          <Icon
            name={CHEVRON_DOWN}
            size={14}
            className={classNames('transition-[rotate]', isOpen && 'rotate-180')}
          />
        </button>
      </div>
      <ul
        data-print="hide"
        className={classNames('mt-1 flex flex-wrap gap-x-3 gap-y-0.5', isOpen && 'hidden')}
      >
        {judged.map(({ criterion, verdict }) => (
          <li key={criterion.id} className="flex min-w-0 max-w-full items-center gap-1 text-ink-muted">
            <Mark verdict={verdict.verdict} />
            <bdi className="max-w-60 truncate">{verdicts.labelOf(criterion)}</bdi>
          </li>
        ))}
      </ul>
      <Evidence id={id} isOpen={isOpen} judged={judged} profile={profile} />
    </div>
  );
}

interface EvidenceProps extends Pick<VerdictListProps, 'judged' | 'profile'> {
  id: string;
  isOpen: boolean;
}

/** Each verdict with its quote; those without one share a line. */
function Evidence({ id, isOpen, judged, profile }: EvidenceProps) {
  const struck = verdicts.describeStruck(profile);
  const unclear = judged.filter(({ verdict }) => verdict.verdict === 'unclear');
  return (
    <div id={id} data-print="show" className={isOpen ? undefined : 'hidden'}>
      <ul>
        {judged.map(
          ({ criterion, verdict }) =>
            verdict.verdict !== 'unclear' && (
              <EvidenceItem key={criterion.id} mark={verdict.verdict}>
                <p className="print:me-1 print:inline">
                  <bdi className="font-medium">{verdicts.labelOf(criterion)}</bdi>
                  {criterion.need === 'preferred' && <span className="text-ink-subtle"> · nice to have</span>}
                </p>
                <p className="text-ink-muted print:inline">
                  <q>
                    <bdi>{verdict.quote}</bdi>
                  </q>
                  <span className="whitespace-nowrap text-ink-subtle"> – {verdicts.sourceOf(verdict)}</span>
                </p>
              </EvidenceItem>
            ),
        )}
        {unclear.length > 0 && (
          <EvidenceItem mark="unclear">
            <p dir="auto" className="font-medium">
              {unclear.map(({ criterion }) => verdicts.labelOf(criterion)).join(' · ')}
            </p>
            <p className="text-ink-muted">{verdicts.describeUnclear(unclear.length, profile)}</p>
          </EvidenceItem>
        )}
      </ul>
      {struck !== undefined && <p className="mt-2 text-ink-subtle">{struck}</p>}
    </div>
  );
}

function EvidenceItem({ mark, children }: { mark: Verdict['verdict']; children: ReactNode }) {
  return (
    <li className="mt-1.5 flex items-start gap-1.5">
      <Mark verdict={mark} className="mt-1" />
      <div className="min-w-0">{children}</div>
    </li>
  );
}

/** Distinguished by shape first; the colour only repeats it. */
const MARKS = {
  met: { path: 'm5 12.5 4.5 4.5L19 7.5', tone: 'text-good' },
  notMet: { path: 'M6.5 6.5l11 11M17.5 6.5l-11 11', tone: 'text-poor' },
  unclear: { path: 'M8 8.6a4 4 0 1 1 5.8 3.6c-1.2.6-1.8 1.3-1.8 2.6M12 19v.1', tone: 'text-ink-subtle' },
} as const;

/** A verdict as a shape and, for people who cannot see it, as a word. */
export function Mark({ verdict, className }: { verdict: Verdict['verdict']; className?: string }) {
  const { path, tone } = MARKS[verdict];
  return (
    <>
      <svg
        data-verdict={verdict}
        viewBox="0 0 24 24"
        width="0.875rem"
        height="0.875rem"
        fill="none"
        stroke="currentColor"
        strokeWidth="2.5"
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        className={classNames('shrink-0', tone, className)}
      >
        <path d={path} />
      </svg>
      <span className="sr-only">{verdicts.VERDICT_WORDS[verdict]}: </span>
    </>
  );
}
