import { useState } from 'react';
import { Alert, Button } from '#web/ui/index.ts';
import { askPermission, takeOffer } from '../notifications.ts';

/** Offered once, after a search that took long. Whoever does not answer is not asked again. */
export function NotificationOffer() {
  const [isOpen, setOpen] = useState(takeOffer);
  if (!isOpen) return null;
  const close = () => setOpen(false);
  return (
    <div className="mb-2">
      <Alert
        tone="notice"
        onDismiss={close}
        action={
          <Button
            size="small"
            onClick={() => {
              close();
              void askPermission();
            }}
          >
            Notify me
          </Button>
        }
      >
        Searches can take a while. Be told when one has ended?
      </Alert>
    </div>
  );
}
