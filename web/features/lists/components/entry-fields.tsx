import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react';
import { LIST_LIMITS, type ListedPerson } from '#shared/lists.ts';
import { DRAFT_PREFIX, readDraft, useDraft } from '#web/features/chats/index.ts';
import { RATING_LABELS } from '#web/features/people/index.ts';
import { isComposing } from '#web/lib/page.ts';
import { keysWith, readText, tabStorage } from '#web/lib/storage.ts';
import { FullNote } from '#web/ui/full-note.tsx';
import { buttonClass, Icon, IconButton } from '#web/ui/index.ts';
import { NOTE, THUMB_DOWN, THUMB_UP } from '#web/ui/lazy-icons.ts';
import { statusLabel, typedStatus } from '../people.ts';
import type { EntryActions } from './entry-actions.ts';

/* What the user records about a person in a list: a rating, a status, a note. The same in a row, in the open profile and in the table. */

export const RatingButtons = ({
  person: { profile, rating },
  onRate,
}: Pick<EntryActions, 'onRate'> & { person: ListedPerson }) => (
  <>
    <IconButton
      icon={THUMB_UP}
      label={`${RATING_LABELS.good}: ${profile.fullName}`}
      size="small"
      aria-pressed={rating === 'good'}
      onClick={() => onRate(profile.profileUrl, 'good')}
      className="aria-pressed:bg-good-soft aria-pressed:text-good"
    />
    <IconButton
      icon={THUMB_DOWN}
      label={`${RATING_LABELS.bad}: ${profile.fullName}`}
      size="small"
      aria-pressed={rating === 'bad'}
      onClick={() => onRate(profile.profileUrl, 'bad')}
      className="aria-pressed:bg-poor-soft aria-pressed:text-poor"
    />
  </>
);

interface StatusFieldProps {
  /** Whose status it is: a name, or '3 people'. */
  name: string;
  /** Empty for several people who differ. */
  status: string;
  statuses: readonly string[];
  onStatus: (status: string) => void;
}

const CUSTOM_STATUS = '\0own';

/**
 * Opens the options on a key that would change a closed field, as Safari does by itself. Each such key would set a status of its own: on
 * the way to the one that is meant, everybody's previous status would be lost, and a row that is filtered by status would leave.
 */
function openOptions(event: KeyboardEvent<HTMLSelectElement>) {
  const { key, ctrlKey, metaKey, altKey, currentTarget: field } = event;
  if (ctrlKey || metaKey || altKey || !/^(.|Arrow\w+|Page\w+|Home|End)$/.test(key)) return;
  if (!('showPicker' in field)) return;
  event.preventDefault();
  field.showPicker();
}

/** A status is selected or typed: Enter and leaving the field keep what was typed, Escape discards it. */
export function StatusField({ name, status, statuses, onStatus }: StatusFieldProps) {
  const [isTyping, setTyping] = useState(false);
  const select = useRef<HTMLSelectElement>(null);
  const isLeftByKey = useRef(false);
  useEffect(() => {
    if (!isTyping && isLeftByKey.current) select.current?.focus();
    isLeftByKey.current = false;
  }, [isTyping]);
  if (isTyping)
    return (
      <input
        // biome-ignore lint/a11y/noAutofocus: it takes the place of the field that had the focus
        autoFocus
        aria-label={`Status of ${name} in your own words`}
        placeholder="Your own words"
        maxLength={LIST_LIMITS.status}
        onBlur={({ currentTarget }) => {
          if (isWindowLeft(currentTarget)) return;
          const typed = typedStatus(currentTarget.value);
          if (typed !== '') onStatus(typed);
          setTyping(false);
        }}
        onKeyDown={(event) => {
          if (isComposing(event.nativeEvent) || (event.key !== 'Enter' && event.key !== 'Escape')) return;
          // A dialog that contains the field stays open.
          event.preventDefault();
          event.stopPropagation();
          if (event.key === 'Escape') event.currentTarget.value = '';
          isLeftByKey.current = true;
          event.currentTarget.blur();
        }}
        className={`${FIELD} w-36 placeholder:text-ink-subtle`}
      />
    );
  return (
    <select
      ref={select}
      aria-label={`Status of ${name}`}
      value={status}
      onChange={({ target }) => (target.value === CUSTOM_STATUS ? setTyping(true) : onStatus(target.value))}
      onKeyDown={openOptions}
      className={`${FIELD} max-w-36 cursor-pointer text-ellipsis`}
    >
      {status === '' && (
        <option value="" disabled>
          Status
        </option>
      )}
      {statuses.map((one) => (
        <option key={one} value={one}>
          {statusLabel(one)}
        </option>
      ))}
      <option value={CUSTOM_STATUS}>In your own words…</option>
    </select>
  );
}

/** Whether a field that is blurred has only lost the focus with its window or tab, and gets it back with that. */
const isWindowLeft = (field: Element): boolean => document.activeElement === field;

const FIELD =
  'h-7 rounded-small border border-line-strong/60 bg-surface px-1.5 text-small text-ink touch:h-9';

export interface NoteProps extends Pick<EntryActions, 'onNote'> {
  listId: string;
  person: ListedPerson;
  isWriting: boolean;
  /** Called with the URL when a note is being written, and with undefined when it no longer is. */
  onWriting: (url: string | undefined) => void;
  /** Gets focus when the field is left by a key and there is no row or panel to take it. */
  button?: RefObject<HTMLElement | null> | undefined;
}

/** Read-only until it is edited, in the same place. Enter and leaving the field keep what was typed, Escape discards it. */
export function Note({ listId, person, isWriting, onNote, onWriting, button }: NoteProps) {
  const url = person.profile.profileUrl;
  const { note } = person;
  if (isWriting)
    return <NoteField {...{ listId, url, note, name: person.profile.fullName, onNote, onWriting, button }} />;
  if (note === '') return null;
  return (
    <button
      type="button"
      onClick={() => onWriting(url)}
      className={buttonClass({
        variant: 'quiet',
        size: 'small',
        className: 'mt-1 -ms-2 max-w-full items-start! justify-start! py-1.5 text-start font-normal!',
      })}
    >
      <Icon name={NOTE} size={14} className="mt-0.75" />
      <span className="sr-only">Change note: </span>
      <span dir="auto" className="wrap-anywhere min-w-0 whitespace-pre-wrap">
        {note}
      </span>
    </button>
  );
}

/** The key under which a note is kept as a draft, like an unsent message, until its field is left. */
const draftOf = (listId: string, url: string): string => `note_${listId}_${url}`;

/** The unfinished note on a person, as of a tab that was left or reloaded while it was being written. */
export const readNote = (listId: string, url: string): string => readDraft(draftOf(listId, url));

/** The unfinished note on somebody in a list, whoever it is. */
export function readAnyNote(listId: string): string {
  const [first] = keysWith(tabStorage(), DRAFT_PREFIX + draftOf(listId, ''));
  return (first && readText(tabStorage(), first)) ?? '';
}

type NoteFieldProps = Pick<NoteProps, 'onNote' | 'onWriting' | 'button'> & {
  listId: string;
  url: string;
  note: string;
  name: string;
};

function NoteField({ listId, url, note, name, onNote, onWriting, button }: NoteFieldProps) {
  const [draft, setDraft] = useDraft(draftOf(listId, url));
  const [draftBefore, setDraftBefore] = useDraft(`before_${draftOf(listId, url)}`);
  // Not the note as it is by now: another tab or device may change it while this window is left.
  const [before] = useState(draft === '' ? note : draftBefore);
  const [text, setText] = useState(draft || before);
  const area = useRef<HTMLTextAreaElement>(null);
  const isCancelled = useRef(false);
  useEffect(() => {
    const field = area.current;
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
  }, []);
  function keep(typed: string) {
    setDraft(typed);
    setDraftBefore(typed === '' ? '' : before);
  }
  function leave() {
    (area.current?.closest<HTMLElement>('article, aside') ?? button?.current)?.focus();
    area.current?.blur();
  }
  return (
    <>
      <textarea
        ref={area}
        dir="auto"
        aria-label={`Note on ${name}`}
        placeholder="Write a note. Enter saves it."
        enterKeyHint="done"
        rows={2}
        maxLength={LIST_LIMITS.note}
        value={text}
        onChange={({ target }) => {
          setText(target.value);
          keep(target.value === before ? '' : target.value);
        }}
        onKeyDown={(event) => {
          if (isComposing(event.nativeEvent)) return;
          if (event.key === 'Escape') isCancelled.current = true;
          else if (event.key !== 'Enter' || event.shiftKey) return;
          event.preventDefault();
          event.stopPropagation();
          leave();
        }}
        onBlur={({ currentTarget }) => {
          if (isWindowLeft(currentTarget)) return;
          keep('');
          if (!isCancelled.current && text.trim() !== before) onNote(url, text.trim(), before);
          onWriting(undefined);
        }}
        className="mt-1.5 block field-sizing-content max-h-60 w-full resize-none rounded-medium border border-line-strong bg-surface px-2.5 py-1.5 text-body placeholder:text-ink-subtle focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-offset-0"
      />
      <FullNote text={text} maxLength={LIST_LIMITS.note} />
    </>
  );
}
