/** One key, or keys pressed together, as people read them. */
export function Kbd({ keys }: { keys: string }) {
  return (
    <kbd className="inline-flex min-w-5 items-center justify-center rounded-small border border-line bg-well px-1.5 font-medium font-sans text-caption text-ink-muted">
      {keys}
    </kbd>
  );
}
