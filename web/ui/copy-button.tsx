import { useEffect, useState } from 'react';
import { type Clip, copyClip } from '#web/lib/clipboard.ts';
import { IconButton } from './button.tsx';
import { CHECK, COPY } from './later-icons.ts';
import { useToast } from './toast.tsx';

interface CopyButtonProps {
  /** What is copied, in a few words, e.g. 'Copy'. */
  label: string;
  /** Made when it is asked for. */
  clip: () => Clip;
  className?: string;
}

/** Milliseconds the button says that it has copied. */
const CONFIRMED = 1_500;

/** Copies something, and says so. */
export function CopyButton({ label, clip, className }: CopyButtonProps) {
  const [copied, setCopied] = useState(false);
  const toast = useToast();
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), CONFIRMED);
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
