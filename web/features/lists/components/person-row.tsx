import { memo, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { Link } from 'wouter';
import { LIST_LIMITS, type ListedPerson } from '#shared/lists.ts';
import { truncate } from '#shared/truncate.ts';
import { readDraft, useDraft } from '#web/features/chats/index.ts';
import { headlineOf, locationOf, ScoreBadge } from '#web/features/results/index.ts';
import { dayOf } from '#web/lib/format.ts';
import { buttonClass, classNames, Icon, IconButton } from '#web/ui/index.ts';
import { NOTE, PIN, THUMB_DOWN, THUMB_UP, TRASH, VERIFIED } from '#web/ui/later-icons.ts';
import { statusLabel, statusOf, verdictSummary } from '../people.ts';
import type { EntryActions } from './entry-actions.ts';

/** What can be done with one person of a list, in their row. */
export interface PersonActions extends EntryActions {
  onOpen: (url: string) => void;
  /** The note is being written, or is no more. */
  onWriting: (url: string | undefined) => void;
}

interface PersonRowProps extends PersonActions {
  listId: string;
  person: ListedPerson;
  statuses: readonly string[];
  /** The one that Tab leads to. */
  isReachable: boolean;
  isOpen: boolean;
  isWriting: boolean;
}

/** Somebody in a list: who they are and how they match at a glance, and what the person has made of them. */
export const PersonRow = memo(function PersonRow(props: PersonRowProps) {
  const { person, statuses, isReachable, isOpen, onOpen, onStatus, onRate, onRemove, onWriting } = props;
  const { profile } = person;
  const nameId = useId();
  const url = profile.profileUrl;
  const headline = headlineOf(profile);
  const location = locationOf(profile);
  const verdicts = verdictSummary(profile);
  return (
    <article
      tabIndex={isReachable ? 0 : -1}
      aria-labelledby={nameId}
      data-person={url}
      className={classNames(
        'grid @pair:grid-cols-[4.5rem_minmax(0,1fr)_auto] @tiny:grid-cols-[4.5rem_minmax(0,1fr)] grid-cols-[minmax(0,1fr)] gap-x-3 rounded-medium px-[min(0.75rem,5vw)] py-3 transition-[background-color]',
        isOpen ? 'bg-pressed' : 'focus-within:bg-hover hover:bg-hover',
      )}
    >
      <span className="justify-self-start whitespace-nowrap">
        <ScoreBadge score={profile.relevanceScore} />
      </span>
      <div className="min-w-0">
        <h2 className="font-semibold text-reading">
          <button
            type="button"
            id={nameId}
            aria-expanded={isOpen}
            onClick={() => onOpen(url)}
            className="text-start underline-offset-2 hover:underline"
          >
            <bdi>{profile.fullName}</bdi>
          </button>
          {profile.isVerified && (
            <span className="ms-1.5 inline-flex align-[-2px] text-accent">
              <Icon name={VERIFIED} size={14} />
              <span className="sr-only">, verified</span>
            </span>
          )}
        </h2>
        {headline !== '' && (
          <p dir="auto" className="line-clamp-1 text-left text-ink-muted">
            {headline}
          </p>
        )}
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-ink-muted text-small tabular-nums">
          {location !== '' && (
            <span className="flex min-w-0 items-start gap-1">
              <Icon name={PIN} size={13} className="mt-0.75" />
              <bdi className="min-w-0">{location}</bdi>
            </span>
          )}
          {verdicts !== undefined && <span>{verdicts}</span>}
        </p>
        <Origins person={person} />
        <Note {...props} />
      </div>
      <div className="@max-dialog:col-span-full @max-pair:-col-end-1 @max-pair:mt-2 flex flex-wrap items-center gap-0.5 self-start touch:gap-3">
        <StatusField
          name={profile.fullName}
          status={statusOf(person)}
          statuses={statuses}
          onStatus={(status) => onStatus(url, status)}
        />
        <RatingButtons person={person} onRate={onRate} />
        <IconButton icon={NOTE} label="Write a note" size="small" onClick={() => onWriting(url)} />
        <IconButton
          icon={TRASH}
          label="Take out of the list"
          size="small"
          onClick={({ detail }) => onRemove(url, detail === 0)}
        />
      </div>
    </article>
  );
});

export const RatingButtons = ({
  person: { profile, rating },
  onRate,
}: Pick<PersonRowProps, 'person' | 'onRate'>) => (
  <>
    <IconButton
      icon={THUMB_UP}
      label="Good match"
      size="small"
      aria-pressed={rating === 'good'}
      onClick={() => onRate(profile.profileUrl, 'good')}
      className="aria-pressed:bg-good-soft aria-pressed:text-good"
    />
    <IconButton
      icon={THUMB_DOWN}
      label="Bad match"
      size="small"
      aria-pressed={rating === 'bad'}
      onClick={() => onRate(profile.profileUrl, 'bad')}
      className="aria-pressed:bg-poor-soft aria-pressed:text-poor"
    />
  </>
);

/** The answer somebody was saved from last, and that there are more. */
function Origins({ person: { origins, providers } }: Pick<PersonRowProps, 'person'>) {
  const [newest] = origins;
  if (newest === undefined) return null;
  return (
    <p className="text-ink-muted text-small">
      From <OriginLink origin={newest} />, <span className="whitespace-nowrap">{dayOf(newest.savedAt)}</span>
      {origins.length > 1 && ` · and ${origins.length - 1} more`}
      {providers !== undefined && ` · ${providers} providers`}
    </p>
  );
}

/** All answers that somebody was saved from. */
export const OriginList = ({ person: { origins } }: Pick<PersonRowProps, 'person'>) => (
  <>
    <h3 className="mt-4 font-medium text-small">
      {origins.length === 1 ? 'Saved from' : `Saved from ${origins.length} answers`}
    </h3>
    <ul className="mt-1 flex flex-col gap-1 pb-1 text-ink-muted text-small">
      {origins.map((origin) => (
        <li key={origin.messageId} className="tabular-nums">
          <OriginLink origin={origin} /> · {Math.floor(origin.relevanceScore)}% · {dayOf(origin.savedAt)}
        </li>
      ))}
    </ul>
  </>
);

/** Leads to the answer in its chat. */
function OriginLink({ origin }: { origin: ListedPerson['origins'][number] }) {
  return (
    <Link
      href={`/chat/${origin.chatId}#${origin.messageId}`}
      dir="auto"
      className="underline decoration-line-strong underline-offset-2 hover:text-ink hover:decoration-ink"
    >
      {shortened(origin.request)}
    </Link>
  );
}

const LONGEST = 60;
const shortened = (text: string): string =>
  text.length > LONGEST ? `${truncate(text, LONGEST - 1).trimEnd()}…` : text || 'an answer';

interface StatusFieldProps {
  /** Whose it is: a name, or '3 people'. */
  name: string;
  /** Empty for several who differ. */
  status: string;
  statuses: readonly string[];
  onStatus: (status: string) => void;
}

const OWN = '\0own';

/** Chosen from what there is, or typed: Enter and leaving the field keep what was typed, Escape does not. */
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
        maxLength={LIST_LIMITS.status}
        onBlur={({ currentTarget }) => {
          const typed = currentTarget.value.trim();
          if (typed !== '') onStatus(typed);
          setTyping(false);
        }}
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing || (event.key !== 'Enter' && event.key !== 'Escape')) return;
          // A dialog that the field is in stays open.
          event.preventDefault();
          event.stopPropagation();
          if (event.key === 'Escape') event.currentTarget.value = '';
          isLeftByKey.current = true;
          event.currentTarget.blur();
        }}
        className={`${FIELD} w-36`}
      />
    );
  return (
    <select
      ref={select}
      aria-label={`Status of ${name}`}
      value={status}
      onChange={({ target }) => (target.value === OWN ? setTyping(true) : onStatus(target.value))}
      className={`${FIELD} max-w-30 cursor-pointer tablet:max-w-36`}
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
      <option value={OWN}>In your own words…</option>
    </select>
  );
}

const FIELD =
  'h-7 rounded-small border border-line-strong/60 bg-surface px-1.5 text-small text-ink touch:h-9';

interface NoteProps extends Pick<PersonRowProps, 'listId' | 'person' | 'isWriting' | 'onNote' | 'onWriting'> {
  /** Gets the focus of whoever leaves the field by a key, where there is no row or panel to take it. */
  button?: RefObject<HTMLElement | null> | undefined;
}

/** Read until it is written, in the same place. Enter and leaving the field keep what was typed, Escape does not. */
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

/** Under which a note is kept, like a message that is not sent, until it is left. */
const draftOf = (listId: string, url: string): string => `note_${listId}_${url}`;

/** Whether the tab was left, or loaded anew, while a note on somebody was being written. */
export const hasDraft = (listId: string, url: string): boolean => readDraft(draftOf(listId, url)) !== '';

type NoteFieldProps = Pick<NoteProps, 'onNote' | 'onWriting' | 'button'> & {
  listId: string;
  url: string;
  note: string;
  name: string;
};

function NoteField({ listId, url, note, name, onNote, onWriting, button }: NoteFieldProps) {
  const [draft, setDraft] = useDraft(draftOf(listId, url));
  const [text, setText] = useState(draft || note);
  const area = useRef<HTMLTextAreaElement>(null);
  const isCancelled = useRef(false);
  useEffect(() => {
    const field = area.current;
    field?.focus();
    field?.setSelectionRange(field.value.length, field.value.length);
  }, []);
  function leave() {
    (area.current?.closest<HTMLElement>('article, aside') ?? button?.current)?.focus();
    area.current?.blur();
  }
  return (
    <textarea
      ref={area}
      dir="auto"
      aria-label={`Note on ${name}`}
      rows={2}
      maxLength={LIST_LIMITS.note}
      value={text}
      onChange={({ target }) => {
        setText(target.value);
        setDraft(target.value === note ? '' : target.value);
      }}
      onKeyDown={(event) => {
        if (event.nativeEvent.isComposing) return;
        if (event.key === 'Escape') isCancelled.current = true;
        else if (event.key !== 'Enter' || event.shiftKey) return;
        event.preventDefault();
        event.stopPropagation();
        leave();
      }}
      onBlur={() => {
        setDraft('');
        if (!isCancelled.current && text.trim() !== note) onNote(url, text.trim());
        onWriting(undefined);
      }}
      className="mt-1.5 block field-sizing-content max-h-60 w-full resize-none rounded-medium border border-line-strong bg-surface px-2.5 py-1.5 text-body focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-offset-0"
    />
  );
}
