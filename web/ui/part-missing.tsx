import { Button } from './button.tsx';
import { classNames } from './class-names.ts';
import { Icon } from './icon.tsx';

/** In the place of a part of the page that could not be loaded or drawn; `floating` for a part that stands over the page. */
export function PartMissing({
  children = 'This part of the page could not be loaded.',
  floating = false,
}: {
  /** What there is to say. */
  children?: string;
  floating?: boolean;
}) {
  return (
    <div
      role="alert"
      className={classNames(
        'flex flex-wrap items-center gap-3 rounded-large border border-line p-4 text-body',
        floating && 'fixed inset-x-4 bottom-4 z-50 mx-auto max-w-96 bg-raised shadow-popover',
      )}
    >
      <p className="flex-1 text-ink-muted">{children}</p>
      <Button onClick={() => location.reload()}>
        <Icon name="retry" />
        Reload
      </Button>
    </div>
  );
}
