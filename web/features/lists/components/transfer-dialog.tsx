import { useId, useState } from 'react';
import { LIMITS } from '#shared/limits.ts';
import type { ListedPerson } from '#shared/lists.ts';
import { countOfPeople } from '#web/lib/format.ts';
import { Button, CancelButton, Dialog, useToast } from '#web/ui/index.ts';
import { asSaved } from '../changes.ts';
import type { KnownList } from '../known-lists.ts';
import { describeAdded, describeStaying, findStaying, undoTransfer } from '../transfer.ts';
import { useListActions, useLists, useReadPeople } from '../use-lists.ts';

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
  const { save, saveToNew, remove, putBack } = useListActions();
  const readPeople = useReadPeople();
  const toast = useToast();
  const nameId = useId();
  const who = countOfPeople(people.length);
  const target = others.find(({ id }) => id === chosen) ?? { id: undefined, name: name.trim() };
  const isReady = target.name !== '';

  async function saveTo({ id, name }: { id: string | undefined; name: string }) {
    const entries = people.map(asSaved);
    if (id === undefined) return await saveToNew(name, entries);
    const added = await save(id, entries);
    return added && { id, added };
  }
  /** Takes people who are in the other list by now out of this one. @returns those people */
  async function takeOut(listId: string, known: readonly ListedPerson[]) {
    const there = known.length === 0 ? [] : await readPeople(listId).catch(() => []);
    const staying = new Set(findStaying(known, there));
    const moved = people.filter((person) => !staying.has(person));
    onMoved();
    // Not waited for, so that it can be undone meanwhile; the news of a refusal takes the place of that offer.
    const urls = moved.map(({ profile }) => profile.profileUrl);
    if (urls.length > 0) void remove(list.id, urls);
    return moved;
  }
  async function transfer({ isMove }: { isMove: boolean }) {
    if (!isReady) return;
    onClose();
    const saved = await saveTo(target);
    if (saved === undefined) return;
    const { id, added } = saved;
    const known = people.filter(({ profile }) => !added.includes(profile.profileUrl));
    const moved = isMove ? await takeOut(id, known) : [];
    const undo = () => void undoTransfer({ putBack, remove }, { from: list.id, to: id, moved, added });
    const counts = { name: target.name, added: added.length, known: known.length, taken: moved.length };
    const staying = isMove ? people.length - moved.length : 0;
    toast({
      message: describeAdded(isMove ? 'moved' : 'copied', counts) + describeStaying(staying, target.name),
      ...(added.length + moved.length > 0 && { action: { label: 'Undo', onSelect: undo } }),
    });
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
      <fieldset className="mt-3 max-h-72 overflow-y-auto border-line border-y py-1">
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
