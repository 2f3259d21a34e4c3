import { type MouseEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { PRODUCT_NAME, SHARED_PATH } from '#shared/product.ts';
import type { Shared } from '#shared/shares.ts';
import {
  describeStandIns,
  ExportMenu,
  type Person,
  useIsTable,
  ViewSwitch,
} from '#web/features/people/index.ts';
import { useCardNavigation } from '#web/features/results/card-navigation.ts';
import { Criteria } from '#web/features/results/criteria.tsx';
import { ProfileCard } from '#web/features/results/index.ts';
import { readShared, sharedPeople } from '#web/features/shares/index.ts';
import { ThemeMenu, ThemeProvider } from '#web/features/theme.tsx';
import { ApiError } from '#web/lib/api.ts';
import { createApi } from '#web/lib/create-api.ts';
import { countOfPeople, dayOf } from '#web/lib/format.ts';
import { usePageTitle } from '#web/lib/page.ts';
import { useIsPrinted } from '#web/lib/use-is-printed.ts';
import {
  Alert,
  Button,
  buttonClass,
  Icon,
  Logo,
  lazyComponent,
  Part,
  PartMissing,
  Spinner,
  ToastProvider,
  TooltipLayer,
} from '#web/ui/index.ts';
import { FLASK } from '#web/ui/lazy-icons.ts';

const PeopleTable = lazyComponent(() => import('#web/features/people/people-table.tsx'), 'PeopleTable', {
  isPrefetched: false,
});

/** The public page behind a share link. It restores no session and requests nothing but the share. */
export function SharedScreen() {
  return (
    <ThemeProvider>
      <ToastProvider>
        {/* React hoists it into the document's head. */}
        <meta name="robots" content="noindex" />
        <SharedContent token={tokenIn(location.pathname)} />
        <TooltipLayer />
      </ToastProvider>
    </ThemeProvider>
  );
}

const tokenIn = (path: string): string => path.slice(SHARED_PATH.length).replace(/\/$/, '');

type ReadResult = { shared: Shared | undefined } | { failure: string } | undefined;

function SharedContent({ token }: { token: string }) {
  const [read, setRead] = useState<ReadResult>();
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt reads again
  useEffect(() => {
    const stop = new AbortController();
    readShared(createApi(), token, stop.signal).then(
      (shared) => setRead({ shared }),
      (error: unknown) => {
        if (!stop.signal.aborted) setRead({ failure: describeError(error) });
      },
    );
    return () => stop.abort();
  }, [token, attempt]);
  if (read === undefined) return <Loading />;
  if ('failure' in read)
    return (
      <Failed
        onRetry={() => {
          setRead(undefined);
          setAttempt(attempt + 1);
        }}
      >
        {read.failure}
      </Failed>
    );
  return read.shared === undefined ? <NothingShared /> : <SharedPeople shared={read.shared} />;
}

const describeError = (error: unknown): string =>
  error instanceof ApiError ? error.message : 'What is shared here could not be loaded. Please try again.';

function Loading() {
  usePageTitle('Shared');
  return (
    <Frame>
      <p role="status" className="flex items-center gap-2.5 py-10 text-ink-muted text-reading">
        <Spinner size={20} />
        Loading what is shared…
      </p>
    </Frame>
  );
}

function Failed({ children, onRetry }: { children: string; onRetry: () => void }) {
  return (
    <Frame>
      <div className="max-w-prose py-10">
        <h1 className="mb-4 font-semibold text-heading">This could not be loaded</h1>
        <Alert tone="error" onRetry={onRetry}>
          {children}
        </Alert>
      </div>
    </Frame>
  );
}

/** The same page for an expired, a revoked and an unknown link, so that nobody can tell which it was. */
function NothingShared() {
  usePageTitle('Nothing is shared here');
  return (
    <Frame>
      <div className="flex max-w-prose flex-col gap-3 py-10">
        <h1 className="text-balance font-semibold text-heading">Nothing is shared here</h1>
        <p className="text-ink-muted text-reading">
          Links to shared people work for a limited time, and the person who made one can end it sooner. If
          you expected to find something, ask for a new link, and check that the address is complete.
        </p>
        <a href="/" className={buttonClass({ className: 'mt-2 self-start' })}>
          Go to {PRODUCT_NAME}
        </a>
      </div>
    </Frame>
  );
}

/** The shared people, to read, sort, print and export. */
export function SharedPeople({ shared }: { shared: Shared }) {
  const { title, createdAt, expiresAt } = shared;
  usePageTitle(title);
  const people = useMemo(() => sharedPeople(shared), [shared]);
  const isTable = useIsTable('answers');
  const areNamesHidden = people.length > 0 && people.every(isNameless);
  return (
    <Frame>
      <h1 dir="auto" className="text-balance pt-6 font-semibold text-heading">
        {title}
      </h1>
      <p className="mt-1 mb-5 text-ink-muted tabular-nums">
        {countOfPeople(people.length)} · shared on {dayOf(createdAt)} · until {dayOf(expiresAt)}
        {shared.providers !== undefined && (
          <span className="mt-2 flex items-center gap-1.5 font-medium text-ink">
            <Icon name={FLASK} size={14} />
            {describeStandIns(shared.providers)}
          </span>
        )}
      </p>
      <div className="flex flex-col gap-4">
        <Criteria criteria={shared.criteria} areNamesHidden={areNamesHidden} />
        {people.length === 0 ? (
          <p className="rounded-large border border-line border-dashed px-4 py-5 text-ink-muted">
            No one left to show.
          </p>
        ) : (
          <>
            <div data-print="hide" className="flex flex-wrap items-center justify-between gap-2">
              <ViewSwitch place="answers" />
              {!isTable && <ExportMenu people={() => people} title={title} />}
            </div>
            {isTable ? (
              <Part loading={LOADING} missing={<PartMissing>This table could not be shown.</PartMissing>}>
                <PeopleTable people={people} title={title} history={(person) => <Note person={person} />} />
              </Part>
            ) : (
              <Cards people={people} />
            )}
          </>
        )}
        <p data-print="hide" className="mt-2 border-line border-t pt-4 text-ink-subtle text-small">
          Shared by someone who uses {PRODUCT_NAME}. AI read it from public pages and can be wrong: check what
          matters.
        </p>
      </div>
    </Frame>
  );
}

/** A person whose name is hidden is called 'Person <number>' and has no profile URL. */
const isNameless = ({ profile }: Person): boolean =>
  profile.profileUrl === '' && /^Person \d+$/.test(profile.fullName);

const LOADING = <div data-loading className="h-72 animate-breathe rounded-large bg-well" />;

/** Cards rendered at first, and added by each 'Show more'. */
const PAGE_SIZE = 60;

function Cards({ people }: { people: readonly Person[] }) {
  const root = useRef<HTMLDivElement>(null);
  const [shownCount, setShownCount] = useState(PAGE_SIZE);
  useCardNavigation(root);
  function showMore({ currentTarget, detail }: MouseEvent<HTMLElement>) {
    flushSync(() => setShownCount(shownCount + PAGE_SIZE));
    // The button disappears once everybody is shown. For a keyboard click (`detail` 0), move the focus to the first new card.
    if (detail === 0 && !currentTarget.isConnected)
      root.current?.querySelectorAll('article')[shownCount]?.focus();
  }
  const shown = useIsPrinted() ? people : people.slice(0, shownCount);
  return (
    <div ref={root} data-directory className="@container">
      <div className="grid @pair:grid-cols-2 grid-cols-1 items-start gap-3">
        {shown.map((person) => {
          const { key, profile, rank, isScored, criteria, profileProvider, isImported } = person;
          return (
            <div key={key} data-print="whole" className="grid min-w-0 grid-cols-1">
              <ProfileCard {...{ profile, rank, isScored, criteria, profileProvider, isImported }} />
              <Note person={person} />
            </div>
          );
        })}
      </div>
      {people.length > shown.length && (
        <Button variant="quiet" className="mt-3 -ms-3" onClick={showMore}>
          Show {Math.min(PAGE_SIZE, people.length - shownCount)} more
        </Button>
      )}
    </div>
  );
}

/** The sharer's note about the person. */
function Note({ person: { note } }: { person: Person }) {
  if (note === undefined) return null;
  return (
    <p dir="auto" className="whitespace-pre-wrap px-gutter pt-2 pb-1 text-ink-muted text-small">
      <strong className="font-semibold text-ink">Note:</strong> {note}
    </p>
  );
}

function Frame({ children }: { children: ReactNode }) {
  return (
    <div data-print="flow" className="@container flex min-h-full flex-col">
      <header
        data-print="hide"
        className="flex min-h-13 items-center justify-between gap-2 border-line border-b ps-gutter pe-2"
      >
        <a href="/" className="flex min-w-0 items-center gap-2 rounded-small">
          <Logo />
          <span className="truncate font-semibold text-title">{PRODUCT_NAME}</span>
        </a>
        <ThemeMenu />
      </header>
      <main
        data-print="flow"
        className="mx-auto w-full max-w-[min(76rem,100%)] flex-1 px-gutter pb-10 @pair:px-6"
      >
        {children}
      </main>
    </div>
  );
}
