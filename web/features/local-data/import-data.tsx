import { useRef, useState } from 'react';
import { ImportError, importLocalData } from '#web/features/chats/index.ts';
import { Alert } from '#web/ui/alert.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { describeImport } from './describe-import.ts';
import { Section } from './section.tsx';

type Result = { tone: 'notice' | 'error'; lines: readonly string[] };

/** Merges a file into what is here and says what that did. */
export function ImportData({ onImported }: { onImported: () => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [result, setResult] = useState<Result>();
  async function take(file: File) {
    setResult(await importFile(file));
    onImported();
  }
  return (
    <Section
      title="Import"
      text="Adds the chats of an exported file. Nothing that is here is overwritten."
      result={
        result && (
          <div className="mt-4">
            <Alert tone={result.tone}>
              {result.lines.map((line) => (
                <p key={line}>{line}</p>
              ))}
            </Alert>
          </div>
        )
      }
    >
      <input
        ref={input}
        type="file"
        accept="application/json,.json"
        aria-label="File to import"
        className="hidden"
        onChange={({ target }) => {
          const file = target.files?.[0];
          // The same file can be chosen again.
          target.value = '';
          if (file) void take(file);
        }}
      />
      <Button onClick={() => input.current?.click()}>
        <Icon name="upload" />
        Import
      </Button>
    </Section>
  );
}

async function importFile(file: File): Promise<Result> {
  try {
    return { tone: 'notice', lines: describeImport(importLocalData(await file.text())) };
  } catch (error) {
    const text = error instanceof ImportError ? error.message : 'This file could not be read.';
    return { tone: 'error', lines: [`${text} Nothing has changed.`] };
  }
}
