import { ConversationSkeleton } from '#web/features/chats/components/index.ts';
import { lazyComponent } from '#web/lib/lazy-component.ts';
import { Part } from '#web/ui/part.tsx';

const ShownConversation = lazyComponent(
  () => import('./shown-conversation.tsx'),
  (module) => module.ShownConversation,
);

/** The conversation, fetched apart from the page: a first visit begins without one. */
export function LazyConversation({ title }: { title: string }) {
  return (
    <Part loading={<ConversationSkeleton />}>
      <ShownConversation title={title} />
    </Part>
  );
}
