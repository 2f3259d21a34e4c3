import { useEffect, useState } from 'react';
import { type Clip, copyClip } from '#web/lib/clipboard.ts';
import { IconButton } from './button.tsx';
import { CHECK, COPY } from './lazy-icons.ts';
import { useToast } from './toast.tsx';

interface CopyButtonProps {
  /** The button's label, e.g. 'Copy'. */
  label: string;
  /** Called when the button is pressed. */
  clip: () => Clip;
  className?: string;
}

/** Milliseconds for which the button confirms the copy. */
const CONFIRMATION_TIME = 1_500;

/** Copies something, and confirms it. */
export function CopyButton({ label, clip, className }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  const toast = useToast();
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), CONFIRMATION_TIME);
    return () => clearTimeout(timer);
  }, [copied]);
  async function copy() {
    try {
      await copyClip(clip());
      setCopied(true);
    } catch {
      toast({ message: 'The browser did not allow copying.' });
    }
  }
  return (
    <>
      <IconButton
        icon={copied ? CHECK : COPY}
        label={label}
        size="small"
        data-print="hide"
        onClick={() => void copy()}
        className={className}
      />
      <span role="status" className="sr-only">
        {copied && 'Copied'}
      </span>
    </>
  );
}
