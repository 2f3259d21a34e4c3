import { lazy, Suspense, useState } from 'react';
import { hasLocalChats, offersLocalChats } from '#web/features/chats/index.ts';
import type { Api } from '#web/lib/api.ts';

const BringChatsDialog = lazy(async () => {
  const { BringChatsDialog } = await import('#web/features/chats/components/bring-chats-dialog.tsx');
  return { default: BringChatsDialog };
});

interface BringChatsProps {
  api: Api;
  userId: string;
  onClose: () => void;
}

/** The offer, fetched when there is something to offer. */
export function LazyBringChats(props: BringChatsProps) {
  return (
    <Suspense fallback={null}>
      <BringChatsDialog {...props} />
    </Suspense>
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
