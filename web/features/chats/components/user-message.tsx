import { type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { Button, classNames } from '#web/ui/index.ts';

/** The user's request: right-aligned, and clamped to four lines until it is expanded. `children` are its actions, placed before it. */
export function UserMessage({ content, children }: { content: ReactNode; children?: ReactNode }) {
  const text = useRef<HTMLParagraphElement>(null);
  const [isOpen, setOpen] = useState(false);
  const [isLong, setLong] = useState(false);
  useLayoutEffect(() => {
    const line = text.current;
    if (line === null || isOpen) return;
    const measure = () => setLong(line.scrollHeight > line.clientHeight);
    measure();
    // A font that loads later changes the line breaks.
    void document.fonts.ready.then(measure);
    const observer = new ResizeObserver(measure);
    observer.observe(line);
    return () => observer.disconnect();
  }, [isOpen]);
  function toggle() {
    setOpen(!isOpen);
    // Otherwise collapsing a long text would leave the reader far below it.
    if (isOpen) requestAnimationFrame(() => text.current?.scrollIntoView({ block: 'nearest' }));
  }
  return (
    <div
      className={classNames(
        'flex items-end justify-end gap-0.5 @pair:ps-24',
        !children && 'ps-[min(2rem,8cqi)]',
      )}
    >
      {children && <div className="mb-1.5 flex shrink-0">{children}</div>}
      <div className="min-w-0 max-w-prose rounded-large rounded-ee-small bg-well px-gutter py-2.5 text-reading">
        <p
          ref={text}
          dir="auto"
          className={classNames('whitespace-pre-wrap', !isOpen && 'line-clamp-4 print:line-clamp-none')}
        >
          <span className="sr-only">You asked: </span>
          {content}
        </p>
        {isLong && (
          <Button
            variant="quiet"
            size="small"
            data-print="hide"
            aria-expanded={isOpen}
            onClick={toggle}
            className="-ms-2 mt-1"
          >
            {isOpen ? 'Show less' : 'Show all'}
          </Button>
        )}
      </div>
    </div>
  );
}
