import { type ComponentProps, type Ref, useCallback, useMemo } from 'react';
import type { DisplayData, DisplayProfile } from '#shared/results.ts';
import { PeopleTable, type Person, peopleOf, useIsTable, ViewSwitch } from '#web/features/people/index.ts';
import { ShareButton } from '#web/features/shares/index.ts';
import { lazyComponent, Part, PartMissing } from '#web/ui/index.ts';
import type { useSaving } from './saving.tsx';

interface DirectoryProps extends Omit<ComponentProps<typeof Results>, 'data' | 'tools' | 'draw' | 'actions'> {
  data: DisplayData | undefined;
  /** Undefined until there is an answer. */
  answerId: string | undefined;
  title: string;
  /** The people with their names, if `data` has them hidden. */
  namesOf: DisplayData | undefined;
  saving: ReturnType<typeof useSaving>;
  /** Is given the people that a table shows; see `PeopleTable`. */
  inTable: Ref<readonly Person[]>;
}

/** An answer's people, as cards or as a table. */
export function Directory({ data, answerId, title, namesOf, saving, inTable, ...props }: DirectoryProps) {
  const { brokenOff = false, controls } = props;
  const fallen = controls?.shownFallen;
  const isTable = useIsTable('answers') && answerId !== undefined;
  const draw = useCallback(
    (shown: DisplayData) => (
      <Part loading={LOADING} missing={<PartMissing>This table could not be shown.</PartMissing>}>
        <AnswerTable data={shown} {...{ fallen, namesOf, brokenOff, answerId, title, saving, inTable }} />
      </Part>
    ),
    [fallen, namesOf, brokenOff, answerId, title, saving, inTable],
  );
  if (data === undefined) return null;
  return (
    <Part loading={LOADING} missing={<PartMissing>These results could not be shown.</PartMissing>}>
      <Results
        data={data}
        tools={answerId !== undefined && VIEW_SWITCH}
        draw={isTable ? draw : undefined}
        actions={saving?.one}
        {...props}
      />
    </Part>
  );
}

const VIEW_SWITCH = <ViewSwitch place="answers" />;

interface AnswerTableProps
  extends Pick<DirectoryProps, 'answerId' | 'title' | 'namesOf' | 'saving' | 'inTable'> {
  data: DisplayData;
  fallen: readonly DisplayProfile[] | undefined;
  brokenOff: boolean;
}

function AnswerTable(props: AnswerTableProps) {
  const { data, fallen, namesOf, brokenOff, answerId, title, saving, inTable } = props;
  const people = useMemo(() => peopleOf(data, brokenOff, fallen), [data, fallen, brokenOff]);
  return (
    <PeopleTable
      people={people}
      title={title}
      shown={inTable}
      share={(chosen) => <ShareButton kind="answer" {...{ answerId, title }} hidden={namesOf} {...chosen} />}
      action={saving?.one}
      actions={saving && (({ selected }) => saving.several(selected.map(({ profile }) => profile)))}
    />
  );
}

/** Of the newest answer as high as the screen: then there is room to scroll as far as its text, once it comes, moves what is below. */
const LOADING = (
  <div data-loading className="h-72 in-[li:last-child]:h-[100cqh] animate-breathe rounded-large bg-well" />
);
const Results = lazyComponent(() => import('#web/features/results/results.tsx'), 'Results');
