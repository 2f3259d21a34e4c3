import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { PRODUCT_NAME, STORAGE_PREFIX } from '#shared/product.ts';
import { exportLocalData, useChat } from '#web/features/chats/index.ts';
import { usePageTitle } from '#web/lib/use-page-title.ts';
import { Button, buttonClass } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { ArchivedChats } from './archived-chats.tsx';
import { ClearData } from './clear-data.tsx';
import { downloadJson } from './download.ts';
import { ImportData } from './import-data.tsx';
import { Section } from './section.tsx';
import { useLocalData } from './use-local-data.ts';

/** What this browser holds of an anonymous person's chats: take it along, bring it back, or remove it. */
export function LocalDataScreen() {
  usePageTitle('Local data');
  const heading = useRef<HTMLHeadingElement>(null);
  // This screen is fetched when it is opened, so its heading comes after the navigation that looks for one.
  useEffect(() => heading.current?.focus(), []);
  const { data, refresh } = useLocalData();
  const { unarchiveChat } = useChat();
  const archived = data.chats.filter(({ isArchived }) => isArchived);
  return (
    <main className="mx-auto w-full max-w-prose px-4 py-8 tablet:px-6 tablet:py-14">
      <Link href="/" className={buttonClass({ variant: 'quiet', size: 'small', className: '-ms-2' })}>
        <Icon name="arrow-left" />
        Back to chats
      </Link>
      <h1 ref={heading} tabIndex={-1} className="mt-4 font-semibold text-display outline-none">
        Local data
      </h1>
      <p className="mt-3 text-ink-muted text-reading">
        Chats made without an account live in this browser and nowhere else. Who clears the browser's data, or
        uses another device, does not have them.
      </p>
      <dl className="mt-6 grid grid-cols-3 gap-px overflow-hidden rounded-large border border-line bg-line">
        <Figure label="Chats" value={data.chats.length} />
        <Figure label="Archived" value={archived.length} />
        <Figure label="Messages" value={data.messages.length} />
      </dl>
      <div className="mt-8 border-line border-t">
        <ArchivedChats chats={archived} onUnarchive={unarchiveChat} />
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
