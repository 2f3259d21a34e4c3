/** What the person asked: right-aligned. */
export function UserMessage({ content }: { content: string }) {
  return (
    <div className="flex justify-end ps-8 tablet:ps-24">
      <p
        dir="auto"
        className="max-w-prose whitespace-pre-wrap rounded-large rounded-ee-small bg-well px-4 py-2.5 text-reading"
      >
        <span className="sr-only">You asked: </span>
        {content}
      </p>
    </div>
  );
}
