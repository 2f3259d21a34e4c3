import { Button } from '#web/ui/index.ts';
import type { WaitingRequest } from '../session.ts';

/** What is sent when the search of its chat has ended, over the input it was typed in. */
export function WaitingNote({ request, onTakeBack }: { request: WaitingRequest; onTakeBack: () => void }) {
  const { text, deepResearch } = request;
  return (
    <section
      aria-label="Waiting request"
      className="mx-2 flex animate-rise items-start gap-3 rounded-t-large border border-line border-b-0 border-dashed bg-raised px-3.5 pt-2 pb-1.5"
    >
      <div className="min-w-0 flex-1 py-1">
        <p role="status" className="text-ink-muted text-small">
          Will be sent{deepResearch && ' with Deep Research'} when this search has ended
        </p>
        <p dir="auto" className="line-clamp-2 whitespace-pre-wrap">
          {text}
        </p>
      </div>
      <Button variant="quiet" size="small" onClick={onTakeBack}>
        Take back
      </Button>
    </section>
  );
}
