import { Button, Dialog, Kbd, Switch } from '#web/ui/index.ts';
import { SHORTCUTS, shownKeys } from './shortcuts.ts';

interface ShortcutListProps {
  singleCharacters: boolean;
  onSingleCharacters: (on: boolean) => void;
  onClose: () => void;
}

export function ShortcutList({ singleCharacters, onSingleCharacters, onClose }: ShortcutListProps) {
  return (
    <Dialog title="Keyboard shortcuts" onClose={onClose} actions={<Button onClick={onClose}>Close</Button>}>
      <dl className="mt-3 border-line border-t">
        {SHORTCUTS.map(({ id, label }) => (
          <div
            key={id}
            className="flex min-h-10 flex-wrap items-center justify-between gap-x-4 gap-y-1 border-line border-b py-1"
          >
            <dt className="min-w-0 flex-1 basis-40">{label}</dt>
            <dd>
              <Kbd keys={shownKeys(id)} />
            </dd>
          </div>
        ))}
      </dl>
      <div className="-mx-2 mt-2">
        <Switch label="Single-key shortcuts" checked={singleCharacters} onChange={onSingleCharacters} />
      </div>
    </Dialog>
  );
}
