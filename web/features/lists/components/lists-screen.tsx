import { type ComponentType, type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation } from 'wouter';
import { HIDDEN_LIST_ID, type ListedPerson } from '#shared/lists.ts';
import { ExportMenu, useIsTable, ViewSwitch } from '#web/features/people/index.ts';
import { ShareButton } from '#web/features/shares/index.ts';
import { countOfPeople } from '#web/lib/format.ts';
import { usePageTitle } from '#web/lib/page.ts';
import { Alert, buttonClass, classNames, Icon, Loading, SCREEN_FRAME } from '#web/ui/index.ts';
import { ARROW_LEFT, USER } from '#web/ui/later-icons.ts';
import { ListNewsToasts, useListNotices } from '../list-news.ts';
import type { KnownList } from '../list-store.ts';
import { tableOf } from '../people.ts';
import { useListActions, useLists, usePeople } from '../use-lists.ts';
import { HiddenPeople } from './hidden-people.tsx';
import { ListMenu, NewList } from './list-dialogs.tsx';
import { type Heading, HIDDEN, ListLinks, Overview } from './list-overview.tsx';
import { ListTable } from './list-table.tsx';
import { OpenList } from './open-list.tsx';

interface ListsScreenProps {
  /** Draws somebody's whole card. */
  Card: ComponentType<{ person: ListedPerson }>;
  singleCharacters: boolean;
  /** What there is to know about the session. */
  notice?: ReactNode;
}

const PLACE = /^\/lists\/([^/]+)\/?$/;

/** The lists beside each other, and the one that its address names open beside them. */
export function ListsScreen({ Card, singleCharacters, notice }: ListsScreenProps) {
  const [path] = useLocation();
  const listId = PLACE.exec(path)?.[1];
  const { lists } = useLists();
  const isHidden = listId === HIDDEN_LIST_ID;
  const list = isHidden ? HIDDEN : lists?.find(({ id }) => id === listId);
  const heading = useRef<HTMLHeadingElement>(null);
  usePageTitle(list?.name ?? 'Lists');
  // It is fetched when it is opened, so its heading comes after the navigation that looks for one.
  useEffect(() => {
    if (listId === undefined || list?.id !== undefined) heading.current?.focus();
  }, [listId, list?.id]);
  const isOpen = listId !== undefined;
  return (
    <div
      className={
        isOpen
          ? 'mx-auto flex w-full max-w-[84rem] items-start gap-8 px-[min(1rem,5vw)] py-6 tablet:px-6 tablet:py-8'
          : SCREEN_FRAME
      }
    >
      {isOpen && (
        <aside className="sticky top-8 hidden w-52 shrink-0 tablet:block" aria-label="Lists">
          <WayBack />
          <ListLinks lists={lists ?? []} openId={listId} />
          <NewList />
        </aside>
      )}
      <main className="min-w-0 flex-1">
        <div className={classNames('flex flex-wrap gap-x-2', isOpen && 'tablet:hidden')}>
          <WayBack />
          {isOpen && (
            <Link href="/lists" className={buttonClass({ variant: 'quiet', size: 'small' })}>
              All lists
            </Link>
          )}
        </div>
        {notice && <div className="mt-4">{notice}</div>}
        <Notices />
        <Content {...{ listId, heading, Card, singleCharacters }} />
      </main>
      <ListNewsToasts />
    </div>
  );
}

interface ContentProps extends Heading, Pick<ListsScreenProps, 'Card' | 'singleCharacters'> {
  listId: string | undefined;
}

/** All lists, or one of them. */
function Content({ listId, heading, ...opened }: ContentProps) {
  const { lists, isMissing, retry } = useLists();
  if (isMissing) return <Failure onRetry={retry}>Your lists could not be loaded.</Failure>;
  if (lists === undefined) return <Loading>Loading lists…</Loading>;
  if (listId === undefined) return <Overview lists={lists} heading={heading} />;
  if (listId === HIDDEN_LIST_ID) return <Hidden heading={heading} />;
  const list = lists.find(({ id }) => id === listId);
  if (list === undefined) return <Gone heading={heading} />;
  return <Opened key={list.id} list={list} heading={heading} {...opened} />;
}

const WayBack = () => (
  <Link href="/" className={buttonClass({ variant: 'quiet', size: 'small', className: '-ms-2' })}>
    <Icon name={ARROW_LEFT} />
    Back to chats
  </Link>
);

interface OpenedProps extends Omit<ContentProps, 'listId'> {
  list: KnownList;
}

function Opened({ list, heading, Card, singleCharacters }: OpenedProps) {
  const { people, isMissing, retry } = usePeople(list.id);
  const isTable = useIsTable('lists');
  return (
    <>
      <div className="mt-2 flex flex-wrap items-start gap-x-2 gap-y-1 tablet:mt-0">
        <div className="min-w-0 flex-1 basis-48">
          <h1
            ref={heading}
            tabIndex={-1}
            dir="auto"
            className="text-left font-semibold text-heading outline-none"
          >
            {list.name}
          </h1>
          <p className="text-ink-muted text-small tabular-nums">
            {countOfPeople(people?.length ?? list.size)}
          </p>
        </div>
        <div className="flex flex-wrap items-center gap-1">
          {people !== undefined && people.length > 0 && (
            <>
              <ViewSwitch place="lists" />
              {/* A table has its own, which knows who is selected. */}
              {!isTable && <ExportMenu people={() => tableOf(people)} title={list.name} />}
              <ShareButton kind="list" people={() => tableOf(people)} title={list.name} />
            </>
          )}
          <ListMenu list={list} />
        </div>
      </div>
      {isMissing ? (
        <Failure onRetry={retry}>The people of this list could not be loaded.</Failure>
      ) : people === undefined ? (
        <Loading>Loading people…</Loading>
      ) : people.length === 0 ? (
        <Nobody heading={heading} />
      ) : (
        <div className="mt-4">
          {isTable ? (
            <ListTable list={list} people={people} singleCharacters={singleCharacters} />
          ) : (
            <OpenList list={list} people={people} Card={Card} singleCharacters={singleCharacters} />
          )}
        </div>
      )}
    </>
  );
}

/** Of a list without people. When the last one has just left it, so has the focus that was on them. */
function Nobody({ heading }: Heading) {
  useEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus();
  }, [heading]);
  return (
    <div className="mt-6 flex max-w-prose items-start gap-3 rounded-large border border-line border-dashed px-4 py-5">
      <Icon name={USER} size={18} className="mt-0.5 text-ink-subtle" />
      <div>
        <p className="font-medium">Nobody is in this list yet.</p>
        <p className="text-ink-muted">
          Save people from an answer: press ‘Save’ on a card, then ‘Change…’ to choose this list.
        </p>
      </div>
    </div>
  );
}

/** Who is hidden: a list like others to keep, and none to work with. */
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

/** Deleted, or somebody else's. */
function Gone({ heading }: Heading) {
  return (
    <>
      <h1 ref={heading} tabIndex={-1} className="mt-4 font-semibold text-heading outline-none">
        There is no such list
      </h1>
      <p className="mt-2 text-ink-muted">It was deleted, or it is another person’s.</p>
      <Link href="/lists" className={buttonClass({ className: 'mt-4' })}>
        All lists
      </Link>
    </>
  );
}

/** What is to be known of the lists, until it is read or over. */
function Notices() {
  const { unsaved, notices, dismiss } = useListNotices();
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
            {unsaved === 1
              ? '1 change is not saved yet. It is kept'
              : `${unsaved} changes are not saved yet. They are kept`}{' '}
            in this tab, and saved as soon as your lists can be reached.
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

function Failure({ children, onRetry }: { children: string; onRetry: () => void }) {
  return (
    <div className="mt-6">
      <Alert tone="error" onRetry={onRetry}>
        {children}
      </Alert>
    </div>
  );
}
