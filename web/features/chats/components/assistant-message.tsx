import type { ReactNode } from 'react';
import type { Message, Rating } from '#shared/message.ts';
import { AnswerFacts } from './answer-facts.tsx';
import { FailedAnswer } from './failed-answer.tsx';
import { isApology } from './is-apology.ts';
import { MessageActions } from './message-actions.tsx';

interface AssistantMessageProps {
  message: Message;
  isLatest: boolean;
  /** The directory that belongs to the answer, if any. */
  results: ReactNode;
  onRate: (rating: Rating) => void;
  /** Asks again. Absent while something runs. */
  onRetry: (() => void) | undefined;
}

/** What came back: left-aligned, with the directory under its words. */
export function AssistantMessage({ message, isLatest, results, onRate, onRetry }: AssistantMessageProps) {
  const isStopped = message.metadata?.outcome === 'stopped';
  return (
    <div className="group flex flex-col items-stretch gap-3">
      {isStopped || isApology(message) ? (
        <FailedAnswer stopped={isStopped} onRetry={onRetry}>
          {message.content}
        </FailedAnswer>
      ) : (
        <p dir="auto" className="max-w-prose whitespace-pre-wrap text-reading">
          <span className="sr-only">Answer: </span>
          {message.content}
        </p>
      )}
      {results}
      <div className="flex min-h-7 items-center justify-between gap-3">
        <MessageActions message={message} isLatest={isLatest} onRate={onRate} />
        <AnswerFacts metadata={message.metadata} />
      </div>
    </div>
  );
}
