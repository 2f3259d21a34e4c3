import { useSyncExternalStore } from 'react';
import { STORAGE_PREFIX } from '#shared/product.ts';
import { browserStorage, readText, writeText } from '#web/lib/storage.ts';
import { classNames, Icon } from '#web/ui/index.ts';
import { CARDS, TABLE } from '#web/ui/later-icons.ts';

/** How answers show their people. docs/behaviour.md#browser-storage */
const KEY = `${STORAGE_PREFIX}_view`;

const VIEWS = [
  { view: 'cards', label: 'Cards', icon: CARDS },
  { view: 'table', label: 'Table', icon: TABLE },
] as const;
type View = (typeof VIEWS)[number]['view'];

/** Also what is shown where the browser stores nothing. */
let chosen: View | undefined;
const listeners = new Set<() => void>();

function currentView(): View {
  chosen ??= readText(browserStorage(), KEY) === 'table' ? 'table' : 'cards';
  return chosen;
}

function subscribe(changed: () => void): () => void {
  // Another tab has chosen.
  const follow = ({ key }: StorageEvent) => {
    if (key !== KEY && key !== null) return;
    chosen = undefined;
    changed();
  };
  listeners.add(changed);
  addEventListener('storage', follow);
  return () => {
    listeners.delete(changed);
    removeEventListener('storage', follow);
  };
}

function choose(view: View): void {
  chosen = view;
  writeText(browserStorage(), KEY, view === 'cards' ? undefined : view);
  for (const changed of listeners) changed();
}

export const useView = (): View => useSyncExternalStore(subscribe, currentView, () => 'cards');

/** Shows all answers as cards, or as tables. */
export function ViewSwitch() {
  const view = useView();
  return (
    <fieldset data-print="hide" className="inline-flex h-8 rounded-medium bg-well p-0.5">
      <legend className="sr-only">Show people as</legend>
      {VIEWS.map((one) => (
        <button
          key={one.view}
          type="button"
          aria-pressed={view === one.view}
          onClick={() => choose(one.view)}
          className={classNames(
            'wrap-normal relative inline-flex select-none items-center gap-1.5 rounded-small px-2 font-medium text-caption text-ink-muted transition-[background-color,color] hover:text-ink',
            'touch:before:absolute touch:before:-inset-y-2 touch:before:inset-x-0 aria-pressed:bg-surface aria-pressed:text-ink aria-pressed:shadow-card',
          )}
        >
          <Icon name={one.icon} />
          <span className="@max-pair:sr-only">{one.label}</span>
        </button>
      ))}
    </fieldset>
  );
}
