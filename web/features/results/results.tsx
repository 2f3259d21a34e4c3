import { memo, type ReactNode, useId } from 'react';
import { type DisplayData, profilesIn } from '#shared/results.ts';
import { classNames, Icon } from '#web/ui/index.ts';
import { Criteria } from './criteria.tsx';
import { Directory, type DirectoryProps } from './directory.tsx';

interface ResultsProps
  extends Pick<DirectoryProps, 'data' | 'controls' | 'draw' | 'actions'>,
    Partial<Pick<DirectoryProps, 'provisional' | 'isContinued' | 'brokenOff'>> {
  /** The data contains no names. */
  areNamesHidden?: boolean;
  /** The answer's criteria before any adjustments; by default those of the data. */
  criteria?: DisplayData['criteria'];
  /** A short form of a long request. */
  brief?: string | undefined;
  /** Rendered at the end of the directory's first line. */
  tools?: ReactNode;
}

/** What was asked for, and the directory (docs/behaviour.md#results). */
export const Results = memo(function Results({
  data,
  provisional = false,
  isContinued = false,
  brokenOff = false,
  areNamesHidden = false,
  criteria = data.criteria,
  brief,
  controls,
  tools,
  draw,
  actions,
}: ResultsProps) {
  const { fallen = [], hidden = [], seen = [] } = controls ?? {};
  const count = profilesIn(data).length;
  const isEmpty = count + fallen.length + hidden.length + seen.length === 0;
  const editing = controls && {
    ...controls.criteria,
    fallen: {
      count: fallen.length,
      total: count + fallen.length,
      areShown: controls.shownFallen.length > 0,
      onShow: controls.onShowFallen,
    },
  };
  return (
    <>
      <Criteria
        criteria={criteria}
        sensitive={data.sensitive}
        areNamesHidden={areNamesHidden}
        brief={brief}
        editing={editing}
        provisional={provisional}
      />
      {!isEmpty && (
        <div
          className={classNames(
            'relative short:[--upper-edge:0.5rem] [--tools:5rem] [--upper-edge:6.25rem] @pair:[--tools:10rem]',
            // As wide as the page has room for, beyond the column for reading.
            draw !== undefined && 'mx-[calc((100%-max(100%,min(100cqi-4rem,76rem)))/2)] print:mx-0',
          )}
        >
          {/* Over the line whose end is reserved for it: it appears late, and stays when the view below changes. */}
          <div className="absolute end-0 top-0 z-10">{tools}</div>
          <Directory
            data={data}
            provisional={provisional}
            isContinued={isContinued}
            brokenOff={brokenOff}
            controls={controls}
            draw={draw}
            actions={actions}
          />
        </div>
      )}
      {isEmpty && !provisional && !brokenOff && <Advice criteria={criteria} />}
    </>
  );
});

/** Advice when nobody was found, as the answer's own text already says: ask for less or, if hardly anything was asked for, for more. */
function Advice({ criteria = [] }: Pick<DisplayData, 'criteria'>) {
  const id = useId();
  return (
    <section
      aria-labelledby={id}
      className="flex items-start gap-3 rounded-large border border-line border-dashed px-4 py-5"
    >
      <Icon name="search" size={18} className="mt-0.5 text-ink-subtle" />
      <div>
        <h2 id={id} className="font-medium">
          What to try next
        </h2>
        <ul className="mt-1 flex list-disc flex-col gap-0.5 ps-4 text-ink-muted">
          {criteria.length > 1 ? (
            <>
              <li>A broader place: a country instead of a city.</li>
              <li>Fewer criteria: leave out what matters least.</li>
            </>
          ) : (
            <li>
              Say more: what they do, where they are and what they know. ‘Nurses in Hamburg who speak Turkish’
            </li>
          )}
          <li>Other words: a field instead of a job title, or what people call themselves.</li>
        </ul>
      </div>
    </section>
  );
}
