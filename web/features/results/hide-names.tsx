import * as v from 'valibot';
import type { Message } from '#shared/message.ts';
import { STORAGE_PREFIX } from '#shared/product.ts';
import { StoredValue, useStoredValue } from '#web/lib/stored-value.ts';
import { classNames, Icon } from '#web/ui/index.ts';
import { EYE_OFF } from '#web/ui/lazy-icons.ts';

/**
 * The ids of the answers whose names are hidden in this browser, and of their questions, the newest last: of an answer that found nobody
 * itself, the history knows only the question. docs/behaviour.md#browser-storage
 */
const answersWithHiddenNames = new StoredValue({
  key: `${STORAGE_PREFIX}_names_hidden`,
  schema: v.array(v.string()),
  empty: [],
});
const MAX_STORED_IDS = 1_000;

const setNamesHidden = ({ id, metadata: { questionId = id } = {} }: Message, isHidden: boolean): void =>
  answersWithHiddenNames.change((ids) => {
    const own = new Set([questionId, id]);
    const others = ids.filter((other) => !own.has(other));
    return isHidden ? [...others, ...own].slice(-MAX_STORED_IDS) : others;
  });

/** Whether an answer's names are hidden. Kept in this browser until they are shown again. */
export const useAreNamesHidden = (answerId: string | undefined): boolean =>
  useStoredValue(answersWithHiddenNames, (ids) => answerId !== undefined && ids.includes(answerId));

/** The ids of all answers whose names are hidden, and of their questions. */
export const useAnswersWithoutNames = (): readonly string[] =>
  useStoredValue(answersWithHiddenNames, (ids) => ids);

/** Hides an answer's names, or shows them again. */
export function HideNames({ answer }: { answer: Message }) {
  const isHidden = useAreNamesHidden(answer.id);
  return (
    <button
      type="button"
      aria-pressed={isHidden}
      onClick={() => setNamesHidden(answer, !isHidden)}
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
