import { type ReactNode, useEffect, useState } from 'react';
import { Link } from 'wouter';
import { PRODUCT_NAME, STORAGE_PREFIX } from '#shared/product.ts';
import { exportLocalData, type LocalData, useChatList } from '#web/features/chats/index.ts';
import { exportLocalLists, localLists } from '#web/features/lists/index.ts';
import { downloadBlob, today } from '#web/lib/download.ts';
import { inDigits } from '#web/lib/format.ts';
import { Button, buttonClass, Icon, Screen, Section, SectionGroup } from '#web/ui/index.ts';
import { DOWNLOAD } from '#web/ui/lazy-icons.ts';
import { type RemoveFromAccount, RemovePerson } from './remove-person.tsx';
import { ClearData, ImportData } from './sections.tsx';

interface LocalDataScreenProps {
  /** The sections about the account of a signed-in user. */
  account?: ReactNode;
  removeFromAccount?: RemoveFromAccount | undefined;
  /** A notice to show first. */
  notice?: ReactNode;
}

/**
 * Everything stored about the current user, to be exported, imported or removed: in their account, if there is one, and in this browser.
 */
export function LocalDataScreen({ account, removeFromAccount, notice }: LocalDataScreenProps) {
  return (
    <Screen
      title="Your data"
      text={
        account
          ? 'What is stored about you, in your account and in this browser.'
          : "Chats and lists made without an account are stored in this browser only. Clearing the browser's data deletes them, and they do not appear on your other devices."
      }
    >
      {notice && <div className="mt-6">{notice}</div>}
      {account}
      <SectionGroup title="People in your answers">
        <RemovePerson account={removeFromAccount} />
      </SectionGroup>
      <InThisBrowser hasAccount={account !== undefined} />
    </Screen>
  );
}

function InThisBrowser({ hasAccount }: { hasAccount: boolean }) {
  const { data, refresh } = useLocalData();
  const { listCount, hiddenCount } = useListCounts();
  const isEmpty = data.chats.length === 0 && listCount === 0;
  /** How often everything was removed: that makes what an import has reported outdated. */
  const [clearings, setClearings] = useState(0);
  const archived = data.chats.filter(({ isArchived }) => isArchived);
  return (
    <SectionGroup title="In this browser">
      {hasAccount && (
        <p className="pt-4 text-ink-muted">
          Chats and lists made without an account, which are stored in this browser only.
        </p>
      )}
      <dl className="my-5 grid grid-cols-2 tablet:grid-cols-4 gap-px overflow-hidden rounded-large border border-line bg-line">
        <Figure label="Chats" value={data.chats.length} />
        <Figure label="Archived" value={archived.length} />
        <Figure label="Messages" value={data.messages.length} />
        <Figure label="Lists" value={listCount} />
      </dl>
      <div className="border-line border-t">
        {archived.length > 0 && (
          <Section title="Archived chats" text="Restore or delete the chats you have archived.">
            <Link href="/archived" aria-label="View archived chats" className={buttonClass()}>
              <Icon name="archive" />
              View
            </Link>
          </Section>
        )}
        <Section title="Export" text="Saves these chats and lists as one JSON file, archived chats included.">
          <Button
            disabled={isEmpty}
            onClick={async () => {
              const all = { ...exportLocalData(), lists: await exportLocalLists() };
              downloadJson(all, `${STORAGE_PREFIX}-${today()}.json`);
            }}
          >
            <Icon name={DOWNLOAD} />
            Export
          </Button>
        </Section>
        <ImportData key={clearings} onImported={refresh} />
        <ClearData
          isEmpty={isEmpty}
          hiddenCount={hiddenCount}
          onCleared={() => {
            refresh();
            setClearings(clearings + 1);
          }}
        />
      </div>
      <p className="mt-6 text-ink-subtle text-small">
        An exported file holds what you asked and the people {PRODUCT_NAME} found. Keep it where others cannot
        read it.
      </p>
    </SectionGroup>
  );
}

function Figure({ label, value }: { label: string; value: number }) {
  return (
    <div className="flex flex-col-reverse bg-surface px-4 py-3">
      <dt className="text-ink-subtle text-small">{label}</dt>
      <dd className="font-medium text-heading tabular-nums">{inDigits(value)}</dd>
    </div>
  );
}

/** The data stored in this browser, read again whenever the chats change or `refresh` is called. */
function useLocalData(): { data: LocalData; refresh: () => void } {
  const { chats } = useChatList();
  const [read, setRead] = useState(() => ({ chats, data: exportLocalData() }));
  const refresh = () => setRead({ chats, data: exportLocalData() });
  useEffect(() => setRead({ chats, data: exportLocalData() }), [chats]);
  return { data: read.data, refresh };
}

/** How many lists this browser stores, and how many people it hides. */
function useListCounts() {
  const [counts, setCounts] = useState({ listCount: 0, hiddenCount: 0 });
  useEffect(() => {
    let isMounted = true;
    const read = () =>
      void localLists()
        .lists()
        .then(
          ({ lists, hidden }) =>
            isMounted && setCounts({ listCount: lists.length, hiddenCount: hidden.size }),
        );
    read();
    const stop = localLists().subscribe(read);
    return () => {
      isMounted = false;
      stop();
    };
  }, []);
  return counts;
}

const downloadJson = (value: unknown, fileName: string): void =>
  downloadBlob(new Blob([JSON.stringify(value, null, 2)], { type: 'application/json' }), fileName);
