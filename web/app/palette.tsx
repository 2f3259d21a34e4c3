import { Autocomplete } from '@base-ui/react/autocomplete';
import { useMemo, useState } from 'react';
import { useLocation } from 'wouter';
import { fold } from '#shared/fold.ts';
import { useArchiveChat, useRestoreChat } from '#web/features/chats/changes.ts';
import { chatPath, readChatPath } from '#web/features/chats/chats.ts';
import { CHATS_SHOWN, wordsOf } from '#web/features/chats/history/find.ts';
import { useHistory } from '#web/features/chats/history/use-history.ts';
import { useCurrentChat, useCurrentChatId, useSession } from '#web/features/chats/index.ts';
import { useAnswersWithoutNames } from '#web/features/results/hide-names.tsx';
import { THEMES, useTheme } from '#web/features/theme.tsx';
import { countOf } from '#web/lib/format.ts';
import { giveFocusBack, isComposing } from '#web/lib/page.ts';
import { afterPaint } from '#web/lib/schedule.ts';
import { Button, Dialog, Icon, IconButton, Spinner } from '#web/ui/index.ts';
import {
  type Command,
  chatItem,
  commandItem,
  type Item,
  itemsOf,
  matchesWords,
  type Open,
} from './palette-items.tsx';

export interface PaletteProps {
  /** Given on screens that have the Deep Research switch. */
  deepResearch?: { isOn: boolean; onChange: (on: boolean) => void };
  onNewChat: () => void;
  onShortcuts: () => void;
  /** Called after another chat has been opened. */
  onLeave: () => void;
  onClose: () => void;
}

interface Group {
  label: string;
  items: Item[];
}

/** Recent chats offered before anything is typed. */
const MAX_RECENT_CHATS = 6;
/** Characters of a query from which a command that starts with it puts the commands first. */
const MIN_COMMAND_QUERY_LENGTH = 3;

/** The command palette: finds chats and people by words, and runs commands. */
export function Palette(props: PaletteProps) {
  const { onClose } = props;
  const [query, setQuery] = useState('');
  const { history, retry } = useHistory();
  const { index, status } = history;
  const currentChatId = useCurrentChatId();
  const isOnChatScreen = useIsOnChatScreen();
  const hiding = useAnswersWithoutNames();
  const found = useMemo(() => history.index.find(query, hiding), [history, query, hiding]);
  const words = useMemo(() => wordsOf(query), [query]);
  const open = useOpenChat(props);
  const commands = useCommands(props);

  const hasQuery = words.length > 0;
  const shownCommands = commands.filter(({ label }) => matchesWords(label, words));
  const isCommand =
    words.join(' ').length >= MIN_COMMAND_QUERY_LENGTH &&
    shownCommands.some(({ label }) => fold(label).startsWith(fold(query.trim())));
  const chats = hasQuery
    ? found.hits.flatMap((hit) => itemsOf(hit, words, open))
    : index
        .chats()
        .filter(({ id, isArchived }) => !isArchived && !(isOnChatScreen && id === currentChatId))
        .slice(0, MAX_RECENT_CHATS)
        .map((chat) => chatItem({ chat, request: undefined, people: [], morePeople: 0 }, words, open));
  const groups: Group[] = [
    { label: hasQuery ? 'Chats and people' : 'Recent chats', items: chats },
    { label: 'Commands', items: shownCommands.map((command) => commandItem(command, words)) },
  ];
  if (hasQuery && isCommand) groups.reverse();
  const shown = groups.filter(({ items }) => items.length > 0);

  function choose(item: Item, byKeyboard: boolean) {
    onClose();
    // After the dialog has given the focus back, so that the item can move it on from there.
    afterPaint(() => item.run(byKeyboard));
  }
  return (
    <Dialog title="Find chats, people and commands" shape="palette" onClose={onClose}>
      <Autocomplete.Root
        items={shown}
        inline
        open
        mode="none"
        filter={null}
        autoHighlight="always"
        keepHighlight
        value={query}
        itemToStringValue={({ label }: Item) => label}
        onValueChange={(value, { reason }) => {
          if (reason !== 'item-press') setQuery(value);
        }}
      >
        <div
          className="flex max-h-full flex-col max-tablet:h-full"
          onKeyDownCapture={(event) => {
            if (event.key !== 'Escape' || isComposing(event.nativeEvent)) return;
            event.stopPropagation();
            onClose();
          }}
        >
          <div className="flex items-center gap-2 border-line border-b ps-4 pe-2">
            {status === 'reading' ? <Spinner /> : <Icon name="search" className="text-ink-subtle" />}
            <Autocomplete.Input
              autoFocus
              dir="auto"
              aria-label="Find chats, people and commands"
              placeholder="Find chats and people, or a command…"
              maxLength={200}
              spellCheck={false}
              enterKeyHint="go"
              className="h-13 min-w-0 flex-1 bg-transparent text-reading outline-none placeholder:text-ink-subtle"
            />
            <IconButton icon="close" label="Close" shortcut="Esc" onClick={onClose} />
          </div>
          <Autocomplete.List className="min-h-0 scroll-py-2 overflow-y-auto overscroll-contain p-2 tablet:max-h-[min(60vh,30rem)]">
            {(group: Group) => (
              <Autocomplete.Group key={group.label} items={group.items} className="pb-1">
                <Autocomplete.GroupLabel className="px-2 pt-1.5 pb-1 font-medium text-caption text-ink-subtle">
                  {group.label}
                </Autocomplete.GroupLabel>
                <Autocomplete.Collection>
                  {(item: Item) => (
                    <Autocomplete.Item
                      key={item.id}
                      value={item}
                      // A click made by keyboard has a `detail` of 0.
                      onClick={({ detail }) => choose(item, detail === 0)}
                      className="cursor-pointer select-none rounded-medium outline-none data-highlighted:bg-hover"
                    >
                      {item.row}
                    </Autocomplete.Item>
                  )}
                </Autocomplete.Collection>
              </Autocomplete.Group>
            )}
          </Autocomplete.List>
          <div className="mt-auto flex min-h-11 flex-wrap items-center gap-x-3 gap-y-1 border-line border-t px-4 py-1.5 text-ink-muted text-small">
            <p role="status" className="flex-1">
              {describeFound({ hasQuery, count: found.count, commands: shownCommands.length, status, query })}
            </p>
            {status === 'failed' && (
              <Button size="small" variant="plain" onClick={retry}>
                <Icon name="retry" />
                Try again
              </Button>
            )}
          </div>
        </div>
      </Autocomplete.Root>
    </Dialog>
  );
}

/** Whether the chat screen, and with it the current chat, is shown. */
function useIsOnChatScreen(): boolean {
  const [path] = useLocation();
  return readChatPath(path) !== undefined;
}

interface FoundSummary {
  hasQuery: boolean;
  count: number;
  commands: number;
  status: ReturnType<typeof useHistory>['history']['status'];
  query: string;
}

/** The number of results in words, and whether older chats may be missing from them. */
function describeFound({ hasQuery, count, commands, status, query }: FoundSummary): string {
  const missing = {
    reading: ' Still reading your older chats…',
    failed: ' Your older chats could not be read.',
    read: '',
  }[status];
  if (!hasQuery) return missing.trim() || 'Titles, requests, names and headlines of all your chats';
  const best = count > CHATS_SHOWN ? `, the best ${CHATS_SHOWN} shown` : '';
  const more = commands === 0 ? '' : ` and ${countOf(commands, 'command')}`;
  if (count === 0 && commands === 0) return `Nothing found for “${query.trim()}”.${missing}`;
  return `${countOf(count, 'chat')}${more} found${best}.${missing}`;
}

/** Opens a chat, at a message in it if one is given. */
function useOpenChat({ onLeave }: PaletteProps): Open {
  const { page } = useSession();
  const [path, navigate] = useLocation();
  return ({ chatId, messageId, profileUrl }) => {
    page.setState({ sought: messageId === undefined ? undefined : { chatId, messageId, profileUrl } });
    if (readChatPath(path)?.chatId !== chatId) navigate(chatPath(chatId));
    onLeave();
  };
}

/** The commands that can be run from the current screen. */
function useCommands({ deepResearch, onNewChat, onShortcuts }: PaletteProps): Command[] {
  const [, navigate] = useLocation();
  const chat = useCurrentChat();
  const isOnChatScreen = useIsOnChatScreen();
  const archiveChat = useArchiveChat();
  const restoreChat = useRestoreChat();
  const { theme, setTheme } = useTheme();
  async function archive(id: string, byKeyboard: boolean) {
    const focused = document.activeElement;
    await archiveChat(id, byKeyboard ? () => giveFocusBack(focused) : undefined);
  }
  return [
    { label: 'New chat', icon: 'plus', shortcut: 'new-chat', run: onNewChat },
    ...(chat === undefined
      ? []
      : [
          {
            label: `${chat.isArchived ? 'Restore' : 'Archive'} ${isOnChatScreen ? 'this chat' : `“${chat.title}”`}`,
            icon: 'archive' as const,
            run: (byKeyboard: boolean) =>
              void (chat.isArchived ? restoreChat(chat.id) : archive(chat.id, byKeyboard)),
          },
        ]),
    ...(deepResearch === undefined
      ? []
      : [
          {
            label: `Turn Deep Research ${deepResearch.isOn ? 'off' : 'on'}`,
            icon: 'deep' as const,
            shortcut: 'toggle-deep' as const,
            run: () => deepResearch.onChange(!deepResearch.isOn),
          },
        ]),
    { label: 'Lists', icon: 'bookmark', run: () => navigate('/lists') },
    { label: 'Archived chats', icon: 'archive', run: () => navigate('/archived') },
    { label: 'Your data', icon: 'database', run: () => navigate('/data') },
    ...THEMES.filter(({ value }) => value !== theme).map(({ value, label, icon }) => ({
      ...{ label: `Theme: ${label}`, icon },
      run: () => setTheme(value),
    })),
    { label: 'Keyboard shortcuts', icon: 'keyboard', shortcut: 'list', run: onShortcuts },
  ];
}
