import type { Criterion } from '#shared/criteria.ts';
import type { DisplayData } from '#shared/results.ts';
import { classNames, Icon } from '#web/ui/index.ts';
import { INFO } from '#web/ui/later-icons.ts';
import { EyeOff } from './hide-names.tsx';

const NEEDS = [
  { need: 'required', name: 'Required', look: 'border-line-strong/60 bg-surface text-ink' },
  { need: 'preferred', name: 'Nice to have', look: 'border-line-strong border-dashed text-ink-muted' },
  { need: 'excluded', name: 'Excluded', look: 'border-line bg-well text-ink-muted' },
] as const;

type CriteriaProps = Pick<DisplayData, 'criteria' | 'sensitive'> & { areNamesHidden: boolean };

/** What everybody in the answer is held against, and what is to be known of that. */
export function Criteria({ criteria = [], sensitive = [], areNamesHidden }: CriteriaProps) {
  const caution = cautionOn(sensitive, criteria);
  if (criteria.length === 0 && caution === undefined && !areNamesHidden) return null;
  return (
    <div data-print="whole" className="flex flex-col gap-2">
      <h2 className="sr-only">Criteria</h2>
      {criteria.length > 0 && (
        <dl className="flex flex-wrap gap-x-5 gap-y-2">
          {NEEDS.map(({ need, name, look }) => {
            const asked = criteria.filter((criterion) => criterion.need === need);
            if (asked.length === 0) return null;
            return (
              <div key={need} className="flex min-w-0 flex-wrap items-center gap-1.5">
                <dt className="me-0.5 text-caption text-ink-subtle">{name}</dt>
                {asked.map((criterion) => (
                  <dd
                    key={criterion.id}
                    className={classNames(
                      'inline-flex min-w-0 items-center gap-1 rounded-large border px-2.5 py-px text-small',
                      look,
                    )}
                  >
                    {need === 'excluded' && <NotAllowed />}
                    <span dir="auto" className="min-w-0">
                      {criterion.text}
                    </span>
                  </dd>
                ))}
              </div>
            );
          })}
        </dl>
      )}
      {caution !== undefined && (
        <p dir="auto" className="flex items-start gap-2 text-ink-muted text-small">
          <Icon name={INFO} size={14} className="mt-0.75 text-ink-subtle" />
          {caution}
        </p>
      )}
      {areNamesHidden && (
        <p className="flex items-start gap-2 text-ink-muted text-small">
          <EyeOff size={14} className="mt-0.75 text-ink-subtle" />
          Names, pronouns and profile links are hidden.
        </p>
      )}
    </div>
  );
}

const NotAllowed = () => (
  <svg
    viewBox="0 0 12 12"
    width="0.75rem"
    height="0.75rem"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.25"
    aria-hidden="true"
    className="shrink-0"
  >
    <circle cx="6" cy="6" r="4.75" />
    <path d="m2.75 9.25 6.5-6.5" />
  </svg>
);

const AGE = /\b(?:age[ds]?|young|old(?:er)?|under \d\d|over \d\d|born|millennials?|gen(?:eration)? [xyz])\b/i;

/** What a job may need where somebody asks for who a person is. */
const INSTEAD = {
  nationality: ['language skills', 'work permit', 'local experience'],
  age: ['years of experience', 'level of responsibility'],
  other: ['skills', 'qualifications', 'relevant experience'],
} as const;

/** That hiring may not turn on some of what is asked for, and what to ask for instead; undefined where all of it is fine. */
function cautionOn(sensitive: readonly string[], criteria: readonly Criterion[]): string | undefined {
  if (sensitive.length === 0) return undefined;
  const kinds = sensitive.map((text) => ({ text, kind: kindOf(text, criteria) }));
  const names = kinds.map(({ text, kind }) =>
    kind === 'nationality' ? `Nationality (${text})` : `“${text}”`,
  );
  const instead = new Set(kinds.flatMap(({ kind }) => INSTEAD[kind]));
  const these = names.length === 1 ? 'this' : 'these';
  return `${names.join(', ')}: using ${these} for hiring may be unlawful where you are. Consider what the job needs instead: ${[...instead].join(', ')}.`;
}

function kindOf(text: string, criteria: readonly Criterion[]): keyof typeof INSTEAD {
  if (criteria.some((criterion) => criterion.text === text && criterion.subject === 'nationality'))
    return 'nationality';
  return AGE.test(text) ? 'age' : 'other';
}
