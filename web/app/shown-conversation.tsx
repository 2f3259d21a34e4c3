import { Conversation } from '#web/features/chats/components/index.ts';
import { LazyResults } from './lazy-results.tsx';
import { LiveAnswer } from './live-answer.tsx';

/** A chat's messages with their directories, and the answer that is coming about. */
export function ShownConversation({ title }: { title: string }) {
  return (
    <Conversation
      title={title}
      renderResults={(message) => <LazyResults data={message.metadata?.profileDisplayData} />}
      live={<LiveAnswer />}
    />
  );
}
