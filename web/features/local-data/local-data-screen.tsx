import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import type { Chat } from '#shared/chat.ts';
import { PRODUCT_NAME, STORAGE_PREFIX } from '#shared/product.ts';
import { exportLocalData, type LocalData, useChatActions, useChatList } from '#web/features/chats/index.ts';
import { usePageTitle } from '#web/lib/page.ts';
import { Button, buttonClass, Icon } from '#web/ui/index.ts';
import { ClearData, ImportData, Section } from './sections.tsx';

/** What this browser holds of an anonymous person's chats: take it along, bring it back, or remove it. */
export function LocalDataScreen() {
  usePageTitle('Local data');
  const heading = useRef<HTMLHeadingElement>(null);
  // This screen is fetched when it is opened, so its heading comes after the navigation that looks for one.
  useEffect(() => heading.current?.focus(), []);
  const { data, refresh } = useLocalData();
  const archived = data.chats.filter(({ isArchived }) => isArchived);
  return (
    <main className="mx-auto w-full max-w-prose px-[min(1rem,5vw)] py-8 pb-16 tablet:px-6 tablet:py-14">
      <Link href="/" className={buttonClass({ variant: 'quiet', size: 'small', className: '-ms-2' })}>
        <Icon name="arrow-left" />
        Back to chats
      </Link>
      <h1 ref={heading} tabIndex={-1} className="mt-4 font-semibold text-display outline-none">
        Local data
      </h1>
      <p className="mt-3 text-ink-muted text-reading">
        Chats made without an account are stored in this browser only. Clearing the browser's data deletes
        them, and they do not appear on your other devices.
      </p>
      <dl className="mt-6 grid grid-cols-[repeat(auto-fit,minmax(5.5rem,1fr))] gap-px overflow-hidden rounded-large border border-line bg-line">
        <Figure label="Chats" value={data.chats.length} />
        <Figure label="Archived" value={archived.length} />
        <Figure label="Messages" value={data.messages.length} />
      </dl>
      <div className="mt-8 border-line border-t">
        <ArchivedChats chats={archived} />
        <Section title="Export" text="Saves everything above as one JSON file, archived chats included.">
          <Button
            disabled={data.chats.length === 0}
            onClick={() =>
              downloadJson(exportLocalData(), `${STORAGE_PREFIX}-${data.exportDate.slice(0, 10)}.json`)
            }
          >
            <Icon name="download" />
            Export
          </Button>
        </Section>
        <ImportData onImported={refresh} />
        <ClearData isEmpty={data.chats.length === 0} onCleared={refresh} />
      </div>
      <p className="mt-6 text-ink-subtle text-small">
        An exported file holds what you asked and the people {PRODUCT_NAME} found. Keep it where others cannot
        read it.
      </p>
    </main>
  );
}

function Figure({ label, value }: { label: string; value: number }) {
  return (
    <div className="flex flex-col-reverse bg-surface px-4 py-3">
      <dt className="text-ink-subtle text-small">{label}</dt>
      <dd className="font-medium text-heading tabular-nums">{value.toLocaleString()}</dd>
    </div>
  );
}

/** The way back for chats that were archived. */
function ArchivedChats({ chats }: { chats: readonly Chat[] }) {
  const { unarchiveChat } = useChatActions();
  if (chats.length === 0) return null;
  return (
    <section className="border-line border-b py-5">
      <h2 className="font-medium text-reading">Archived chats</h2>
      <ul className="mt-2">
        {chats.map(({ id, title }) => (
          <li key={id} className="flex min-h-10 items-center justify-between gap-4">
            <span dir="auto" className="min-w-0 truncate text-left">
              {title}
            </span>
            <Button size="small" aria-label={`Restore ${title}`} onClick={() => unarchiveChat(id)}>
              Restore
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What this browser holds, read anew whenever the chats change or something says that they did. */
function useLocalData(): { data: LocalData; refresh: () => void } {
  const { chats } = useChatList();
  const [read, setRead] = useState(() => ({ chats, data: exportLocalData() }));
  const refresh = () => setRead({ chats, data: exportLocalData() });
  useEffect(() => setRead({ chats, data: exportLocalData() }), [chats]);
  return { data: read.data, refresh };
}

/** Hands a value to the person as a JSON file. */
function downloadJson(value: unknown, fileName: string): void {
  const url = URL.createObjectURL(new Blob([JSON.stringify(value, null, 2)], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // The download has its own hold on the data once the click has been handled.
  setTimeout(() => URL.revokeObjectURL(url));
}
