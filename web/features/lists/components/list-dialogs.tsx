import { useState } from 'react';
import { useLocation } from 'wouter';
import { LIMITS } from '#shared/limits.ts';
import { countOfPeople } from '#web/lib/format.ts';
import { Button, ConfirmDialog, Icon, Menu, NameDialog } from '#web/ui/index.ts';
import { MORE, PENCIL, TRASH } from '#web/ui/lazy-icons.ts';
import type { KnownList } from '../known-lists.ts';
import { useListActions } from '../use-lists.ts';

/** The actions on a list as a whole: renaming it, and deleting it after a confirmation. */
export function ListMenu({ list }: { list: KnownList }) {
  const [asked, setAsked] = useState<'rename' | 'delete'>();
  const { renameList, deleteList } = useListActions();
  const [, navigate] = useLocation();
  const close = () => setAsked(undefined);
  return (
    <>
      <Menu
        label={`Options for ${list.name}`}
        icon={MORE}
        items={[
          { label: 'Rename', icon: PENCIL, onSelect: () => setAsked('rename') },
          { label: 'Delete', icon: TRASH, danger: true, onSelect: () => setAsked('delete') },
        ]}
      />
      {asked === 'rename' && (
        <NameDialog
          label="Name of the list"
          maxLength={LIMITS.titleLength}
          title="Rename the list"
          name={list.name}
          action="Rename"
          onName={(name) => void renameList(list.id, name)}
          onClose={close}
        />
      )}
      {asked === 'delete' && (
        <ConfirmDialog
          title="Are you sure you want to delete this list?"
          action="Delete"
          onConfirm={() => {
            navigate('/lists', { replace: true });
            void deleteList(list.id);
          }}
          onClose={close}
        >
          <Losses of={list} />
        </ConfirmDialog>
      )}
    </>
  );
}

/** What deleting a list destroys, and what it does not. */
export function Losses({ of: { name, size } }: { of: Pick<KnownList, 'name' | 'size'> }) {
  if (size === 0)
    return (
      <>
        “<bdi>{name}</bdi>” will be gone for good. Nobody is in it.
      </>
    );
  return (
    <>
      “<bdi>{name}</bdi>” and the {size === 1 ? 'person' : countOfPeople(size)} saved in it, with their
      status, rating and notes, will be gone for good. The answers they came from stay.
    </>
  );
}

/** Creates a list, and opens it unless the user has gone elsewhere by then. */
export function NewList() {
  const [isNaming, setNaming] = useState(false);
  const { makeList } = useListActions();
  const [, navigate] = useLocation();
  async function make(name: string) {
    const { pathname } = location;
    const id = await makeList(name);
    if (id !== undefined && location.pathname === pathname) navigate(`/lists/${id}`);
  }
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        data-print="hide"
        className="mt-3 -ms-1"
        onClick={() => setNaming(true)}
      >
        <Icon name="plus" />
        New list
      </Button>
      {isNaming && (
        <NameDialog
          label="Name of the list"
          maxLength={LIMITS.titleLength}
          title="New list"
          name=""
          action="Make list"
          onName={(name) => void make(name)}
          onClose={() => setNaming(false)}
        />
      )}
    </>
  );
}
