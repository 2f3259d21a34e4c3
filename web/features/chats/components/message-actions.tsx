import { useEffect, useState } from 'react';
import type { Message, Rating } from '#shared/message.ts';
import { classNames, IconButton, useToast } from '#web/ui/index.ts';

interface MessageActionsProps {
  message: Message;
  /** The newest answer shows its actions always, so that they can be found. */
  isLatest: boolean;
  onRate: (rating: Rating) => void;
}

/** Milliseconds the button says that it has copied. */
const CONFIRMED = 1_500;

export function MessageActions({ message, isLatest, onRate }: MessageActionsProps) {
  const rating = message.metadata?.rating;
  const isShown = isLatest || rating !== undefined;
  return (
    <div
      role="toolbar"
      aria-label="Message actions"
      data-print="hide"
      className={classNames(
        '-ms-1.5 flex gap-0.5 transition-[opacity] touch:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100',
        !isShown && 'opacity-0',
      )}
    >
      <CopyButton text={message.content} />
      <IconButton
        icon="thumb-up"
        label="Good"
        size="small"
        aria-pressed={rating === 'good'}
        onClick={() => onRate('good')}
        className="aria-pressed:bg-good-soft aria-pressed:text-good"
      />
      <IconButton
        icon="thumb-down"
        label="Bad"
        size="small"
        aria-pressed={rating === 'bad'}
        onClick={() => onRate('bad')}
        className="aria-pressed:bg-poor-soft aria-pressed:text-poor"
      />
    </div>
  );
}

function CopyButton({ text }: { text: string }) {
  const [copied, setCopied] = useState(false);
  const toast = useToast();
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), CONFIRMED);
    return () => clearTimeout(timer);
  }, [copied]);
  async function copy() {
    try {
      // Absent on pages that are not a secure context.
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      toast({ message: 'The browser did not allow copying.' });
    }
  }
  return (
    <>
      <IconButton icon={copied ? 'check' : 'copy'} label="Copy" size="small" onClick={() => void copy()} />
      <span role="status" className="sr-only">
        {copied && 'Copied'}
      </span>
    </>
  );
}
