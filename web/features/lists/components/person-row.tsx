import { memo, useId } from 'react';
import { RATING_LABELS } from '#web/features/people/index.ts';
import {
  headlineOf,
  judge,
  locationOf,
  PrintedAddress,
  ScoreBadge,
  summarise,
} from '#web/features/results/index.ts';
import { classNames, Icon, IconButton } from '#web/ui/index.ts';
import { NOTE, PIN, TRASH, VERIFIED } from '#web/ui/lazy-icons.ts';
import { isScoredIn, statusLabel, statusOf } from '../people.ts';
import type { EntryActions } from './entry-actions.ts';
import { Note, type NoteProps, RatingButtons, StatusField } from './entry-fields.tsx';
import { Origins } from './origins.tsx';

/** The actions on one person of a list, in their row. */
export interface PersonActions extends EntryActions, Pick<NoteProps, 'onWriting'> {
  onOpen: (url: string) => void;
}

interface PersonRowProps extends PersonActions, Pick<NoteProps, 'listId' | 'person' | 'isWriting'> {
  statuses: readonly string[];
  /** Whether this is the row that Tab moves to. */
  isReachable: boolean;
  isOpen: boolean;
}

/** A person in a list: who they are and how well they match at a glance, and what the user has recorded about them. */
export const PersonRow = memo(function PersonRow(props: PersonRowProps) {
  const { person, statuses, isReachable, isOpen, onOpen, onStatus, onRate, onRemove, onWriting } = props;
  const { profile, rating } = person;
  const nameId = useId();
  const url = profile.profileUrl;
  const headline = headlineOf(profile);
  const location = locationOf(profile);
  const judged = judge(person.criteria, profile);
  return (
    <article
      tabIndex={isReachable ? 0 : -1}
      aria-labelledby={nameId}
      data-person={url}
      data-print="whole"
      className={classNames(
        'grid @pair:grid-cols-[4.5rem_minmax(0,1fr)_auto] @tiny:grid-cols-[4.5rem_minmax(0,1fr)] grid-cols-[minmax(0,1fr)] gap-x-3 rounded-medium px-[min(0.75rem,5vw)] py-3 transition-[background-color] print:bg-transparent!',
        isOpen ? 'bg-pressed' : 'focus-within:bg-hover hover:bg-hover',
      )}
    >
      {isScoredIn(person) ? (
        <span className="justify-self-start whitespace-nowrap">
          <ScoreBadge score={profile.relevanceScore} />
        </span>
      ) : (
        <span className="text-ink-subtle text-small">Not scored yet</span>
      )}
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
          <p dir="auto" data-print="unclamp" className="line-clamp-1 text-left text-ink-muted">
            {headline}
          </p>
        )}
        <p className="mt-0.5 flex flex-wrap gap-x-3 text-ink-muted text-small tabular-nums">
          {location !== '' && (
            <span className="flex min-w-0 items-start gap-1">
              <Icon name={PIN} size={13} className="mt-0.75" />
              <bdi className="min-w-0 text-left">{location}</bdi>
            </span>
          )}
          {judged.length > 0 && <span>{summarise(judged)}</span>}
        </p>
        <PrintedAddress profile={profile} />
        <Origins person={person} />
        <Note {...props} />
      </div>
      <div className="@max-dialog:col-span-full @max-pair:-col-end-1 @max-pair:mt-2 self-start">
        <div data-print="hide" className="flex flex-wrap items-center gap-0.5 touch:gap-3">
          <StatusField
            name={profile.fullName}
            status={statusOf(person)}
            statuses={statuses}
            onStatus={(status) => onStatus(url, status)}
          />
          <RatingButtons person={person} onRate={onRate} />
          <IconButton
            icon={NOTE}
            label={`Write a note: ${profile.fullName}`}
            size="small"
            onClick={() => onWriting(url)}
          />
          <IconButton
            icon={TRASH}
            label={`Take out of the list: ${profile.fullName}`}
            size="small"
            onClick={({ detail }) => onRemove(url, detail === 0)}
          />
        </div>
        <p data-print="show" dir="auto" className="hidden max-w-40 text-right text-small">
          {[statusLabel(statusOf(person)), rating && RATING_LABELS[rating]].filter(Boolean).join(' · ')}
        </p>
      </div>
    </article>
  );
});
