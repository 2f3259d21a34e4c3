import { Palette, type PaletteProps } from './palette.tsx';
import { ShortcutList, type ShortcutListProps } from './shortcut-list.tsx';

/** The overlay that is open; there is at most one. */
export type Opened = 'palette' | 'shortcuts' | undefined;

interface OverlayProps
  extends Omit<PaletteProps, 'onShortcuts' | 'onClose'>,
    Omit<ShortcutListProps, 'onClose'> {
  opened: Opened;
  onOpen: (next: Opened) => void;
}

/** Both overlays in one chunk, so that the main bundle needs only one import for them. */
export function Overlay({
  opened,
  onOpen,
  shortcuts,
  listKeys,
  singleCharacters,
  onSingleCharacters,
  ...props
}: OverlayProps) {
  const onClose = () => onOpen(undefined);
  if (opened === 'palette')
    return <Palette {...props} onShortcuts={() => onOpen('shortcuts')} onClose={onClose} />;
  return <ShortcutList {...{ shortcuts, listKeys, singleCharacters, onSingleCharacters, onClose }} />;
}
