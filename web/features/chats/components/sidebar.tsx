import type { ReactNode } from 'react';
import { useRef } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { useChat } from '../chat-context.ts';
import { ChatList } from './chat-list.tsx';
import { DISCLAIMER } from './disclaimer.ts';

interface SidebarProps {
  onNewChat: () => void;
  /** Called when the person has gone somewhere: on a phone the sidebar then gets out of the way. */
  onLeave: () => void;
  /** Links to the smaller screens. */
  links: ReactNode;
  /** Who is signed in, or the way to sign in. */
  account: ReactNode;
}

export function Sidebar({ onNewChat, onLeave, links, account }: SidebarProps) {
  const { isLoading } = useChat();
  const scroller = useRef<HTMLElement>(null);
  return (
    <div className="flex h-full flex-col">
      <div className="p-3">
        <Button wide disabled={isLoading} onClick={onNewChat}>
          <Icon name="plus" />
          New chat
        </Button>
      </div>
      <nav ref={scroller} aria-label="Chats" className="min-h-0 flex-1 overflow-y-auto px-2 pb-2">
        <ChatList scroller={scroller} onSelect={onLeave} />
      </nav>
      <footer className="border-line border-t p-3">
        {account}
        <div className="-mx-1 mt-1 flex flex-wrap">{links}</div>
        <p className="mt-2 px-1 text-caption text-ink-subtle">{DISCLAIMER}</p>
      </footer>
    </div>
  );
}
