import type { ListKey } from '#web/features/lists/index.ts';
import { Button, Dialog, Kbd, Switch } from '#web/ui/index.ts';
import { SHORTCUTS, type ShortcutId, shownKeys } from './shortcuts.ts';

const LABELS: Record<ShortcutId, string> = {
  'new-chat': 'New chat',
  find: 'Find chats, people and commands',
  'focus-input': 'Go to the message input',
  'best-match': 'Go to the best match',
  'save-person': 'Save the person whose card or row has the focus',
  'toggle-sidebar': 'Open or close the sidebar',
  'toggle-deep': 'Turn Deep Research on or off',
  stop: 'Stop the search',
  list: 'Show this list',
};

export interface ShortcutListProps {
  /** The shortcuts of a screen that has only some. */
  shortcuts?: readonly ShortcutId[] | undefined;
  /** The keys of the open list, if any. */
  listKeys?: readonly ListKey[] | undefined;
  singleCharacters: boolean;
  onSingleCharacters: (on: boolean) => void;
  onClose: () => void;
}

/** The shortcuts that work on the current screen, those of an open list included. */
export function ShortcutList({
  shortcuts,
  listKeys = [],
  singleCharacters,
  onSingleCharacters,
  onClose,
}: ShortcutListProps) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      <dl className="mt-3 border-line border-t">
        {SHORTCUTS.filter(({ id }) => shortcuts?.includes(id) ?? true).map(({ id }) => (
          <Row key={id} label={LABELS[id]} keys={[shownKeys(id)]} />
        ))}
      </dl>
      {listKeys.length > 0 && (
        <>
          <h3 className="mt-5 font-medium">On somebody in a list</h3>
          <dl className="mt-2 border-line border-t">
            {listKeys.map(({ label, keys }) => (
              <Row key={label} label={label} keys={keys} />
            ))}
          </dl>
        </>
      )}
      <div className="-mx-2 mt-2">
        <Switch label="Single-key shortcuts" checked={singleCharacters} onChange={onSingleCharacters} />
      </div>
    </Dialog>
  );
}

/** Keys that each do what the label says. */
const Row = ({ label, keys }: Pick<ListKey, 'label' | 'keys'>) => (
  <div className="flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-b py-1">
    <dt className="min-w-0 flex-1 basis-32">{label}</dt>
    <dd className="flex gap-1">
      {keys.map((key) => (
        <Kbd key={key} keys={key} />
      ))}
    </dd>
  </div>
);
