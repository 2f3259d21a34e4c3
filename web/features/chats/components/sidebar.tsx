import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { Button, buttonClass, Icon, lazyComponent, Part } from '#web/ui/index.ts';
import { useChatList, useIsLoading } from '../chat-context.tsx';
import { DISCLAIMER } from './composer.tsx';

const ChatList = lazyComponent(() => import('./chat-list.tsx'), 'ChatList');

/** Loads the list's code, so that a sidebar rendered afterwards has it at once. */
export const fetchChatList = ChatList.fetch;

interface SidebarProps {
  onNewChat: () => void;
  /** Called after navigation: on a phone, the sidebar then closes. */
  onLeave: () => void;
  /** Opens the search for chats and people, below the 'New chat' button. */
  search: ReactNode;
  /** Links to the smaller screens. */
  links: ReactNode;
  /** The signed-in user, or a link to sign in. */
  account: ReactNode;
}

export function Sidebar({ onNewChat, onLeave, search, links, account }: SidebarProps) {
  const isLoading = useIsLoading();
  const { isLoadingChats } = useChatList();
  const [scroller, setScroller] = useState<HTMLElement | null>(null);
  return (
    <div className="flex h-full flex-col overflow-y-auto">
      <div className="flex flex-col gap-1.5 p-3">
        <Button wide disabled={isLoading} onClick={onNewChat}>
          <Icon name="plus" />
          New chat
        </Button>
        {search}
      </div>
      <nav ref={setScroller} aria-label="Chats" className="min-h-36 flex-1 overflow-y-auto px-2 pb-2">
        {isLoadingChats ? (
          <ChatListSkeleton />
        ) : (
          <Part>
            <ChatList scroller={scroller} onSelect={onLeave} />
          </Part>
        )}
      </nav>
      <footer className="border-line border-t p-3">
        {account}
        <div className="-mx-1 mt-1 flex flex-wrap">{links}</div>
        <p className="mt-2 px-1 text-caption text-ink-subtle">{DISCLAIMER}</p>
      </footer>
    </div>
  );
}

/** Placeholder for chats that are loading. */
const ChatListSkeleton = () => (
  <div role="status" aria-label="Loading chats" className="flex animate-breathe flex-col gap-px">
    {[1, 2, 3].map((row) => (
      <div key={row} className="m-2 h-9 rounded-small bg-line" />
    ))}
  </div>
);

/** The sidebar's footer for people without an account. */
export function SignedOut() {
  return (
    <>
      <Link href="/login" className={buttonClass({ wide: true })}>
        <Icon name="sign-in" />
        Sign in
      </Link>
      <p className="mt-2 px-1 text-ink-muted text-small">Sign in to sync your chats across devices</p>
    </>
  );
}
