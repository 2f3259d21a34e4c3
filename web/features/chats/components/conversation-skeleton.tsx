import { useLayoutEffect, useRef } from 'react';
import { giveFocusBack } from '#web/lib/page.ts';
import { Spinner } from '#web/ui/index.ts';
import { useSearchView } from '../chat-context.tsx';
import { UserMessage } from './user-message.tsx';

/** A sent question as its conversation will show it, whose code may still be loading. */
export function SentQuestion({ content }: { content: string }) {
  const { loadingMessage } = useSearchView();
  return (
    <div className="mx-auto flex w-full max-w-column flex-1 flex-col gap-6 @pair:px-6 px-gutter room-above">
      <UserMessage content={content} />
      <p className="flex items-center gap-3 rounded-large border border-line bg-surface px-4 py-3 text-ink-muted shadow-card">
        <Spinner />
        {loadingMessage}
      </p>
    </div>
  );
}

/** Placeholder for a chat whose messages are loading. A focus on its heading moves on to that of the chat. */
export function ConversationSkeleton() {
  const heading = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    const own = heading.current;
    // The chat is in the document only after this cleanup.
    return () => void (own === document.activeElement && queueMicrotask(() => giveFocusBack(undefined)));
  }, []);
  return (
    <div
      role="status"
      className="mx-auto flex w-full max-w-column flex-1 flex-col gap-4 @pair:px-6 px-gutter room-above"
    >
      <h1 ref={heading} tabIndex={-1} className="sr-only">
        Loading messages
      </h1>
      <div className="h-11 w-2/5 animate-breathe self-end rounded-large bg-well" />
      <div className="h-5 w-3/5 animate-breathe rounded-small bg-well" />
      <div className="grid animate-breathe gap-3 @pair:grid-cols-2">
        <CardSkeleton />
        <CardSkeleton />
      </div>
    </div>
  );
}

function CardSkeleton() {
  return (
    <div className="flex flex-col gap-3 rounded-large border border-line bg-surface p-4">
      <div className="h-6 w-1/2 rounded-small bg-well" />
      <div className="h-4 w-3/4 rounded-small bg-well" />
      <div className="mt-2 h-20 rounded-small bg-well" />
      <div className="h-5 w-2/3 rounded-small bg-well" />
    </div>
  );
}
