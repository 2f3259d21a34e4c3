import { Link } from 'wouter';
import type { ListedPerson } from '#shared/lists.ts';
import { truncate } from '#shared/truncate.ts';
import { dayOf } from '#web/lib/format.ts';

interface OriginsProps {
  person: ListedPerson;
}

/** The answer from which the person was last saved, and how many more there are. */
export function Origins({ person: { origins, providers } }: OriginsProps) {
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

/** All answers from which the person was saved. */
export const OriginList = ({ person: { origins } }: OriginsProps) => (
  <>
    <h3 className="mt-4 font-medium text-small">
      {origins.length === 1 ? 'Saved from' : `Saved from ${origins.length} answers`}
    </h3>
    <ul className="mt-1 flex flex-col gap-1 pb-1 text-ink-muted text-small">
      {origins.map((origin) => (
        <li key={origin.messageId} className="tabular-nums">
          <OriginLink origin={origin} /> ·{' '}
          {origin.isUnscored ? 'not scored' : `${Math.floor(origin.relevanceScore)}%`} ·{' '}
          {dayOf(origin.savedAt)}
        </li>
      ))}
    </ul>
  </>
);

/** Links to the answer in its chat. */
function OriginLink({ origin }: { origin: ListedPerson['origins'][number] }) {
  return (
    <Link
      href={`/chat/${origin.chatId}#${origin.messageId}`}
      dir="auto"
      className="underline decoration-line-strong underline-offset-2 hover:text-ink hover:decoration-ink"
    >
      {shorten(origin.request)}
    </Link>
  );
}

const MAX_LABEL_LENGTH = 60;

const shorten = (text: string): string =>
  text.length > MAX_LABEL_LENGTH ? `${truncate(text, MAX_LABEL_LENGTH - 1).trimEnd()}…` : text || 'an answer';
