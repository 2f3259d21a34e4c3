import type { ReactNode } from 'react';
import { RelativeDate } from '#web/features/chats/components/chat-list-item.tsx';
import { type ChatHit, mark, type PersonHit, wordsOf } from '#web/features/chats/history/find.ts';
import { Badge, Icon, type IconName, Kbd } from '#web/ui/index.ts';
import { USER } from '#web/ui/lazy-icons.ts';
import { type ShortcutId, shownKeys } from './shortcuts.ts';

/** An entry of the palette. */
export interface Item {
  id: string;
  label: string;
  row: ReactNode;
  run: (byKeyboard: boolean) => void;
}

interface Place {
  chatId: string;
  messageId?: string | undefined;
  profileUrl?: string;
}

export type Open = (place: Place) => void;

/** A chat, followed by the people found in it. */
export const itemsOf = (hit: ChatHit, words: readonly string[], open: Open): Item[] => [
  chatItem(hit, words, open),
  ...hit.people.map((person) => personItem(hit.chat.id, person, words, open)),
];

export function chatItem(
  { chat, request, people, morePeople }: ChatHit,
  words: readonly string[],
  open: Open,
): Item {
  const { id, title, lastMessageAt, isArchived } = chat;
  // If only people match, open the chat at the first of them.
  const [first] = request !== undefined || matchesWords(title, words) ? [] : people;
  return {
    id,
    label: title,
    run: () =>
      open({
        ...{ chatId: id, messageId: request?.messageId ?? first?.messageId },
        ...(first && { profileUrl: first.person.profileUrl }),
      }),
    row: (
      <span className="block px-2 py-1.5">
        <span className="flex items-baseline gap-2">
          <span dir="auto" className="min-w-0 flex-1 truncate text-left font-medium">
            <Marked text={title} words={words} />
          </span>
          {isArchived && <Badge>Archived</Badge>}
          <span className="shrink-0 text-caption text-ink-muted tabular-nums">
            <RelativeDate of={lastMessageAt} />
          </span>
        </span>
        {request !== undefined && request.text !== title && (
          <span dir="auto" className="block truncate text-left text-ink-muted text-small">
            <Marked text={request.text} words={words} isLong />
          </span>
        )}
        {morePeople > 0 && (
          <span className="block text-caption text-ink-muted">
            {people.length + morePeople} people, the first {people.length} below
          </span>
        )}
      </span>
    ),
  };
}

function personItem(
  chatId: string,
  { person, messageId }: PersonHit,
  words: readonly string[],
  open: Open,
): Item {
  const { name, headline, profileUrl } = person;
  return {
    id: `${chatId} ${profileUrl}`,
    label: name,
    run: () => open({ chatId, messageId, profileUrl }),
    row: (
      <span className="flex items-center gap-2 py-1 ps-4 pe-2 text-small touch:min-h-11">
        <Icon name={USER} size={14} className="text-ink-subtle" />
        <span dir="auto" className="min-w-0 flex-1 truncate text-left">
          <Marked text={name} words={words} />
          {headline !== '' && (
            <span className="text-ink-muted">
              {' · '}
              <Marked text={headline} words={words} />
            </span>
          )}
        </span>
      </span>
    ),
  };
}

/** Characters kept before the first match in a long text. */
const MAX_LEAD_LENGTH = 24;

/** A text with its matches highlighted. With `isLong`, a first match far into the text is brought near the start. */
function Marked({
  text,
  words,
  isLong = false,
}: {
  text: string;
  words: readonly string[];
  isLong?: boolean;
}) {
  const stretches = mark(text, words);
  const [before, ...rest] = stretches;
  if (isLong && before?.isMatch === false && before.text.length > 2 * MAX_LEAD_LENGTH && rest.length > 0) {
    const lead = before.text.slice(-MAX_LEAD_LENGTH);
    stretches[0] = { isMatch: false, text: `…${lead.slice(lead.indexOf(' ') + 1)}` };
  }
  return stretches.map(({ text: part, isMatch }, index) =>
    isMatch ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: nothing else identifies a stretch, and it has no state
      <mark key={index} className="rounded-[3px] bg-pressed text-ink">
        {part}
      </mark>
    ) : (
      part
    ),
  );
}

export interface Command {
  label: string;
  icon: IconName;
  shortcut?: ShortcutId;
  run: (byKeyboard: boolean) => void;
}

export function commandItem({ label, icon, shortcut, run }: Command, words: readonly string[]): Item {
  return {
    id: `command ${label}`,
    label,
    run,
    row: (
      <span className="flex min-h-9 items-center gap-2.5 px-2 touch:min-h-11">
        <Icon name={icon} className="text-ink-subtle" />
        <span className="flex-1">
          <Marked text={label} words={words} />
        </span>
        {shortcut !== undefined && (
          <span className="touch:hidden">
            <Kbd keys={shownKeys(shortcut)} />
          </span>
        )}
      </span>
    ),
  };
}

/** Whether each word is a prefix of a word in the label. */
export function matchesWords(label: string, words: readonly string[]): boolean {
  const own = wordsOf(label);
  return words.every((word) => own.some((one) => one.startsWith(word)));
}
