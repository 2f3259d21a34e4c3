import { Palette, type PaletteProps } from './palette.tsx';
import { ShortcutList, type ShortcutListProps } from './shortcut-list.tsx';

/** What stands over the chat screen, one at a time. */
export type Opened = 'palette' | 'shortcuts' | undefined;

interface OverlayProps
  extends Omit<PaletteProps, 'onShortcuts' | 'onClose'>,
    Omit<ShortcutListProps, 'onClose'> {
  opened: Opened;
  onOpen: (next: Opened) => void;
}

/** Both in one file, so that the page, which every visit loads, has to know of one only. */
export function Overlay({ opened, onOpen, singleCharacters, onSingleCharacters, ...props }: OverlayProps) {
  const onClose = () => onOpen(undefined);
  if (opened === 'palette')
    return <Palette {...props} onShortcuts={() => onOpen('shortcuts')} onClose={onClose} />;
  return (
    <ShortcutList
      singleCharacters={singleCharacters}
      onSingleCharacters={onSingleCharacters}
      onClose={onClose}
    />
  );
}
