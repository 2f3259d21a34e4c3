import { useEffect, useState } from 'react';
import { Link } from 'wouter';
import { PRODUCT_NAME, STORAGE_PREFIX } from '#shared/product.ts';
import { exportLocalData, type LocalData, useChatList } from '#web/features/chats/index.ts';
import { Button, buttonClass, Icon, Screen } from '#web/ui/index.ts';
import { ClearData, ImportData, Section } from './sections.tsx';

/** What this browser holds of an anonymous person's chats: take it along, bring it back, or remove it. */
export function LocalDataScreen() {
  const { data, refresh } = useLocalData();
  const archived = data.chats.filter(({ isArchived }) => isArchived);
  return (
    <Screen
      title="Local data"
      text="Chats made without an account are stored in this browser only. Clearing the browser's data deletes them, and they do not appear on your other devices."
    >
      <dl className="mt-6 grid grid-cols-[repeat(auto-fit,minmax(5.5rem,1fr))] gap-px overflow-hidden rounded-large border border-line bg-line">
        <Figure label="Chats" value={data.chats.length} />
        <Figure label="Archived" value={archived.length} />
        <Figure label="Messages" value={data.messages.length} />
      </dl>
      <div className="mt-8 border-line border-t">
        {archived.length > 0 && (
          <Section title="Archived chats" text="Restore or delete what was taken out of the list of chats.">
            <Link href="/archived" aria-label="View archived chats" className={buttonClass()}>
              <Icon name="archive" />
              View
            </Link>
          </Section>
        )}
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
    </Screen>
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
