import * as v from 'valibot';
import { STORAGE_PREFIX } from '#shared/product.ts';
import { StoredValue, useStoredValue } from '#web/lib/stored-value.ts';
import { classNames } from '#web/ui/index.ts';

/** The ids of the answers whose names are hidden in this browser, the newest last. docs/behaviour.md#browser-storage */
const hiddenIn = new StoredValue({
  key: `${STORAGE_PREFIX}_names_hidden`,
  schema: v.array(v.string()),
  empty: [],
});
const MOST_KEPT = 500;

const hide = (answerId: string, isHidden: boolean): void =>
  hiddenIn.change((ids) => {
    const others = ids.filter((id) => id !== answerId);
    return isHidden ? [...others, answerId].slice(-MOST_KEPT) : others;
  });

/** Whether an answer's names are hidden. Kept in this browser until they are shown again. */
export const useAreNamesHidden = (answerId: string | undefined): boolean =>
  useStoredValue(hiddenIn, (ids) => answerId !== undefined && ids.includes(answerId));

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
