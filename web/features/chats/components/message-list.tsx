import type { ReactNode, RefObject } from 'react';
import type { Message, Rating } from '#shared/message.ts';
import { classNames } from '#web/ui/class-names.ts';
import { useChat } from '../chat-context.ts';
import { AssistantMessage } from './assistant-message.tsx';
import { useMessageWindow } from './use-message-window.ts';
import { UserMessage } from './user-message.tsx';

interface MessageListProps {
  scroller: RefObject<HTMLElement | null>;
  renderResults: (message: Message) => ReactNode;
}

/** The newest messages, older ones as the reader scrolls to them; what is far off the screen is laid out only when it comes near. */
export function MessageList({ scroller, renderResults }: MessageListProps) {
  const { messages, isLoading, rate, retry } = useChat();
  const shown = messages.filter(({ role }) => role !== 'tool');
  const { first, edge } = useMessageWindow(scroller, shown.length);
  const last = shown.length - 1;
  return (
    <>
      <div ref={edge} />
      <ol aria-label="Messages" className="flex flex-col">
        {shown.slice(first).map((message, offset) => {
          const index = first + offset;
          const isLatest = index === last;
          return (
            <li
              key={message.id}
              data-turn={message.role === 'user' ? '' : undefined}
              className={classNames(
                'pb-6',
                last - index > 2 && message.role === 'assistant' && 'defer-layout',
              )}
            >
              {message.role === 'user' ? (
                <UserMessage content={message.content} />
              ) : (
                <AssistantMessage
                  message={message}
                  isLatest={isLatest}
                  results={renderResults(message)}
                  onRate={(rating: Rating) => rate(message.id, rating)}
                  onRetry={isLatest && !isLoading ? () => void retry(message.id) : undefined}
                />
              )}
            </li>
          );
        })}
      </ol>
    </>
  );
}
