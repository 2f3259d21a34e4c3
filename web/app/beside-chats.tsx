import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { useChatActions } from '#web/features/chats/index.ts';
import { FloatingPart, lazyComponent } from '#web/ui/index.ts';
import type { Opened } from './overlay.tsx';
import type { ShortcutListProps } from './shortcut-list.tsx';
import { useShortcuts, useSingleCharacterShortcuts } from './shortcuts.ts';

const Overlay = lazyComponent(() => import('./overlay.tsx'), 'Overlay', { isPrefetched: false });

/** The shortcuts that have a use beside the chats. */
const BESIDE_CHATS = ['new-chat', 'find', 'list'] as const;

interface BesideChatsProps extends Pick<ShortcutListProps, 'listKeys'> {
  /** The screen. `singleCharacters`: whether single-character shortcuts are on. */
  children: (options: { singleCharacters: boolean }) => ReactNode;
}

/** Gives a screen other than the chat screen the same palette, and the shortcuts that have a use there. */
export function BesideChats({ listKeys, children }: BesideChatsProps) {
  const { newChat } = useChatActions();
  const [, navigate] = useLocation();
  const [opened, setOpened] = useState<Opened>();
  const [singleCharacters, setSingleCharacters] = useSingleCharacterShortcuts();
  function startChat() {
    newChat();
    // At the address of a missing chat, `newChat` has already navigated there.
    if (location.pathname !== '/') navigate('/');
  }
  const handlers: Record<(typeof BESIDE_CHATS)[number], () => void> = {
    'new-chat': startChat,
    find: () => setOpened('palette'),
    list: () => setOpened('shortcuts'),
  };
  useShortcuts(handlers, { singleCharacters });
  return (
    <>
      {children({ singleCharacters })}
      {opened && (
        <FloatingPart onClose={() => setOpened(undefined)}>
          <Overlay
            opened={opened}
            onOpen={setOpened}
            shortcuts={BESIDE_CHATS}
            listKeys={listKeys}
            singleCharacters={singleCharacters}
            onSingleCharacters={setSingleCharacters}
            onNewChat={startChat}
            onLeave={() => undefined}
          />
        </FloatingPart>
      )}
    </>
  );
}
