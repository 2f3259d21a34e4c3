import { useEffect, useId, useState } from 'react';
import { LIMITS } from '#shared/limits.ts';
import { LIST_LIMITS, type SavePersonRequest } from '#shared/lists.ts';
import { Alert, Button, Dialog, Icon, Loading, useToast } from '#web/ui/index.ts';
import { asSaved } from '../changes.ts';
import type { KnownList } from '../known-lists.ts';
import type { Choosing } from '../list-session.ts';
import { useListActions, useLists, useMemberKeys } from '../use-lists.ts';

interface ChooseListsProps extends Choosing {
  onClose: () => void;
}

/** Shows which lists people are in: lists can be ticked, and new ones created. A tick takes effect at once. */
export function ChooseLists({ people, name, onClose }: ChooseListsProps) {
  const { lists, isMissing, retry } = useLists();
  const urls = people.map(({ profile }) => profile.profileUrl);
  const keys = useMemberKeys(urls);
  const { save, remove, saveToNew, readPeople } = useListActions();
  const toast = useToast();
  // Ticking a list again restores people as they were, notes included, or anew if their entries were damaged.
  const [removed, setRemoved] = useState<ReadonlyMap<string, readonly SavePersonRequest[]>>(new Map());
  const [newName, setNewName] = useState('');
  const nameId = useId();
  // The order from when the dialog opened, so that a ticked list does not move.
  const [order, setOrder] = useState<readonly string[]>();
  useEffect(() => {
    if (lists !== undefined)
      setOrder((known) => [...new Set([...(known ?? []), ...lists.map(({ id }) => id)])]);
  }, [lists]);

  async function toggle(list: KnownList, isIn: boolean) {
    if (!isIn) return void save(list.id, removed.get(list.id) ?? people);
    // Not as last read: what others have noted since would be lost with the next tick.
    const entries = await readPeople(list.id).catch(() => undefined);
    if (entries === undefined)
      return toast({ message: `${list.name} could not be read, so nobody was taken out. Please try again.` });
    // Before the service has answered: until then, the list can be ticked again.
    const saved = new Map(entries.map((entry) => [entry.profile.profileUrl, asSaved(entry)]));
    const before = people.map((person) => saved.get(person.profile.profileUrl) ?? person);
    setRemoved((known) => new Map(known).set(list.id, before));
    await remove(list.id, urls);
  }
  async function add() {
    if (newName.trim() === '') return;
    // Empty at once, so that a second press makes no second list.
    setNewName('');
    if ((await saveToNew(newName, people)) === undefined) setNewName((typed) => typed || newName);
  }
  // Unticked, a list would be joined by the click that should leave it.
  const shown = keys && order?.flatMap((id) => lists?.filter((list) => list.id === id) ?? []);
  return (
    <Dialog
      title={`Lists with ${name}`}
      onClose={onClose}
      actions={
        <Button variant="primary" onClick={onClose}>
          Done
        </Button>
      }
    >
      {isMissing && (
        <div className="mt-3">
          <Alert tone="error" onRetry={retry}>
            Your lists could not be loaded.
          </Alert>
        </div>
      )}
      {shown === undefined && !isMissing && <Loading>Loading lists…</Loading>}
      {shown !== undefined && shown.length > 0 && (
        <ul className="mt-3 max-h-72 overflow-y-auto border-line border-y">
          {shown.map((list) => {
            const isIn = keys?.every((key) => list.members.has(key)) ?? false;
            return (
              <li key={list.id}>
                <label className="flex min-h-10 cursor-pointer items-center gap-3 rounded-small px-2 hover:bg-hover">
                  <input
                    type="checkbox"
                    checked={isIn}
                    onChange={() => void toggle(list, isIn)}
                    className="size-4 shrink-0"
                  />
                  <bdi className="min-w-0 flex-1 truncate">{list.name}</bdi>
                  <span className="text-caption text-ink-subtle tabular-nums">{list.size}</span>
                </label>
              </li>
            );
          })}
        </ul>
      )}
      {shown !== undefined && shown.length < LIST_LIMITS.lists && (
        <form
          className="mt-3 flex gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            void add();
          }}
        >
          <label htmlFor={nameId} className="sr-only">
            Name of a new list
          </label>
          <input
            id={nameId}
            dir="auto"
            autoComplete="off"
            maxLength={LIMITS.titleLength}
            placeholder="New list"
            value={newName}
            onChange={(event) => setNewName(event.target.value)}
            className="h-9 min-w-0 flex-1 rounded-medium border border-line-strong bg-surface px-3 text-body placeholder:text-ink-subtle"
          />
          <Button type="submit">
            <Icon name="plus" />
            Add
          </Button>
        </form>
      )}
    </Dialog>
  );
}
