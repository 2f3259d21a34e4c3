import { MIN_TOP_MATCH_SCORE } from '#shared/limits.ts';
import { Badge, classNames, Icon } from '#web/ui/index.ts';
import { CHEVRON_DOWN } from '#web/ui/lazy-icons.ts';
import type { Group } from './ranking.ts';

interface GroupHeadingProps {
  group: Group;
  count: number;
  isTop: boolean;
  note: string | undefined;
  /** Whether this is the directory's first group. */
  isFirst: boolean;
  isOpen: boolean;
  onToggle: () => void;
}

/** A group's name and how many people it has; the last group is expanded by its heading. */
export function GroupHeading({ group, count, isTop, note, isFirst, isOpen, onToggle }: GroupHeadingProps) {
  if (group === 'other')
    return (
      <h2 className="col-span-full w-full break-after-avoid">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={onToggle}
          className="flex min-h-11 w-full items-center gap-2 rounded-medium border border-line px-4 text-start font-medium text-ink-muted transition-[background-color,color] hover:bg-hover hover:text-ink"
        >
          Other Relevant Profiles
          <Count>{count}</Count>
          <Icon
            name={CHEVRON_DOWN}
            className={classNames('ms-auto transition-[rotate] print:hidden', isOpen && 'rotate-180')}
          />
        </button>
      </h2>
    );
  return <SectionHeading title={HEADINGS[group]} count={count} isTop={isTop} isFirst={isFirst} note={note} />;
}

const HEADINGS = {
  found: 'Found so far',
  top: 'Top Matches',
  closest: 'Closest matches',
  more: 'More people so far',
} as const;

interface SectionHeadingProps {
  title: string;
  count: number;
  /** All of them are top matches by score. */
  isTop?: boolean;
  /** Leaves room for the directory's tools. */
  isFirst?: boolean;
  note?: string | undefined;
}

export const SectionHeading = ({
  title,
  count,
  isTop = false,
  isFirst = false,
  note,
}: SectionHeadingProps) => (
  <div
    className={classNames(
      'col-span-full flex min-h-7 w-full break-after-avoid flex-wrap items-center gap-2',
      isFirst && 'min-h-8 pe-(--tools)',
    )}
  >
    <h2 className="font-semibold text-title">{title}</h2>
    {isTop && <Badge>{MIN_TOP_MATCH_SCORE}%+ relevance</Badge>}
    <Count>{count}</Count>
    {note !== undefined && <p className="text-ink-muted">{note}</p>}
  </div>
);

const Count = ({ children }: { children: number }) => (
  <span className="text-ink-subtle tabular-nums">{children}</span>
);
