import { useId, useState } from 'react';
import { LIMITS } from '#shared/limits.ts';
import type { ListedPerson } from '#shared/lists.ts';
import { countOfPeople } from '#web/lib/format.ts';
import { Button, CancelButton, Dialog, useToast } from '#web/ui/index.ts';
import type { KnownList } from '../known-lists.ts';
import { transferPeople } from '../transfer.ts';
import { useListActions, useLists } from '../use-lists.ts';

interface TransferDialogProps {
  list: KnownList;
  people: readonly ListedPerson[];
  /** Called when they are moved, before they leave this list. */
  onMoved: () => void;
  onClose: () => void;
}

/** Value of the option that creates a list. */
const NEW_LIST = '';

/** Puts people of a list into another one, with note, status and rating: moved, or copied. */
export function TransferDialog({ list, people, onMoved, onClose }: TransferDialogProps) {
  const { lists = [] } = useLists();
  // As they were when the dialog opened: a list created here does not become an option.
  const [others] = useState(() => lists.filter(({ id }) => id !== list.id));
  const [chosen, setChosen] = useState(others[0]?.id ?? NEW_LIST);
  const [name, setName] = useState('');
  const actions = useListActions();
  const toast = useToast();
  const nameId = useId();
  const who = countOfPeople(people.length);
  const target = others.find(({ id }) => id === chosen) ?? { id: undefined, name: name.trim() };
  const isReady = target.name !== '';

  async function transfer({ isMove }: { isMove: boolean }) {
    if (!isReady) return;
    onClose();
    const done = await transferPeople(actions, { from: list, to: target, people, isMove, onMoved });
    if (done === undefined) return;
    const { message, undo } = done;
    toast({ message, ...(undo && { action: { label: 'Undo', onSelect: () => void undo() } }) });
  }
  return (
    <Dialog
      title={`Put ${who} into another list`}
      onClose={onClose}
      actions={
        <>
          <CancelButton onClose={onClose} />
          <Button aria-disabled={!isReady} onClick={() => void transfer({ isMove: false })}>
            Copy
          </Button>
          <Button variant="primary" aria-disabled={!isReady} onClick={() => void transfer({ isMove: true })}>
            Move
          </Button>
        </>
      }
    >
      <fieldset className="mt-3 max-h-72 min-w-0 overflow-y-auto border-line border-y py-1">
        <legend className="sr-only">Destination list</legend>
        {[...others, { id: NEW_LIST, name: 'New list', size: undefined }].map(({ id, name: label, size }) => (
          <label
            key={id}
            className="flex min-h-10 cursor-pointer items-center gap-3 rounded-small px-2 hover:bg-hover"
          >
            <input
              type="radio"
              name={nameId}
              checked={chosen === id}
              onChange={() => setChosen(id)}
              className="size-4 shrink-0"
            />
            <bdi className="min-w-0 flex-1 truncate">{label}</bdi>
            {size !== undefined && <span className="text-caption text-ink-subtle tabular-nums">{size}</span>}
          </label>
        ))}
      </fieldset>
      {chosen === NEW_LIST && (
        <input
          aria-label="Name of the new list"
          dir="auto"
          autoComplete="off"
          maxLength={LIMITS.titleLength}
          placeholder="Name"
          value={name}
          onChange={(event) => setName(event.target.value)}
          className="mt-3 h-9 w-full rounded-medium border border-line-strong bg-surface px-3 text-body placeholder:text-ink-subtle"
        />
      )}
    </Dialog>
  );
}
