import { type ComponentType, type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { HIDDEN_LIST_ID, type ListedPerson } from '#shared/lists.ts';
import { useIsTable } from '#web/features/people/index.ts';
import { usePageTitle } from '#web/lib/page.ts';
import { Alert, buttonClass, classNames, Icon, Loading, SCREEN_FRAME } from '#web/ui/index.ts';
import { ARROW_LEFT } from '#web/ui/lazy-icons.ts';
import { LIST_KEYS, type ListKey } from '../keys.ts';
import { useListNotices, useRefusalToasts } from '../list-news.ts';
import { useListActions, useLists, usePeople } from '../use-lists.ts';
import { HiddenPeople } from './hidden-people.tsx';
import { ListChooser } from './list-chooser.tsx';
import { NewList } from './list-dialogs.tsx';
import { type Heading, HIDDEN, ListLinks, Overview } from './list-overview.tsx';
import { Failure, OneList } from './one-list.tsx';
import { useNoteInGoneList } from './writing.ts';

interface ListsScreenProps {
  /** Renders a person's whole card. */
  Card: ComponentType<{ person: ListedPerson }>;
  singleCharacters: boolean;
  /** Notices about the session. */
  notice?: ReactNode;
  /** A way to sign in, for a list that may be in the user's account. */
  signIn?: ReactNode;
}

/** The list that the URL names. */
function useListId(): string | undefined {
  const [path] = useLocation();
  return /^\/lists\/([^/]+)\/?$/.exec(path)?.[1];
}

/** The keys that work on the people of the open list, as it is shown. */
export function useListKeys(): readonly ListKey[] {
  const isTable = useIsTable('lists');
  const listId = useListId();
  if (listId === undefined || listId === HIDDEN_LIST_ID) return [];
  return LIST_KEYS.filter(({ inTable = true }) => inTable || !isTable);
}

/** All lists, with the one named by the URL open next to them. */
export function ListsScreen({ notice, ...opened }: ListsScreenProps) {
  const listId = useListId();
  const { lists } = useLists();
  const isHidden = listId === HIDDEN_LIST_ID;
  const list = isHidden ? HIDDEN : lists?.find(({ id }) => id === listId);
  const heading = useRef<HTMLHeadingElement>(null);
  usePageTitle(list?.name ?? 'Lists');
  useRefusalToasts();
  // This screen and the lists are loaded when it is opened, so its heading appears after the navigation has looked for one.
  const shown = lists && [listId, list?.id].join();
  useEffect(() => {
    if (shown !== undefined) heading.current?.focus();
  }, [shown]);
  const isOpen = listId !== undefined;
  return (
    <div
      data-print="flow"
      className={
        isOpen
          ? 'mx-auto flex w-full max-w-[84rem] items-start gap-8 px-[min(1rem,5vw)] py-6 pb-24 tablet:px-6 tablet:py-8'
          : SCREEN_FRAME
      }
    >
      {isOpen && (
        <aside
          data-print="hide"
          className="sticky top-8 hidden w-52 shrink-0 tablet:block"
          aria-label="Lists"
        >
          <BackLink />
          <ListLinks lists={lists ?? []} openId={listId} />
          <NewList />
        </aside>
      )}
      <main className="min-w-0 flex-1">
        <div data-print="hide" className={classNames('flex flex-wrap gap-x-2', isOpen && 'tablet:hidden')}>
          <BackLink />
          {isOpen && (
            <Link href="/lists" className={buttonClass({ variant: 'quiet', size: 'small' })}>
              All lists
            </Link>
          )}
        </div>
        {notice && <div className="mt-4">{notice}</div>}
        <Notices />
        <Content {...{ listId, heading, ...opened }} />
      </main>
      <ListChooser />
    </div>
  );
}

interface ContentProps extends Heading, Omit<ListsScreenProps, 'notice'> {
  listId: string | undefined;
}

/** All lists, or one of them. */
function Content({ listId, heading, signIn, ...opened }: ContentProps) {
  const { lists, isMissing, retry } = useLists();
  if (isMissing) return <Failure onRetry={retry}>Your lists could not be loaded.</Failure>;
  if (lists === undefined) return <Loading>Loading lists…</Loading>;
  if (listId === undefined) return <Overview lists={lists} heading={heading} />;
  if (listId === HIDDEN_LIST_ID) return <Hidden heading={heading} />;
  const list = lists.find(({ id }) => id === listId);
  if (list === undefined) return <ListNotFound {...{ listId, heading, signIn }} />;
  return <OneList key={list.id} list={list} heading={heading} {...opened} />;
}

const BackLink = () => (
  <Link href="/" className={buttonClass({ variant: 'quiet', size: 'small', className: '-ms-2' })}>
    <Icon name={ARROW_LEFT} />
    Back to chats
  </Link>
);

/** The hidden people: stored like any list, but without a list's tools. */
function Hidden({ heading }: Heading) {
  const { people, isMissing, retry } = usePeople(HIDDEN_LIST_ID);
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="mt-2 font-semibold text-heading outline-none tablet:mt-0">
        {HIDDEN.name}
      </h1>
      {isMissing ? (
        <Failure onRetry={retry}>The people who are hidden could not be loaded.</Failure>
      ) : people === undefined ? (
        <Loading>Loading people…</Loading>
      ) : (
        <HiddenPeople people={people} heading={heading} />
      )}
    </>
  );
}

/** For a list that was deleted, cannot be read, or belongs to another user. */
function ListNotFound({
  listId,
  heading,
  signIn,
}: Heading & Pick<ListsScreenProps, 'signIn'> & { listId: string }) {
  useNoteInGoneList(listId);
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="mt-4 font-semibold text-heading outline-none">
        There is no such list
      </h1>
      <p className="mt-2 mb-1 text-ink-muted">It was deleted, cannot be read, or is another person’s.</p>
      {signIn}
      <Link href="/lists" className={buttonClass({ className: 'mt-4' })}>
        All lists
      </Link>
    </>
  );
}

/** Notices about the lists, until they are dismissed or no longer apply. */
function Notices() {
  const { unsaved, reason, notices, dismiss } = useListNotices();
  const { retry, refresh } = useListActions();
  const { isOld } = useLists();
  return (
    <>
      {isOld && (
        <div className="mt-4">
          <Alert tone="notice" onRetry={() => void refresh()}>
            Your lists cannot be reached just now. They are shown as this browser last read them.
          </Alert>
        </div>
      )}
      {unsaved > 0 && (
        <div className="mt-4">
          <Alert tone="notice" onRetry={retry}>
            {reason && `${reason} `}
            {unsaved === 1
              ? '1 change is not saved yet. It is kept'
              : `${unsaved} changes are not saved yet. They are kept`}{' '}
            in this tab, and saved as soon as possible.
          </Alert>
        </div>
      )}
      {notices.map((text) => (
        <div key={text} className="mt-4">
          <Alert tone="notice" onDismiss={() => dismiss(text)}>
            {text}
          </Alert>
        </div>
      ))}
    </>
  );
}
