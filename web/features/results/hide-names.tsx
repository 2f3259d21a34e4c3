import * as v from 'valibot';
import { STORAGE_PREFIX } from '#shared/product.ts';
import { StoredValue, useStoredValue } from '#web/lib/stored-value.ts';
import { classNames, Icon } from '#web/ui/index.ts';
import { EYE_OFF } from '#web/ui/lazy-icons.ts';

/** The ids of the answers whose names are hidden in this browser, the newest last. docs/behaviour.md#browser-storage */
const answersWithHiddenNames = new StoredValue({
  key: `${STORAGE_PREFIX}_names_hidden`,
  schema: v.array(v.string()),
  empty: [],
});
const MAX_STORED_ANSWERS = 500;

const setNamesHidden = (answerId: string, isHidden: boolean): void =>
  answersWithHiddenNames.change((ids) => {
    const others = ids.filter((id) => id !== answerId);
    return isHidden ? [...others, answerId].slice(-MAX_STORED_ANSWERS) : others;
  });

/** Whether an answer's names are hidden. Kept in this browser until they are shown again. */
export const useAreNamesHidden = (answerId: string | undefined): boolean =>
  useStoredValue(answersWithHiddenNames, (ids) => answerId !== undefined && ids.includes(answerId));

/** The ids of all answers whose names are hidden. */
export const useAnswersWithoutNames = (): readonly string[] =>
  useStoredValue(answersWithHiddenNames, (ids) => ids);

/** Hides an answer's names, or shows them again. */
export function HideNames({ answerId }: { answerId: string }) {
  const isHidden = useAreNamesHidden(answerId);
  return (
    <button
      type="button"
      aria-pressed={isHidden}
      onClick={() => setNamesHidden(answerId, !isHidden)}
      className={classNames(
        'wrap-normal relative inline-flex h-7 shrink-0 select-none items-center gap-1.5 rounded-small px-1.5 font-medium text-caption text-ink-subtle transition-[background-color,color] hover:bg-hover hover:text-ink active:bg-pressed',
        'touch:before:absolute touch:before:-inset-x-0 touch:before:-inset-y-2 aria-pressed:bg-pressed aria-pressed:text-ink',
      )}
    >
      <Icon name={EYE_OFF} />
      Hide names
    </button>
  );
}
