import { type ReactNode, type Ref, useSyncExternalStore } from 'react';
import { Link } from 'wouter';
import type { Chat } from '#shared/chat.ts';
import { DAY } from '#shared/time.ts';
import { countOf, dayOf } from '#web/lib/format.ts';
import { classNames, Menu, Spinner } from '#web/ui/index.ts';
import { MORE, PENCIL, STOP, TRASH } from '#web/ui/lazy-icons.ts';
import { chatPath } from '../chats.ts';

interface ChatListItemProps {
  chat: Chat;
  /** Zero-based, among `size` chats; a size of -1 means that it is unknown. */
  index: number;
  size: number;
  /** Height in CSS pixels of the chats above this one that are not drawn. */
  skipped: number;
  isCurrent: boolean;
  isSearching: boolean;
  /** It has an unseen answer. */
  isAnswered: boolean;
  onStop: () => void;
  onFocus: () => void;
  onSelect: () => void;
  onRename: () => void;
  onArchive: () => void;
  onDelete: () => void;
  ref: Ref<HTMLLIElement>;
}

export function ChatListItem(props: ChatListItemProps) {
  const { chat, index, size, skipped, isCurrent, isSearching, isAnswered } = props;
  return (
    <li
      ref={props.ref}
      data-index={index}
      aria-posinset={index + 1}
      aria-setsize={size}
      onFocus={props.onFocus}
      style={skipped > 0 ? { marginTop: skipped } : undefined}
      className={classNames(
        'group relative flex items-center rounded-medium transition-[background-color] focus-within:bg-hover hover:bg-hover',
        isCurrent && 'bg-pressed',
      )}
    >
      <Link
        href={chatPath(chat.id)}
        // Selecting the current chat again must not add a history entry.
        replace={isCurrent}
        aria-current={isCurrent ? 'true' : undefined}
        onClick={props.onSelect}
        className="min-w-0 flex-1 rounded-medium py-1.5 ps-3 pe-1 text-start"
      >
        <span
          dir="auto"
          className={classNames(
            'block truncate text-left text-body text-ink',
            (isCurrent || isAnswered) && 'font-medium',
          )}
        >
          {chat.title}
        </span>
        <span
          className={classNames(
            'block truncate text-caption tabular-nums',
            isCurrent ? 'text-ink-muted' : 'text-ink-subtle',
          )}
        >
          {isSearching ? (
            <StatusMark text="Searching…">
              <Spinner size={11} />
            </StatusMark>
          ) : (
            isAnswered && (
              <StatusMark text="New answer">
                <span className="block size-1.5 -translate-y-px rounded-full border-3 border-accent" />
              </StatusMark>
            )
          )}
          <RelativeDate
            of={chat.lastMessageAt}
            more={
              isSearching || isAnswered
                ? ''
                : ` · ${chat.isDamaged ? 'Damaged' : countOf(chat.messageCount, 'message')}`
            }
          />
        </span>
      </Link>
      <Menu
        label={`Options for ${chat.title}`}
        icon={MORE}
        size="small"
        className={classNames(
          'me-1.5 touch:opacity-100 aria-expanded:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100',
          !isCurrent && 'opacity-0',
        )}
        items={[
          ...(isSearching ? [{ label: 'Stop search', icon: STOP, onSelect: props.onStop }] : []),
          { label: 'Rename', icon: PENCIL, onSelect: props.onRename },
          { label: 'Archive', icon: 'archive', onSelect: props.onArchive },
          { label: 'Delete', icon: TRASH, onSelect: props.onDelete, danger: true },
        ]}
      />
    </li>
  );
}

/** A chat's status, before its date. */
const StatusMark = ({ text, children }: { text: string; children: ReactNode }) => (
  <span className="font-medium text-accent">
    <span aria-hidden="true" className="me-1.5 inline-block align-[-0.5px]">
      {children}
    </span>
    <span>{text}</span>
    <span className="font-normal text-ink-subtle"> · </span>
  </span>
);

/**
 * A {@link relativeDate} that stays right when a new day begins while the page is open, followed by `more` text. All in one text, alone
 * in its element: on a page that the browser has translated, React can neither change nor remove any other.
 */
export function RelativeDate({ of, more = '' }: { of: string; more?: string }) {
  const read = () => relativeDate(of);
  return <span>{useSyncExternalStore(everyMinute, read, read) + more}</span>;
}

/** Not a timer for midnight: that would be late by as long as the machine has slept. */
function everyMinute(onChange: () => void): () => void {
  const timer = setInterval(onChange, 60_000);
  return () => clearInterval(timer);
}

/** Dates less than this many days ago are shown as relative dates. */
const RELATIVE_DATE_DAYS = 7;

/** 'Today', 'Yesterday', 'N days ago' for less than seven calendar days, otherwise the date. */
export function relativeDate(timestamp: string, now: Date = new Date()): string {
  const date = new Date(timestamp);
  const days = Math.round((midnight(now) - midnight(date)) / DAY);
  if (days <= 0) return 'Today';
  if (days === 1) return 'Yesterday';
  return days < RELATIVE_DATE_DAYS ? `${days} days ago` : dayOf(timestamp);
}

/** Days differ in length where clocks change, hence the rounding above. */
const midnight = (date: Date): number => new Date(date).setHours(0, 0, 0, 0);
