import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Logo } from '#web/ui/logo.tsx';

/** What is left when the page itself cannot be drawn. The chats are where they were. */
export function Crashed() {
  return (
    <main
      role="alert"
      className="mx-auto flex min-h-full w-full max-w-prose flex-col justify-center gap-4 px-6 py-12"
    >
      <Logo size={36} />
      <h1 className="text-balance font-semibold text-display">Something went wrong on this page</h1>
      <p className="text-ink-muted text-reading">
        Your chats are safe. Loading the page again usually helps.
      </p>
      <div>
        <ReloadButton />
      </div>
    </main>
  );
}

/** In the place of a directory that cannot be drawn. */
export function ResultsCrashed() {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 rounded-large border border-line p-4">
      <p className="flex-1 text-ink-muted">These results could not be shown.</p>
      <ReloadButton />
    </div>
  );
}

function ReloadButton() {
  return (
    <Button onClick={() => location.reload()}>
      <Icon name="retry" />
      Reload
    </Button>
  );
}
