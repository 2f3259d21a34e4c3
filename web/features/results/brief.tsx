import { type ReactNode, useId, useState } from 'react';
import { Button, Icon } from '#web/ui/index.ts';
import { INFO } from '#web/ui/lazy-icons.ts';

/** The brief of an answer whose criteria cannot be adjusted. */
export function BriefAlone({ brief }: { brief: string }) {
  const id = useId();
  const [isOpen, setOpen] = useState(false);
  return (
    <div data-print="hide" className="basis-full">
      <Button
        variant="quiet"
        size="small"
        aria-expanded={isOpen}
        aria-controls={id}
        onClick={() => setOpen(!isOpen)}
        className="-ms-2 min-h-7"
      >
        <Icon name={INFO} size={14} />
        Brief
      </Button>
      <div id={id} hidden={!isOpen}>
        <BriefText>{brief}</BriefText>
      </div>
    </div>
  );
}

export const BriefText = ({ children }: { children: ReactNode }) => (
  <div className="max-w-prose text-small">
    <p className="text-ink-subtle">What every step was told about your request:</p>
    <p dir="auto" className="mt-1 whitespace-pre-wrap">
      {children}
    </p>
  </div>
);
