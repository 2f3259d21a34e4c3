import { useState } from 'react';
import { downloadBlob } from '#web/lib/download.ts';
import { loadChunk } from '#web/lib/lazy.ts';
import { FloatingPart, lazyComponent, Menu, useMissingToast } from '#web/ui/index.ts';
import { DOWNLOAD, PRINTER } from '#web/ui/lazy-icons.ts';
import type { Person } from './person.ts';

interface ExportMenuProps {
  /** Called when something is exported. */
  people: () => readonly Person[];
  /** The heading of the export; files are named after it. */
  title: string;
  /** The button's label, if it is not just 'Export'. */
  label?: string;
  disabled?: boolean;
}

const PrintedPeople = lazyComponent(() => import('./printed.tsx'), 'PrintedPeople', { isPrefetched: false });

/** Exports people as a file, or prints them. */
export function ExportMenu({ people, title, label = 'Export', disabled = false }: ExportMenuProps) {
  const tellMissing = useMissingToast();
  const [printed, setPrinted] = useState<readonly Person[]>();
  async function download(extension: 'csv' | 'json' | 'md') {
    try {
      const { toFile } = await loadChunk(() => import('./formats/file.ts'));
      const { name, type, text } = toFile(people(), extension, { title, at: new Date().toISOString() });
      downloadBlob(new Blob([text], { type: `${type};charset=utf-8` }), name);
    } catch {
      tellMissing();
    }
  }
  const close = () => setPrinted(undefined);
  return (
    <>
      <Menu
        label={label}
        icon={DOWNLOAD}
        size="small"
        items={[
          {
            label: 'CSV for Excel and Sheets',
            icon: DOWNLOAD,
            disabled,
            onSelect: () => void download('csv'),
          },
          { label: 'JSON', icon: DOWNLOAD, disabled, onSelect: () => void download('json') },
          { label: 'Markdown', icon: DOWNLOAD, disabled, onSelect: () => void download('md') },
          { label: 'Print', icon: PRINTER, disabled, onSelect: () => setPrinted(people()) },
        ]}
      />
      {printed && (
        <FloatingPart onClose={close}>
          <PrintedPeople people={printed} title={title} onPrinted={close} />
        </FloatingPart>
      )}
    </>
  );
}
