import type { ReactNode } from 'react';
import { useRef } from 'react';
import type { Message } from '#shared/message.ts';
import { Icon } from '#web/ui/icon.tsx';
import { useChat } from '../chat-context.ts';
import { MessageList } from './message-list.tsx';
import { useFollowLatest } from './use-follow-latest.ts';

interface ConversationProps {
  title: string;
  /** Draws what belongs to an answer beside its words. */
  renderResults: (message: Message) => ReactNode;
  /** The running search, or the one that ended without an answer. */
  live: ReactNode;
}

/** The messages of the current chat, following the newest. Mount one per chat. */
export function Conversation({ title, renderResults, live }: ConversationProps) {
  const { messages } = useChat();
  const scroller = useRef<HTMLDivElement>(null);
  const question = messages.findLast(({ role }) => role === 'user');
  const { isAway, jump } = useFollowLatest(scroller, question?.id);
  return (
    <div data-print="flow" className="relative min-h-0 flex-1">
      <div ref={scroller} data-print="flow" className="h-full overflow-y-auto overflow-x-hidden">
        <div className="mx-auto w-full max-w-column px-4 py-6 tablet:px-6">
          <h1 tabIndex={-1} className="sr-only">
            {title}
          </h1>
          <MessageList scroller={scroller} renderResults={renderResults} />
          {live}
        </div>
      </div>
      <div className="pointer-events-none absolute inset-x-0 bottom-0 h-6 bg-linear-to-t from-canvas print:hidden" />
      {isAway && (
        <button
          type="button"
          aria-label="Jump to latest"
          data-tooltip="Jump to latest"
          data-print="hide"
          onClick={jump}
          className="-translate-x-1/2 absolute bottom-3 left-1/2 inline-flex size-9 animate-rise items-center justify-center rounded-full bg-raised text-ink-muted shadow-popover hover:text-ink"
        >
          <Icon name="arrow-down" />
        </button>
      )}
    </div>
  );
}
