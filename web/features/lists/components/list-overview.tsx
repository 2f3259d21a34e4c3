import type { RefObject } from 'react';
import { Link } from 'wouter';
import { ANONYMOUS_USER_ID } from '#shared/chat.ts';
import { HIDDEN_LIST_ID } from '#shared/lists.ts';
import { useSession } from '#web/features/chats/index.ts';
import { countOfPeople, dayOf } from '#web/lib/format.ts';
import { Icon, TEXT_LINK } from '#web/ui/index.ts';
import { USER_OFF } from '#web/ui/lazy-icons.ts';
import type { KnownList } from '../known-lists.ts';
import { useLists } from '../use-lists.ts';
import { NewList } from './list-dialogs.tsx';

/** The hidden people, presented as a list. */
export const HIDDEN = { id: HIDDEN_LIST_ID, name: 'Hidden people' };

export type Heading = { heading: RefObject<HTMLHeadingElement | null> };

/** All lists, each with how many people it has and when it changed. */
export function Overview({ lists, heading }: Heading & { lists: readonly KnownList[] }) {
  const isAnonymous = useSession().userId === ANONYMOUS_USER_ID;
  const { hiddenSize, isHiddenDamaged } = useLists();
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="mt-4 font-semibold text-display outline-none">
        Lists
      </h1>
      <p className="mt-3 text-ink-muted text-reading">
        People you saved from answers, in {isAnonymous ? 'this browser' : 'your account'}.
        {isAnonymous && (
          <>
            {' '}
            <Link href="/login" state={{ returnTo: '/lists' }} className={TEXT_LINK}>
              Sign in
            </Link>{' '}
            to have them on every device.
          </>
        )}
      </p>
      {lists.length === 0 ? (
        <div className="mt-6 flex items-start gap-3 rounded-large border border-line border-dashed px-4 py-5">
          <Icon name="bookmark" size={18} className="mt-0.5 text-ink-subtle" />
          <div>
            <p className="font-medium">No lists yet.</p>
            <p className="text-ink-muted">
              Press ‘Save’ on the card of somebody in an answer, or S with the focus on it: that makes your
              first list.
            </p>
          </div>
        </div>
      ) : (
        <ul className="mt-6 divide-y divide-line border-line border-y">
          {lists.map(({ id, name, size, updatedAt }) => (
            <li key={id}>
              <Link
                href={`/lists/${id}`}
                className="-mx-2 flex items-center gap-3 rounded-medium px-2 py-3 transition-[background-color] hover:bg-hover"
              >
                <Icon name="bookmark" size={18} className="text-ink-subtle" />
                <span className="min-w-0 flex-1">
                  <span dir="auto" className="block truncate text-left font-medium text-reading">
                    {name}
                  </span>
                  <span className="block text-caption text-ink-subtle tabular-nums">
                    {countOfPeople(size)} · changed {dayOf(updatedAt)}
                  </span>
                </span>
                <Icon name="arrow-right" className="text-ink-subtle" />
              </Link>
            </li>
          ))}
        </ul>
      )}
      <NewList />
      {(hiddenSize > 0 || isHiddenDamaged) && (
        <p className="mt-8">
          <Link
            href={`/lists/${HIDDEN.id}`}
            className="-mx-2 flex items-center gap-3 rounded-medium px-2 py-3 text-ink-muted transition-[background-color,color] hover:bg-hover hover:text-ink"
          >
            <Icon name={USER_OFF} size={18} className="text-ink-subtle" />
            <span className="min-w-0 flex-1">{HIDDEN.name}</span>
            <span className="text-caption text-ink-subtle tabular-nums">
              {countOfPeople(hiddenSize)}
              {isHiddenDamaged && ' · damaged'}
            </span>
            <Icon name="arrow-right" className="text-ink-subtle" />
          </Link>
        </p>
      )}
    </>
  );
}

/** Links to the lists, next to the open one. */
export function ListLinks({ lists, openId }: { lists: readonly KnownList[]; openId: string }) {
  const { hiddenSize, isHiddenDamaged } = useLists();
  const hidden =
    hiddenSize > 0 || isHiddenDamaged || openId === HIDDEN.id ? [{ ...HIDDEN, size: hiddenSize }] : [];
  return (
    <nav aria-label="Lists" className="mt-4 max-h-[calc(100dvh-12rem)] overflow-y-auto">
      <ul className="flex flex-col gap-px">
        <li>
          <Link href="/lists" className={LIST_LINK}>
            All lists
          </Link>
        </li>
        {[...lists, ...hidden].map(({ id, name, size }) => (
          <li key={id}>
            <Link
              href={`/lists/${id}`}
              aria-current={id === openId ? 'page' : undefined}
              className={LIST_LINK}
            >
              <span dir="auto" className="min-w-0 flex-1 truncate text-left">
                {name}
              </span>
              <span className="text-caption text-ink-subtle tabular-nums">{size}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

const LIST_LINK =
  'flex min-h-9 items-center gap-2 rounded-medium px-2.5 text-body text-ink-muted transition-[background-color,color] hover:bg-hover hover:text-ink aria-[current]:bg-pressed aria-[current]:font-medium aria-[current]:text-ink';
