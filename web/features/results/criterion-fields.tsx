import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { FullNote } from '#web/ui/full-note.tsx';
import { Button, classNames } from '#web/ui/index.ts';

/** Maximum length of a criterion, in characters. */
export const MAX_CRITERION_LENGTH = 120;

export const FIELD =
  'w-full min-w-0 rounded-medium border border-line-strong bg-surface px-3 text-body outline-none focus-visible:border-accent focus-visible:outline focus-visible:outline-accent';

interface FieldsProps {
  children: ReactNode;
  /** Further actions, opposite the 'Done' button. */
  aside?: ReactNode;
  onClose: () => void;
}

export function Fields({ children, aside = <span />, onClose }: FieldsProps) {
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        onClose();
      }}
    >
      {children}
      <div className="flex justify-between gap-2">
        {aside}
        <Button type="submit" size="small">
          Done
        </Button>
      </div>
    </form>
  );
}

interface WordsProps {
  value: string;
  onChange: (text: string) => void;
}

/** Instead of blank text, the criterion keeps its words from before: to get rid of it, it has to be removed. */
export function Words({ value, onChange }: WordsProps) {
  const [initial] = useState(value);
  const [text, setText] = useState(value);
  const noteId = useId();
  const field = useFocusAtStart<HTMLInputElement>();
  const isBlank = text.trim() === '';
  return (
    <label className="text-small">
      <span className="text-ink-subtle">Words</span>
      <input
        ref={field}
        dir="auto"
        value={text}
        maxLength={MAX_CRITERION_LENGTH}
        aria-invalid={isBlank}
        aria-describedby={isBlank ? noteId : undefined}
        onChange={({ target }) => {
          setText(target.value);
          onChange(tidy(target.value) || initial);
        }}
        className={classNames(FIELD, 'mt-1 min-h-9')}
      />
      <FullNote text={text} maxLength={MAX_CRITERION_LENGTH} />
      {isBlank && (
        <span id={noteId} role="status" className="mt-1 block text-poor">
          Enter what to look for, or remove it.
        </span>
      )}
    </label>
  );
}

export const tidy = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The ref of a field that gets focus when it appears. */
export function useFocusAtStart<Field extends HTMLInputElement | HTMLTextAreaElement>() {
  const field = useRef<Field>(null);
  useLayoutEffect(() => {
    field.current?.focus();
  }, []);
  return field;
}

interface ChoiceProps<Option extends string> {
  name: string;
  options: readonly Option[];
  names: Record<Option, string>;
  value: Option;
  onChange: (option: Option) => void;
}

/** A choice between a few options, shown side by side. */
export function Choice<Option extends string>({
  name,
  options,
  names,
  value,
  onChange,
}: ChoiceProps<Option>) {
  const group = useId();
  return (
    <fieldset className="flex @max-phone:flex-col @max-phone:items-start items-center gap-x-3 gap-y-1 text-small">
      <legend className="float-start w-20 text-ink-subtle">{name}</legend>
      <div className="inline-flex flex-wrap rounded-medium border border-line bg-well p-0.5">
        {options.map((option) => (
          <label
            key={option}
            className="relative inline-flex min-h-7 cursor-pointer select-none items-center rounded-small border border-transparent px-2.5 font-medium text-ink-muted hover:text-ink has-checked:border-line-strong has-checked:bg-surface has-checked:text-ink has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name={group}
              value={option}
              checked={option === value}
              onChange={() => onChange(option)}
              className="absolute inset-0 cursor-pointer opacity-0"
            />
            {names[option]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
