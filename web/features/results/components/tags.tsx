import { splitTags } from '../model/split-tags.ts';

/** Always one row of the card's grid, empty or not. */
export function Tags({ tags }: { tags: readonly string[] }) {
  const { shown, hidden } = splitTags(tags);
  if (shown.length === 0) return <div />;
  return (
    <ul className="mx-4 mt-3 flex flex-wrap items-center gap-1.5 self-start">
      {shown.map((tag) => (
        <li
          key={tag}
          dir="auto"
          className="max-w-full truncate rounded-small bg-well px-2 py-0.5 text-caption text-ink-muted"
        >
          {tag}
        </li>
      ))}
      {hidden.length > 0 && (
        <li title={hidden.join(', ')} className="text-caption text-ink-subtle tabular-nums">
          +{hidden.length} more
        </li>
      )}
    </ul>
  );
}
