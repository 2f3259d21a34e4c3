import { useId, useState } from 'react';
import { useLocation } from 'wouter';
import { LIMITS } from '#shared/limits.ts';
import { Button, Dialog, Icon, Menu } from '#web/ui/index.ts';
import type { KnownList } from '../list-store.ts';
import { countOf } from '../people.ts';
import { useListActions } from '../use-lists.ts';

/** What can be done with a list as a whole: renamed, and deleted after asking. */
export function ListMenu({ list }: { list: KnownList }) {
  const [asked, setAsked] = useState<'rename' | 'delete'>();
  const { renameList, deleteList } = useListActions();
  const [, navigate] = useLocation();
  const close = () => setAsked(undefined);
  return (
    <>
      <Menu
        label={`Options for ${list.name}`}
        icon="more"
        items={[
          { label: 'Rename', icon: 'pencil', onSelect: () => setAsked('rename') },
          { label: 'Delete', icon: 'trash', danger: true, onSelect: () => setAsked('delete') },
        ]}
      />
      {asked === 'rename' && (
        <NameDialog
          title="Rename the list"
          name={list.name}
          action="Rename"
          onName={(name) => void renameList(list.id, name)}
          onClose={close}
        />
      )}
      {asked === 'delete' && (
        <Dialog
          role="alertdialog"
          title="Are you sure you want to delete this list?"
          onClose={close}
          actions={
            <>
              <Button onClick={close}>Cancel</Button>
              <Button
                variant="danger"
                onClick={() => {
                  navigate('/lists', { replace: true });
                  void deleteList(list.id);
                }}
              >
                Delete
              </Button>
            </>
          }
        >
          <p className="mt-2 text-ink-muted">
            “<bdi>{list.name}</bdi>” and the notes on {countOf(list.size)} in it will be gone for good. The
            answers they came from stay.
          </p>
        </Dialog>
      )}
    </>
  );
}

/** Makes a list, and opens it. */
export function NewList() {
  const [isNaming, setNaming] = useState(false);
  const { makeList } = useListActions();
  const [, navigate] = useLocation();
  async function make(name: string) {
    const id = await makeList(name);
    if (id !== undefined) navigate(`/lists/${id}`);
  }
  return (
    <>
      <Button variant="quiet" size="small" className="mt-3 -ms-1" onClick={() => setNaming(true)}>
        <Icon name="plus" />
        New list
      </Button>
      {isNaming && (
        <NameDialog
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

interface NameDialogProps {
  title: string;
  name: string;
  action: string;
  onName: (name: string) => void;
  onClose: () => void;
}

/** A blank name changes nothing. */
function NameDialog({ title, name, action, onName, onClose }: NameDialogProps) {
  const [text, setText] = useState(name);
  const formId = useId();
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId}>
            {action}
          </Button>
        </>
      }
    >
      <form
        id={formId}
        onSubmit={(event) => {
          event.preventDefault();
          if (text.trim() !== '' && text.trim() !== name) onName(text);
          onClose();
        }}
      >
        <input
          type="text"
          dir="auto"
          aria-label="Name of the list"
          autoComplete="off"
          maxLength={LIMITS.titleLength}
          value={text}
          onFocus={(event) => event.target.select()}
          onChange={(event) => setText(event.target.value)}
          className="mt-3 h-10 w-full rounded-medium border border-line-strong bg-surface px-3 text-body"
        />
      </form>
    </Dialog>
  );
}
