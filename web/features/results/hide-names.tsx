import { useSyncExternalStore } from 'react';
import * as v from 'valibot';
import { STORAGE_PREFIX } from '#shared/product.ts';
import { browserStorage, readText, writeText } from '#web/lib/storage.ts';
import { classNames } from '#web/ui/index.ts';

/** The ids of the answers whose names are hidden in this browser, the newest last. docs/behaviour.md#browser-storage */
const KEY = `${STORAGE_PREFIX}_names_hidden`;
const MOST_KEPT = 500;

const StoredIds = v.pipe(v.string(), v.parseJson(), v.array(v.string()));

/** Also what is shown where the browser stores nothing. */
let hidden: readonly string[] | undefined;
const listeners = new Set<() => void>();

function hiddenIds(): readonly string[] {
  const stored = hidden === undefined ? v.safeParse(StoredIds, readText(browserStorage(), KEY)) : undefined;
  hidden ??= stored?.success === true ? stored.output : [];
  return hidden;
}

function subscribe(changed: () => void): () => void {
  // Another tab shows the same answer.
  const follow = ({ key }: StorageEvent) => {
    if (key !== KEY && key !== null) return;
    hidden = undefined;
    changed();
  };
  listeners.add(changed);
  addEventListener('storage', follow);
  return () => {
    listeners.delete(changed);
    removeEventListener('storage', follow);
  };
}

function hide(answerId: string, isHidden: boolean): void {
  const others = hiddenIds().filter((id) => id !== answerId);
  hidden = isHidden ? [...others, answerId].slice(-MOST_KEPT) : others;
  writeText(browserStorage(), KEY, hidden.length === 0 ? undefined : JSON.stringify(hidden));
  for (const changed of listeners) changed();
}

/** Whether an answer's names are hidden. Kept in this browser until they are shown again. */
export const useAreNamesHidden = (answerId: string | undefined): boolean =>
  useSyncExternalStore(
    subscribe,
    () => answerId !== undefined && hiddenIds().includes(answerId),
    () => false,
  );

/** Hides an answer's names, or shows them again. */
export function HideNames({ answerId }: { answerId: string }) {
  const isHidden = useAreNamesHidden(answerId);
  return (
    <button
      type="button"
      aria-pressed={isHidden}
      onClick={() => hide(answerId, !isHidden)}
      className={classNames(
        'wrap-normal relative inline-flex h-7 shrink-0 select-none items-center gap-1.5 rounded-small px-1.5 font-medium text-caption text-ink-subtle transition-[background-color,color] hover:bg-hover hover:text-ink active:bg-pressed',
        'touch:before:absolute touch:before:-inset-x-0 touch:before:-inset-y-2 aria-pressed:bg-pressed aria-pressed:text-ink',
      )}
    >
      <EyeOff size={16} />
      Hide names
    </button>
  );
}

export function EyeOff({ size, className }: { size: number; className?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width={`${size / 16}rem`}
      height={`${size / 16}rem`}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={classNames('shrink-0', className)}
    >
      <path d="M10 5.3A9.6 9.6 0 0 1 12 5c5 0 8.5 4.2 9.6 7a13 13 0 0 1-2.7 3.9M6.5 6.8A13 13 0 0 0 2.4 12c1.1 2.8 4.6 7 9.6 7a9.5 9.5 0 0 0 5-1.5M9.9 9.9a3 3 0 0 0 4.2 4.2M3 3l18 18" />
    </svg>
  );
}
