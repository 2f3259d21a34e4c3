import type { Criterion } from '#shared/criteria.ts';
import type { DisplayData } from '#shared/results.ts';
import { buttonClass, Icon } from '#web/ui/index.ts';
import { EYE_OFF, INFO } from '#web/ui/lazy-icons.ts';
import { NOTHING_ADJUSTED } from './adjustments.ts';
import { BriefAlone } from './brief.tsx';
import { Chips } from './criteria-chips.tsx';
import { type CriteriaEditing, EditedCriteria } from './edited-criteria.tsx';

interface CriteriaProps extends Pick<DisplayData, 'criteria' | 'sensitive'> {
  areNamesHidden: boolean;
  /** A short form of a long request. */
  brief?: string | undefined;
  /** What readers can adjust; undefined while there is no answer. */
  editing?: CriteriaEditing | undefined;
  /** The answer, and with it the controls for adjusting the criteria, is still to come. */
  provisional?: boolean;
}

/** The criteria that everybody in the answer is compared with, any notes on them, and the reader's adjustments. */
export function Criteria(props: CriteriaProps) {
  const { criteria = [], sensitive = [], areNamesHidden, brief, editing, provisional = false } = props;
  const caution = cautionOn(sensitive, criteria);
  if (criteria.length === 0 && caution === undefined && !areNamesHidden && !brief) return null;
  return (
    <div data-print="whole" className="flex flex-col gap-2">
      <h2 className="sr-only">Criteria</h2>
      {editing === undefined || criteria.length === 0 ? (
        <Chips criteria={criteria} adjustments={NOTHING_ADJUSTED}>
          {provisional ? <ButtonsPlaceholder /> : brief && <BriefAlone brief={brief} />}
        </Chips>
      ) : (
        <EditedCriteria criteria={criteria} brief={brief} {...editing} />
      )}
      {caution !== undefined && (
        <p dir="auto" className="flex max-w-prose items-start gap-2 text-ink-muted text-small">
          <Icon name={INFO} size={14} className="mt-0.75 text-ink-subtle" />
          {caution}
        </p>
      )}
      {areNamesHidden && (
        <p className="flex items-start gap-2 text-ink-muted text-small">
          <Icon name={EYE_OFF} size={14} className="mt-0.75 text-ink-subtle" />
          Names, pronouns and profile links are hidden.
        </p>
      )}
    </div>
  );
}

/** Reserves space for the buttons that come with the answer, so that nothing below moves when they appear. */
const ButtonsPlaceholder = () => (
  <div aria-hidden data-print="hide" className="invisible flex flex-wrap items-center gap-x-1">
    {['Add', 'Google query'].map((name) => (
      <span key={name} className={buttonClass({ variant: 'quiet', size: 'small', className: 'min-h-7' })}>
        <Icon name="plus" size={14} />
        {/* Neither announced nor copied. */}
        <span data-name={name} className="before:content-[attr(data-name)]" />
      </span>
    ))}
  </div>
);

const AGE_PATTERN =
  /\b(?:age[ds]?|young|old(?:er)?|under \d\d|over \d\d|born|millennials?|gen(?:eration)? [xyz])\b/i;

/** Job requirements to suggest in place of personal characteristics. */
const ALTERNATIVES = {
  nationality: ['language skills', 'work permit', 'local experience'],
  age: ['years of experience', 'level of responsibility'],
  other: ['skills', 'qualifications', 'relevant experience'],
} as const;

/** A caution that hiring must not depend on some of the criteria, with what to ask for instead; undefined if none of them is sensitive. */
function cautionOn(sensitive: readonly string[], criteria: readonly Criterion[]): string | undefined {
  if (sensitive.length === 0) return undefined;
  const kinds = sensitive.map((text) => ({ text, kind: kindOf(text, criteria) }));
  const names = kinds.map(({ text, kind }) =>
    kind === 'nationality' ? `Nationality (${text})` : `“${text}”`,
  );
  const alternatives = new Set(kinds.flatMap(({ kind }) => ALTERNATIVES[kind]));
  const these = names.length === 1 ? 'this' : 'these';
  return `${names.join(', ')}: using ${these} for hiring may be unlawful where you are. Consider what the job needs instead: ${[...alternatives].join(', ')}.`;
}

function kindOf(text: string, criteria: readonly Criterion[]): keyof typeof ALTERNATIVES {
  if (criteria.some((criterion) => criterion.text === text && criterion.subject === 'nationality'))
    return 'nationality';
  return AGE_PATTERN.test(text) ? 'age' : 'other';
}
