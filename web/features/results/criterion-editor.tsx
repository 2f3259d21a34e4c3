import { type ReactNode, useState } from 'react';
import { type Criterion, NEEDS, SUBJECTS } from '#shared/criteria.ts';
import { LIMITS } from '#shared/limits.ts';
import { isComposing } from '#web/lib/page.ts';
import { FullNote } from '#web/ui/full-note.tsx';
import { Button, classNames } from '#web/ui/index.ts';
import { type Adjustments, WEIGHTS, withAdded, withChange } from './adjustments.ts';
import {
  Choice,
  FIELD,
  Fields,
  MAX_CRITERION_LENGTH,
  tidy,
  useFocusAtStart,
  Words,
} from './criterion-fields.tsx';

const NEED_NAMES = { required: 'Required', preferred: 'Nice to have', excluded: 'Excluded' } as const;
const WEIGHT_NAMES = { less: 'Less', normal: 'Normal', more: 'More' } as const;
/** Each subject's name and an example of its wording: of alternatives joined by ‘or’, any one is enough. */
const SUBJECT_TEXTS = {
  nationality: { name: 'Nationality', example: 'Peruvian or Chilean' },
  location: { name: 'Place', example: 'Boston or New York' },
  education: { name: 'Education', example: 'Stanford or MIT' },
  profession: { name: 'Profession', example: 'nurse or midwife' },
  interest: { name: 'Interest', example: 'robotics or AI' },
  experience: { name: 'Experience', example: 'speaks Spanish or Portuguese' },
} as const satisfies Record<Criterion['subject'], object>;

interface PanelProps {
  id: string;
  onClose: () => void;
  children: ReactNode;
}

/** The panel that opens below the chips. Its first field gets focus; Escape closes it. */
export function Panel({ id, onClose, children }: PanelProps) {
  return (
    <section
      id={id}
      aria-label="Criteria editor"
      data-print="hide"
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || isComposing(event.nativeEvent)) return;
        // Otherwise Escape would also stop a search.
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

/** Edits one criterion: its wording, need and weight. Every change applies at once. */
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

const Remove = ({ onRemove }: { onRemove: () => void }) => (
  <Button variant="quiet" size="small" onClick={onRemove} className="-ms-2">
    Remove
  </Button>
);

/** Adds a criterion, which counts once it has been searched for. */
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
                {SUBJECT_TEXTS[one].name}
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
            maxLength={MAX_CRITERION_LENGTH}
            placeholder={SUBJECT_TEXTS[subject].example}
            onChange={({ target }) => setText(target.value)}
            className={classNames(FIELD, 'mt-1 min-h-9 placeholder:text-ink-subtle')}
          />
          <FullNote text={text} maxLength={MAX_CRITERION_LENGTH} />
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

/** The query that was sent to Google, to be read and edited by hand. */
export function EditQuery({ original, adjustments, onChange, onClose }: EditorProps & { original: string }) {
  const { googleSearchQuery: edited, ...others } = adjustments;
  const [text, setText] = useState(edited ?? original);
  const field = useFocusAtStart<HTMLTextAreaElement>();
  const set = (next: string) => {
    setText(next);
    const query = tidy(next);
    onChange(query === '' || query === tidy(original) ? others : { ...others, googleSearchQuery: query });
  };
  const undoButton = (
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
    <Fields onClose={onClose} aside={text === original ? undefined : undoButton}>
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
        <FullNote text={text} maxLength={LIMITS.queryLength} />
      </label>
    </Fields>
  );
}
