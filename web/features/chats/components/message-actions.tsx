import type { ReactNode } from 'react';
import type { Message, Rating } from '#shared/message.ts';
import type { Clip } from '#web/lib/clipboard.ts';
import { CopyButton, classNames, IconButton } from '#web/ui/index.ts';
import { THUMB_DOWN, THUMB_UP } from '#web/ui/lazy-icons.ts';

interface MessageActionsProps {
  message: Message;
  /** The newest answer always shows its actions, so that they are found; so does one with a toggle switched on. */
  isLatest: boolean;
  /** What 'Copy' copies. */
  clip: () => Clip;
  onRate: (rating: Rating) => void;
  /** Further actions on the answer. */
  children?: ReactNode;
}

export function MessageActions({ message, isLatest, clip, onRate, children }: MessageActionsProps) {
  const rating = message.metadata?.rating;
  return (
    <div
      role="toolbar"
      aria-label="Message actions"
      data-print="hide"
      className={classNames(
        '-ms-1.5 flex @pair:shrink-0 flex-wrap gap-0.5 transition-[opacity] touch:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100',
        !isLatest && 'opacity-0 has-[[aria-pressed=true]]:opacity-100',
      )}
    >
      <CopyButton label="Copy" clip={clip} />
      <IconButton
        icon={THUMB_UP}
        label="Good"
        size="small"
        aria-pressed={rating === 'good'}
        onClick={() => onRate('good')}
        className="aria-pressed:bg-good-soft aria-pressed:text-good"
      />
      <IconButton
        icon={THUMB_DOWN}
        label="Bad"
        size="small"
        aria-pressed={rating === 'bad'}
        onClick={() => onRate('bad')}
        className="aria-pressed:bg-poor-soft aria-pressed:text-poor"
      />
      {children}
    </div>
  );
}
