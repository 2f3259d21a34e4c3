import type { ComponentProps } from 'react';
import { useState } from 'react';
import { hasLocalChats, offersLocalChats } from '#web/features/chats/index.ts';
import { lazyComponent } from '#web/lib/lazy-component.ts';
import { Part } from '#web/ui/part.tsx';
import { PartMissing } from '#web/ui/part-missing.tsx';

const BringChatsDialog = lazyComponent(
  () => import('#web/features/chats/components/bring-chats-dialog.tsx'),
  (module) => module.BringChatsDialog,
  { isPrefetched: false },
);

/** The offer, fetched when there is something to offer. */
export function LazyBringChats(props: ComponentProps<typeof BringChatsDialog>) {
  return (
    <Part missing={<PartMissing floating />}>
      <BringChatsDialog {...props} />
    </Part>
  );
}

interface Offer {
  /** To whom the offer is being made; undefined for nobody. */
  userId: string | undefined;
  onClose: () => void;
  /** Makes it again; undefined when there is nothing to bring. */
  onOpen: (() => void) | undefined;
}

/** Whether chats made without an account are on offer to whoever is signed in: once by itself, later when asked for. */
export function useBringChats(present: string | undefined): Offer {
  const [offer, setOffer] = useState<{ to: string | undefined; isOpen: boolean }>({
    to: undefined,
    isOpen: false,
  });
  if (offer.to !== present) {
    setOffer({ to: present, isOpen: present !== undefined && offersLocalChats(present) });
  }
  const open = (isOpen: boolean) => () => setOffer({ to: present, isOpen });
  return {
    userId: offer.isOpen && offer.to === present ? present : undefined,
    onClose: open(false),
    onOpen: present !== undefined && hasLocalChats() ? open(true) : undefined,
  };
}
