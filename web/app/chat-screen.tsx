import { type ReactNode, useRef, useState } from 'react';
import * as parts from '#web/features/chats/components/index.ts';
import * as chats from '#web/features/chats/index.ts';
import { ThemeMenu } from '#web/features/theme.tsx';
import { afterPaint, usePageTitle } from '#web/lib/page.ts';
import { lazyComponent, Part, PartMissing } from '#web/ui/index.ts';
import { shownKeys, useShortcuts, useSingleCharacterShortcuts } from './shortcuts.ts';
import { SidebarFrame, SidebarLinks, useSidebar } from './sidebar.tsx';

const ShortcutList = lazyComponent(() => import('./shortcut-list.tsx'), 'ShortcutList');
const ShownConversation = lazyComponent(() => import('./shown-conversation.tsx'), 'ShownConversation');

interface ChatScreenProps {
  deepResearch: boolean;
  onDeepResearch: (on: boolean) => void;
  /** A fact about where the people come from, shown with the mode. */
  badge?: ReactNode;
  /** The sidebar's footer of whoever is signed in. */
  account?: ReactNode;
  /** What there is to know about the session, over the input. It goes before what there is to know about the chats. */
  notice?: ReactNode;
}

/** The main screen: the chats, and the conversation with the one that is current. */
export function ChatScreen(props: ChatScreenProps) {
  const { deepResearch, onDeepResearch, badge, account = <parts.SignedOut />, notice } = props;
  const chat = chats.useChatActions();
  const currentChatId = chats.useCurrentChatId();
  const soughtChatId = chats.useSoughtChatId();
  const messages = chats.useMessages();
  const isLoading = chats.useIsLoading();
  const { isRunning, isStopping } = chats.useIsSearching();
  const returned = chats.usePage((page) => page.returned);
  const sidebar = useSidebar();
  const composer = useRef<HTMLTextAreaElement>(null);
  const [listsShortcuts, setListsShortcuts] = useState(false);
  const [singleCharacters, setSingleCharacters] = useSingleCharacterShortcuts();
  const title = chats.useCurrentTitle();

  usePageTitle(title);
  useShortcuts(
    {
      'new-chat': startChat,
      'focus-input': () => composer.current?.focus(),
      'toggle-sidebar': sidebar.toggle,
      'toggle-deep': () => onDeepResearch(!deepResearch),
      list: () => setListsShortcuts(true),
      ...(isRunning && { stop: chat.stop }),
    },
    { singleCharacters },
  );

  function startChat() {
    if (!isLoading) chat.newChat();
    sidebar.leave();
    composer.current?.focus();
  }
  function send(text: string, newChat = false) {
    afterPaint(() => void chat.send(text, { deepResearch, newChat }));
    // The prompt that was clicked is gone with its screen.
    if (newChat) composer.current?.focus();
  }
  return (
    <div data-print="flow" className="flex h-full overflow-hidden">
      <SidebarFrame sidebar={sidebar}>
        <parts.Sidebar
          onNewChat={startChat}
          onLeave={sidebar.leave}
          account={account}
          links={<SidebarLinks onShortcuts={() => setListsShortcuts(true)} />}
        />
      </SidebarFrame>
      <div data-print="flow" inert={sidebar.isOverlay} className="flex h-full min-w-0 flex-1 flex-col">
        <header className="contents">
          <parts.TopBar
            isSidebarOpen={sidebar.isOpen}
            onToggleSidebar={sidebar.toggle}
            deepResearch={deepResearch}
            onDeepResearch={onDeepResearch}
            shortcuts={{ sidebar: shownKeys('toggle-sidebar'), deepResearch: shownKeys('toggle-deep') }}
          >
            <ThemeMenu />
          </parts.TopBar>
          <parts.ModeBanner deepResearch={deepResearch}>{badge}</parts.ModeBanner>
        </header>
        <main data-print="flow" className="flex min-h-0 flex-1 flex-col">
          {messages.length > 0 ? (
            // Fetched apart from the page: a first visit begins without a conversation.
            <Part key={currentChatId} loading={<parts.ConversationSkeleton />}>
              <ShownConversation title={title ?? 'Conversation'} />
            </Part>
          ) : isLoading && (currentChatId ?? soughtChatId) !== undefined ? (
            <parts.ConversationSkeleton />
          ) : (
            <div className="min-h-0 flex-1 overflow-y-auto">
              <parts.StartScreen disabled={isLoading} onPick={(prompt) => send(prompt, true)} />
            </div>
          )}
          <div data-print="hide" className="mx-auto w-full max-w-column px-4 tablet:px-6">
            {notice || <parts.Notices />}
            <parts.Composer
              area={composer}
              chatId={currentChatId ?? soughtChatId}
              disabled={isLoading}
              onSend={send}
              onStop={isRunning ? chat.stop : undefined}
              isStopping={isStopping}
              returned={returned?.chatId === currentChatId ? returned?.text : undefined}
              onTakeReturned={chat.takeReturned}
            />
            <parts.ComposerFooter deepResearch={deepResearch} />
          </div>
        </main>
      </div>
      <parts.Announcer />
      {listsShortcuts && (
        <Part missing={<PartMissing floating />}>
          <ShortcutList
            singleCharacters={singleCharacters}
            onSingleCharacters={setSingleCharacters}
            onClose={() => setListsShortcuts(false)}
          />
        </Part>
      )}
    </div>
  );
}
