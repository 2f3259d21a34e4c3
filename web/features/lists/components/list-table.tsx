import { type KeyboardEvent, useMemo, useRef, useState } from 'react';
import type { ListedPerson } from '#shared/lists.ts';
import { type Filters, PeopleTable } from '#web/features/people/index.ts';
import { ShareButton } from '#web/features/shares/index.ts';
import { countOfPeople } from '#web/lib/format.ts';
import {
  Button,
  FloatingPart,
  Icon,
  IconButton,
  lazyComponent,
  Part,
  PartMissing,
  useToast,
} from '#web/ui/index.ts';
import { NOTE, TRASH } from '#web/ui/lazy-icons.ts';
import { listKeyAction } from '../keys.ts';
import type { KnownList } from '../known-lists.ts';
import { statusesOf, statusLabel, statusOf, tableOf } from '../people.ts';
import { useListActions } from '../use-lists.ts';
import { type EntryActions, useEntryActions, useEntryKeys, useFocusKept } from './entry-actions.ts';
import { Note, RatingButtons, readNote, StatusField } from './entry-fields.tsx';
import { OriginList } from './origins.tsx';
import { useWriting } from './writing.ts';

const TransferDialog = lazyComponent(() => import('./transfer-dialog.tsx'), 'TransferDialog', {
  isPrefetched: false,
});

interface ListTableProps {
  list: KnownList;
  people: readonly ListedPerson[];
  /** Whether single-character shortcuts are on. */
  singleCharacters: boolean;
  /** The list's filters, which apply to all of its views. */
  filters: Filters;
  onFilters: (filters: Filters) => void;
}

/** The people of a list as a table, in which several can be selected and dealt with at once. */
export function ListTable({ list, people, singleCharacters, filters, onFilters }: ListTableProps) {
  const root = useRef<HTMLElement>(null);
  const rows = useMemo(() => tableOf(people), [people]);
  const byUrl = useMemo(() => new Map(people.map((one) => [one.profile.profileUrl, one])), [people]);
  const statuses = useMemo(() => statusesOf(people), [people]);
  const actions = useEntryActions(list, people);
  const { act, announcement } = useEntryKeys(actions, people);
  const [, setWriting] = useWriting(list, people);
  useFocusKept(root, people, 'input[type="search"]');
  function handleKeyDown(event: KeyboardEvent<HTMLElement>) {
    const url = event.target instanceof HTMLElement ? event.target.dataset['person'] : undefined;
    const action = listKeyAction(event, singleCharacters);
    if (url !== undefined && action !== undefined && act(url, action)) event.preventDefault();
  }
  return (
    <section
      ref={root}
      data-print="flow"
      aria-label={`People in ${list.name}`}
      onKeyDown={handleKeyDown}
      // Toasts are shown at the lower edge of this screen.
      className="pb-6 [--lower-edge:3rem]"
    >
      <p role="status" className="sr-only">
        {announcement}
      </p>
      <Part missing={<PartMissing>This table could not be shown.</PartMissing>}>
        <PeopleTable
          people={rows}
          title={list.name}
          filtering={[filters, onFilters]}
          share={(chosen) => <ShareButton kind="list" title={list.name} {...chosen} />}
          actions={({ selected, onDone }) => (
            <ChosenActions
              list={list}
              chosen={selected.flatMap(({ key }) => byUrl.get(key) ?? [])}
              statuses={statuses}
              onDone={onDone}
            />
          )}
          history={({ key }) => {
            const person = byUrl.get(key);
            return (
              person && (
                <PersonRecord
                  key={key}
                  listId={list.id}
                  person={person}
                  statuses={statuses}
                  actions={actions}
                  onWriting={setWriting}
                />
              )
            );
          }}
        />
      </Part>
    </section>
  );
}

interface ChosenActionsProps {
  list: KnownList;
  chosen: readonly ListedPerson[];
  statuses: readonly string[];
  onDone: () => void;
}

/** The actions on several people at once. Each can be undone before it is saved; the news of a refusal takes the place of that offer. */
function ChosenActions({ list, chosen, statuses, onDone }: ChosenActionsProps) {
  const { edit, remove, putBack } = useListActions();
  const toast = useToast();
  const [isTransferring, setTransferring] = useState(false);
  const { id } = list;
  const who = countOfPeople(chosen.length);
  const urls = chosen.map(({ profile }) => profile.profileUrl);
  const [shared = '', ...others] = new Set(chosen.map(statusOf));
  function setStatus(status: string) {
    void edit(id, urls, { status });
    const before = Map.groupBy(chosen, (person) => person.status);
    const undo = () => {
      for (const [old, people] of before)
        void edit(
          id,
          people.map(({ profile }) => profile.profileUrl),
          { status: old },
          // Whoever has kept another status keeps it.
          { status },
        );
    };
    toast({
      message: `Status of ${who}: ${statusLabel(status)}`,
      action: { label: 'Undo', onSelect: undo },
    });
  }
  function takeOut() {
    onDone();
    void remove(id, urls);
    toast({
      message: `${who} taken out of ${list.name}`,
      action: { label: 'Undo', onSelect: () => void putBack(id, chosen) },
    });
  }
  return (
    <>
      <StatusField
        name={who}
        status={others.length === 0 ? shared : ''}
        statuses={statuses}
        onStatus={setStatus}
      />
      <Button size="small" variant="quiet" onClick={() => setTransferring(true)}>
        <Icon name="bookmark" size={14} className="@max-phone:hidden" />
        Move or copy
      </Button>
      <Button size="small" variant="quiet" onClick={takeOut}>
        <Icon name={TRASH} size={14} className="@max-phone:hidden" />
        Take out
      </Button>
      {isTransferring && (
        <FloatingPart onClose={() => setTransferring(false)}>
          <TransferDialog
            list={list}
            people={chosen}
            onMoved={onDone}
            onClose={() => setTransferring(false)}
          />
        </FloatingPart>
      )}
    </>
  );
}

interface PersonRecordProps {
  listId: string;
  person: ListedPerson;
  statuses: readonly string[];
  actions: EntryActions;
  /** Called as by {@link Note}. */
  onWriting: (url: string | undefined) => void;
}

/** What the user has recorded about a person, and the answers the person comes from. */
function PersonRecord({ listId, person, statuses, actions, onWriting }: PersonRecordProps) {
  const { profileUrl: url, fullName } = person.profile;
  const [isWriting, setWriting] = useState(() => readNote(listId, url) !== '');
  const noteButton = useRef<HTMLButtonElement>(null);
  function write(about: string | undefined) {
    setWriting(about !== undefined);
    onWriting(about);
  }
  return (
    <div className="px-1 pt-3 pb-1">
      <div className="flex flex-wrap items-center gap-0.5 touch:gap-3">
        <StatusField
          name={fullName}
          status={statusOf(person)}
          statuses={statuses}
          onStatus={(status) => actions.onStatus(url, status)}
        />
        <RatingButtons person={person} onRate={actions.onRate} />
        <IconButton
          ref={noteButton}
          icon={NOTE}
          label={`Write a note: ${fullName}`}
          size="small"
          onClick={() => write(url)}
        />
      </div>
      <Note
        listId={listId}
        person={person}
        isWriting={isWriting}
        onNote={actions.onNote}
        onWriting={write}
        button={noteButton}
      />
      <OriginList person={person} />
    </div>
  );
}
