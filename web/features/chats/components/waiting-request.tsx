import { Button } from '#web/ui/index.ts';
import { useMessages, useSession } from '../chat-context.tsx';
import { forgetWaiting, returnToInput } from '../drafts.ts';
import type { ChatRequest, ChatSession } from '../session.ts';

interface WaitingNoteProps {
  request: ChatRequest;
  /** Called when the text goes back into the input. */
  onTakeBack: () => void;
}

/** Puts the request that waits in the current chat back into the input. */
export function takeBackWaiting({ page }: ChatSession): void {
  const { currentChatId = '' } = page.getState();
  const request = forgetWaiting(page, currentChatId);
  if (request !== undefined) returnToInput(page, currentChatId, request.content);
}

/** The request that is sent when the search in its chat has ended, or the chat has been read, above the input it was typed in. */
export function WaitingNote({ request, onTakeBack }: WaitingNoteProps) {
  const session = useSession();
  // A search has its question; a chat that is still being read has no messages.
  const hasMessages = useMessages().length > 0;
  const { content, deepResearch } = request;
  function takeBack() {
    takeBackWaiting(session);
    onTakeBack();
  }
  return (
    <section
      aria-label="Waiting request"
      className="mx-2 flex animate-rise flex-wrap items-start justify-end gap-x-3 rounded-t-large border border-line border-b-0 border-dashed bg-raised px-3.5 pt-2 pb-1.5"
    >
      <div className="min-w-0 flex-1 basis-32 py-1">
        <p role="status" className="text-ink-muted text-small">
          Will be sent{deepResearch && ' with Deep Research'} when this{' '}
          {hasMessages ? 'search has ended' : 'chat has loaded'}
        </p>
        <p dir="auto" className="line-clamp-2 whitespace-pre-wrap">
          {content}
        </p>
      </div>
      <Button variant="quiet" size="small" onClick={takeBack}>
        Take back
      </Button>
    </section>
  );
}
