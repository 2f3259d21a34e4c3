import { Button, Icon, Logo } from '#web/ui/index.ts';

/** Fallback when the page or one of its screens cannot be loaded or rendered. Stored chats are not affected. */
export function Crashed() {
  return (
    <main
      role="alert"
      className="mx-auto flex min-h-full w-full max-w-prose flex-col justify-center gap-4 px-[min(1.5rem,6vw)] py-12"
    >
      <Logo size={36} />
      <h1 className="text-balance font-semibold text-display">Something went wrong on this page</h1>
      <p className="text-ink-muted text-reading">
        Your chats are safe. Loading the page again usually helps.
      </p>
      <div>
        <Button onClick={() => location.reload()}>
          <Icon name="retry" />
          Reload
        </Button>
      </div>
    </main>
  );
}
