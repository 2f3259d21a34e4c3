import { type ComponentProps, type ReactNode, type RefObject, useRef, useState } from 'react';
import * as parts from '#web/features/chats/components/index.ts';
import * as chats from '#web/features/chats/index.ts';
import { ThemeMenu } from '#web/features/theme.tsx';
import { usePageTitle } from '#web/lib/page.ts';
import { afterPaint } from '#web/lib/schedule.ts';
import { buttonClass, classNames, FloatingPart, lazyComponent, Part } from '#web/ui/index.ts';
import type { Opened } from './overlay.tsx';
import { shownKeys, useShortcuts, useSingleCharacterShortcuts } from './shortcuts.ts';
import { SearchButton, SidebarFrame, SidebarLinks, useSidebar } from './sidebar.tsx';

const Announcement = lazyComponent(() => import('./announcement.tsx'), 'Announcement');
const Overlay = lazyComponent(() => import('./overlay.tsx'), 'Overlay');
export const loadConversation = () => import('./shown-conversation.tsx');
const ShownConversation = lazyComponent(loadConversation, 'ShownConversation');

interface ChatScreenProps {
  deepResearch: boolean;
  onDeepResearch: (on: boolean) => void;
  /** Says where the people come from; shown with the mode. */
  badge?: ReactNode;
  /** The sidebar's footer for a signed-in user. */
  account?: ReactNode;
  /** A notice about the session, above the input. It replaces the notices about the chats. */
  notice?: ReactNode;
}

/** Focuses the first card or table row of the newest directory. */
const focusBestMatch = () =>
  [...document.querySelectorAll('[data-directory]')]
    .at(-1)
    ?.querySelector<HTMLElement>('article,tbody tr')
    ?.focus();

/** Saves the person whose card or table row has the focus. */
const savePerson = () =>
  document.activeElement?.closest('article,tr')?.querySelector<HTMLElement>('[data-save]')?.click();

/** The main screen: the list of chats and the conversation of the current one. */
export function ChatScreen(props: ChatScreenProps) {
  const { deepResearch, onDeepResearch, badge, account = <parts.SignedOut />, notice } = props;
  const chat = chats.useChatActions();
  const currentChatId = chats.useCurrentChatId();
  const hasMessages = chats.useMessages().length > 0;
  const isLoading = chats.useIsLoading();
  const { isRunning } = chats.useIsSearching();
  const sidebar = useSidebar();
  const scroller = useRef<HTMLDivElement>(null);
  const [gap, setGap] = useState<HTMLElement | null>(null);
  const composer = useRef<HTMLTextAreaElement>(null);
  /** True from a send until the frame that shows it, so that the second click of a double click is ignored. */
  const isStarting = useRef(false);
  const [opened, setOpened] = useState<Opened>();
  const [singleCharacters, setSingleCharacters] = useSingleCharacterShortcuts();

  usePageTitle(chats.useCurrentTitle(), chats.useTitleMark());
  useShortcuts(
    {
      'new-chat': startChat,
      'focus-input': () => composer.current?.focus(),
      'best-match': focusBestMatch,
      'save-person': savePerson,
      'toggle-sidebar': sidebar.toggle,
      'toggle-deep': () => onDeepResearch(!deepResearch),
      list: () => setOpened('shortcuts'),
      find: () => setOpened('palette'),
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
    if (newChat && isStarting.current) return;
    isStarting.current = true;
    // Into the chat that it was typed in: another one may be open by then.
    const chatId = newChat ? undefined : currentChatId;
    afterPaint(() => {
      isStarting.current = false;
      void chat.send(text, { deepResearch, newChat, chatId });
    });
    // The prompt that was clicked disappears with the start screen. On a touch screen, the focus would open a keyboard over the search.
    if (newChat && !matchMedia('(hover: none)').matches) composer.current?.focus();
  }
  return (
    <div data-print="flow" className="flex h-full overflow-hidden">
      <a
        href="#message"
        inert={sidebar.isOverlay}
        data-print="hide"
        className={buttonClass({
          className:
            'fixed start-0 top-0 z-50 transition-none focus:m-2 not-focus:size-px not-focus:min-h-0 not-focus:overflow-hidden not-focus:border-0 not-focus:p-0 not-focus:opacity-0',
        })}
      >
        Skip to the message input
      </a>
      <SidebarFrame sidebar={sidebar}>
        <parts.Sidebar
          onNewChat={startChat}
          onLeave={sidebar.leave}
          account={account}
          search={<SearchButton keys={shownKeys('find')} onOpen={() => setOpened('palette')} />}
          links={<SidebarLinks onShortcuts={() => setOpened('shortcuts')} />}
        />
      </SidebarFrame>
      <main data-print="flow" inert={sidebar.isOverlay} className="page flex h-full min-w-0 flex-1 flex-col">
        {/* No scroll anchoring: the conversation keeps the reader's place itself, in every browser. */}
        <div
          ref={scroller}
          data-print="flow"
          className="gutter-stable relative min-h-0 flex-1 short:scroll-pt-0 scroll-pt-36 overflow-y-auto overflow-x-hidden [overflow-anchor:none]"
        >
          <div data-print="flow" className="flex min-h-full flex-col">
            <header data-print="hide" className="sticky short:static top-0 z-20 bg-canvas">
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
            <Conversation scroller={scroller} gap={gap} onPick={(prompt) => send(prompt, true)} />
          </div>
        </div>
        {/* Always reserves space for 'Jump to latest': otherwise its appearing would move whatever is about to be clicked. */}
        <div
          ref={setGap}
          data-print="hide"
          className={classNames('relative', hasMessages && 'short:min-h-0 min-h-9.5')}
        />
        <InputArea area={composer} deepResearch={deepResearch} notice={notice} onSend={send} />
      </main>
      <parts.Announcer>
        <Announcement />
      </parts.Announcer>
      {opened && (
        <FloatingPart onClose={() => setOpened(undefined)}>
          <Overlay
            opened={opened}
            onOpen={setOpened}
            deepResearch={{ isOn: deepResearch, onChange: onDeepResearch }}
            singleCharacters={singleCharacters}
            onSingleCharacters={setSingleCharacters}
            onNewChat={startChat}
            onLeave={sidebar.leave}
          />
        </FloatingPart>
      )}
    </div>
  );
}

interface ConversationProps extends ComponentProps<typeof ShownConversation> {
  /** Called with the example prompt chosen on the start screen. */
  onPick: (prompt: string) => void;
}

/** The messages of the current chat, or the start screen with its example prompts. */
function Conversation({ onPick, ...shown }: ConversationProps) {
  const chatId = chats.useComingChatId();
  const latest = chats.useMessages().at(-1);
  const isLoading = chats.useIsLoading();
  const areMissing = chats.useAreMessagesMissing();
  if (latest || areMissing)
    // A chunk of its own: a first visit starts without a conversation.
    return (
      <Part
        key={chatId}
        loading={
          latest?.role === 'user' ? (
            <parts.SentQuestion content={latest.content} />
          ) : (
            <parts.ConversationSkeleton />
          )
        }
      >
        <ShownConversation {...shown} />
      </Part>
    );
  if (isLoading && chatId) return <parts.ConversationSkeleton />;
  return <parts.StartScreen disabled={isLoading} onPick={onPick} />;
}

interface InputAreaProps {
  area: RefObject<HTMLTextAreaElement | null>;
  deepResearch: boolean;
  notice: ReactNode;
  onSend: (text: string) => void;
}

/** The input at the bottom of the screen, with the notices above it and the small print below. */
function InputArea({ area, deepResearch, notice, onSend }: InputAreaProps) {
  const { stop, takeReturned } = chats.useChatActions();
  const hasWaiting = chats.usePage(({ waiting, currentChatId = '' }) => currentChatId in waiting);
  const { isRunning, isStopping } = chats.useIsSearching();
  const returned = chats.usePage(({ returned, currentChatId }) =>
    returned?.chatId === currentChatId ? returned?.text : undefined,
  );
  return (
    <div data-print="hide" className="gutter-stable yield-to-editor relative overflow-hidden">
      <div className="mx-auto w-full max-w-column @pair:px-6 px-gutter pt-0.5">
        <parts.NoticeArea onTakeBack={() => area.current?.focus()}>{notice}</parts.NoticeArea>
        <parts.Composer
          area={area}
          chatId={chats.useComingChatId()}
          disabled={chats.useIsLoading()}
          isBusy={chats.useIsSending()}
          hasWaiting={hasWaiting}
          onSend={onSend}
          onStop={isRunning ? stop : undefined}
          isStopping={isStopping}
          returned={returned}
          onTakeReturned={takeReturned}
        />
        <parts.ComposerFooter deepResearch={deepResearch} />
      </div>
    </div>
  );
}
