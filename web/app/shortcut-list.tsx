import type { LIST_KEYS } from '#web/features/lists/index.ts';
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
  bound?: readonly string[] | undefined;
  /** The keys of the open list, if any. */
  listKeys?: typeof LIST_KEYS | undefined;
  singleCharacters: boolean;
  onSingleCharacters: (on: boolean) => void;
  onClose: () => void;
}

/** The shortcuts that work on the current screen, those of an open list included. */
export function ShortcutList({
  bound,
  listKeys = [],
  singleCharacters,
  onSingleCharacters,
  onClose,
}: ShortcutListProps) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      <dl className="mt-3 border-line border-t">
        {SHORTCUTS.filter(({ id }) => bound?.includes(id) ?? true).map(({ id }) => (
          <div
            key={id}
            className="flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-b py-1"
          >
            <dt className="min-w-0 flex-1 basis-40">{LABELS[id]}</dt>
            <dd>
              <Kbd keys={shownKeys(id)} />
            </dd>
          </div>
        ))}
      </dl>
      {listKeys.length > 0 && (
        <>
          <h3 className="mt-5 font-medium">On somebody in a list</h3>
          <dl className="mt-2 border-line border-t">
            {listKeys.map(({ label, keys }) => (
              <div
                key={label}
                className="flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-b py-1"
              >
                <dt className="min-w-0 flex-1 basis-40">{label}</dt>
                <dd className="flex gap-1">
                  {keys.map((key) => (
                    <Kbd key={key} keys={key} />
                  ))}
                </dd>
              </div>
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
