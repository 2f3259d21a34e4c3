import { type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import { type Criterion, NEEDS, SUBJECTS } from '#shared/criteria.ts';
import { LIMITS } from '#shared/limits.ts';
import { Button, classNames } from '#web/ui/index.ts';
import { type Adjustments, WEIGHTS, withAdded, withChange } from './adjustments.ts';

/** Characters that a criterion can have. */
const LONGEST_TEXT = 120;
const NEED_NAMES = { required: 'Required', preferred: 'Nice to have', excluded: 'Excluded' } as const;
const WEIGHT_NAMES = { less: 'Less', normal: 'Normal', more: 'More' } as const;
const SUBJECT_NAMES = {
  nationality: 'Nationality',
  location: 'Place',
  education: 'Education',
  profession: 'Profession',
  interest: 'Interest',
  experience: 'Experience',
} as const;

interface PanelProps {
  id: string;
  onClose: () => void;
  children: ReactNode;
}

/** What is opened under the chips. Its first field has the focus; Escape closes it. */
export function Panel({ id, onClose, children }: PanelProps) {
  return (
    <section
      id={id}
      aria-label="Criteria editor"
      data-print="hide"
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        // The same key would stop a search.
        event.stopPropagation();
        onClose();
      }}
      className="@container max-w-prose animate-appear rounded-large border border-line bg-surface px-gutter py-3 shadow-card"
    >
      {children}
    </section>
  );
}

interface EditorProps {
  criteria: readonly Criterion[];
  adjustments: Adjustments;
  onChange: (adjustments: Adjustments) => void;
  onClose: () => void;
}

/** One criterion: its words, how much it is asked for, how much it counts. Everything applies at once. */
export function EditCriterion({
  criterionId,
  criteria,
  adjustments,
  onChange,
  onClose,
}: EditorProps & { criterionId: string }) {
  const stored = criteria.find(({ id }) => id === criterionId);
  const added = adjustments.added.find(({ id }) => id === criterionId);
  const remove = (act: () => void) => {
    act();
    onClose();
  };
  if (stored === undefined) {
    if (added === undefined) return null;
    const change = (next: Criterion | undefined) =>
      onChange({
        ...adjustments,
        added: adjustments.added.flatMap((one) => (one.id === criterionId ? (next ?? []) : one)),
      });
    return (
      <Fields onClose={onClose} aside={<Remove onRemove={() => remove(() => change(undefined))} />}>
        <Words value={added.text} onChange={(text) => change({ ...added, text })} />
        <Choice
          name="Asked for"
          options={NEEDS}
          names={NEED_NAMES}
          value={added.need}
          onChange={(need) => change({ ...added, need })}
        />
      </Fields>
    );
  }
  const change = adjustments.changes[criterionId] ?? {};
  const set = (next: typeof change) => onChange(withChange(adjustments, stored, next));
  if (change.isRemoved)
    return (
      <Fields onClose={onClose}>
        <p className="text-small">
          <span dir="auto">“{stored.text}”</span> is removed.{' '}
          <Button size="small" autoFocus onClick={() => set({ isRemoved: undefined })}>
            Put it back
          </Button>
        </p>
      </Fields>
    );
  return (
    <Fields onClose={onClose} aside={<Remove onRemove={() => remove(() => set({ isRemoved: true }))} />}>
      <Words value={change.text ?? stored.text} onChange={(text) => set({ text })} />
      {stored.isUnscored ? (
        <p className="text-ink-muted text-small">Shown only; it does not affect the score.</p>
      ) : (
        <>
          <Choice
            name="Asked for"
            options={NEEDS}
            names={NEED_NAMES}
            value={change.need ?? stored.need}
            onChange={(need) => set({ need })}
          />
          <Choice
            name="Counts"
            options={WEIGHTS}
            names={WEIGHT_NAMES}
            value={change.weight ?? 'normal'}
            onChange={(weight) => set({ weight: weight === 'normal' ? undefined : weight })}
          />
        </>
      )}
    </Fields>
  );
}

interface FieldsProps {
  children: ReactNode;
  /** What else there is to do beside being done. */
  aside?: ReactNode;
  onClose: () => void;
}

function Fields({ children, aside = <span />, onClose }: FieldsProps) {
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

const Remove = ({ onRemove }: { onRemove: () => void }) => (
  <Button variant="quiet" size="small" onClick={onRemove} className="-ms-2">
    Remove
  </Button>
);

const FIELD =
  'w-full min-w-0 rounded-medium border border-line-strong bg-surface px-3 text-body outline-none focus-visible:border-accent focus-visible:outline focus-visible:outline-accent';

interface WordsProps {
  value: string;
  onChange: (text: string) => void;
}

/** Blank words are not taken: what has no words is removed instead. */
function Words({ value, onChange }: WordsProps) {
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
        maxLength={LONGEST_TEXT}
        aria-invalid={isBlank}
        aria-describedby={isBlank ? noteId : undefined}
        onChange={({ target }) => {
          setText(target.value);
          const words = tidy(target.value);
          if (words !== '') onChange(words);
        }}
        className={classNames(FIELD, 'mt-1 min-h-9')}
      />
      {isBlank && (
        <span id={noteId} role="status" className="mt-1 block text-poor">
          Enter what to look for, or remove it.
        </span>
      )}
    </label>
  );
}

const tidy = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** A field that has the focus when it appears, with its text selected. */
function useFocusAtStart<Field extends HTMLInputElement | HTMLTextAreaElement>() {
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

/** One of a few, side by side. */
function Choice<Option extends string>({ name, options, names, value, onChange }: ChoiceProps<Option>) {
  const group = useId();
  return (
    <fieldset className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small">
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

/** A further criterion, which counts once it has been searched for. */
export function AddCriterion({ criteria, adjustments, onChange, onClose }: EditorProps) {
  const [text, setText] = useState('');
  const [subject, setSubject] = useState<Criterion['subject']>('experience');
  const [need, setNeed] = useState<Criterion['need']>('required');
  const field = useFocusAtStart<HTMLInputElement>();
  const words = tidy(text);
  const isFull = criteria.length + adjustments.added.length >= LIMITS.criteria;
  function add() {
    if (words === '' || isFull) return;
    onChange(withAdded(adjustments, criteria, { subject, text: words, need }));
    onClose();
  }
  return (
    <form
      className="flex flex-col gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        add();
      }}
    >
      <div className="flex flex-wrap gap-2">
        <label className="text-small">
          <span className="text-ink-subtle">Type</span>
          <select
            value={subject}
            onChange={({ target }) => setSubject(SUBJECTS.find((one) => one === target.value) ?? subject)}
            className={classNames(FIELD, 'mt-1 h-9 px-2')}
          >
            {SUBJECTS.map((one) => (
              <option key={one} value={one}>
                {SUBJECT_NAMES[one]}
              </option>
            ))}
          </select>
        </label>
        <label className="min-w-0 flex-1 basis-48 text-small">
          <span className="text-ink-subtle">Words</span>
          <input
            ref={field}
            dir="auto"
            value={text}
            maxLength={LONGEST_TEXT}
            placeholder="Boston or New York"
            onChange={({ target }) => setText(target.value)}
            className={classNames(FIELD, 'mt-1 min-h-9 placeholder:text-ink-subtle')}
          />
        </label>
      </div>
      <Choice name="Asked for" options={NEEDS} names={NEED_NAMES} value={need} onChange={setNeed} />
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p className="text-ink-subtle text-small">
          {isFull ? `An answer has at most ${LIMITS.criteria} criteria.` : 'Applies when you search again.'}
        </p>
        <Button type="submit" size="small" disabled={words === '' || isFull}>
          Add
        </Button>
      </div>
    </form>
  );
}

/** The query that Google was asked, to be read and edited by hand. */
export function EditQuery({ original, adjustments, onChange, onClose }: EditorProps & { original: string }) {
  const { googleSearchQuery: edited, ...others } = adjustments;
  const [text, setText] = useState(edited ?? original);
  const field = useFocusAtStart<HTMLTextAreaElement>();
  const set = (next: string) => {
    setText(next);
    const query = tidy(next);
    onChange(query === '' || query === tidy(original) ? others : { ...others, googleSearchQuery: query });
  };
  const takeBack = (
    <Button
      variant="quiet"
      size="small"
      onClick={() => {
        field.current?.focus();
        set(original);
      }}
      className="-ms-2"
    >
      Undo edit
    </Button>
  );
  return (
    <Fields onClose={onClose} aside={text === original ? undefined : takeBack}>
      <label className="text-small">
        <span className="text-ink-subtle">Google query, limited to profile pages</span>
        <textarea
          ref={field}
          rows={3}
          dir="ltr"
          spellCheck={false}
          value={text}
          maxLength={LIMITS.queryLength}
          onChange={({ target }) => set(target.value)}
          className={classNames(FIELD, 'mt-1 block resize-y py-2 font-mono text-small')}
        />
      </label>
    </Fields>
  );
}
