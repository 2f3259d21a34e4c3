import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { classNames } from '#web/ui/index.ts';

const LINE_CLAMPS = { 2: 'line-clamp-2', 3: 'line-clamp-3' } as const;
const FADE_COLOURS = { surface: 'from-surface', accent: 'from-accent-soft' } as const;

interface ClampedProps {
  text: string;
  /** Id of the text's element. */
  id?: string;
  /** What the text is, for the label of its button, e.g. 'headline'. */
  what: string;
  /** Whose it is, for that label too. */
  name: string;
  lines: keyof typeof LINE_CLAMPS;
  /** Rendered before the text. */
  lead?: ReactNode;
  /** The background behind the text. */
  ground?: keyof typeof FADE_COLOURS;
  className?: string;
}

/**
 * Text from the web, in its own writing direction, limited to a few lines. If it has more, a button at its end expands it; the button
 * overlays the last line, so that nothing moves when it turns out to be needed.
 */
export function Clamped({
  text,
  id: ownId,
  what,
  name,
  lines,
  lead,
  ground = 'surface',
  className,
}: ClampedProps) {
  const generatedId = useId();
  const id = ownId ?? generatedId;
  const [isOpen, setOpen] = useState(false);
  const element = useRef<HTMLParagraphElement>(null);
  const isCut = useIsClamped(element, text, isOpen);
  return (
    <div dir="auto" className={classNames('relative', className)}>
      <p ref={element} id={id} data-print="unclamp" className={isOpen ? undefined : LINE_CLAMPS[lines]}>
        {lead}
        {lead !== undefined && ' '}
        {text}
      </p>
      {isCut && (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          data-print="hide"
          onClick={() => setOpen(!isOpen)}
          className={classNames(
            'font-medium text-ink-subtle underline-offset-2 hover:text-ink hover:underline',
            'touch:before:absolute touch:before:-inset-3',
            isOpen
              ? 'relative'
              : `absolute end-0 bottom-0 bg-linear-to-l from-70% ps-8 rtl:bg-linear-to-r ${FADE_COLOURS[ground]}`,
          )}
        >
          {isOpen ? 'less' : 'more'}
          <span className="sr-only">{` of the ${what}: ${name}`}</span>
        </button>
      )}
    </div>
  );
}

/** Whether an element has more lines than it shows, or would have if it were not expanded. */
function useIsClamped(ref: RefObject<HTMLElement | null>, text: string, isOpen: boolean): boolean {
  const [cut, setCut] = useState<{ text: string }>();
  useEffect(() => {
    const element = ref.current;
    if (element === null || isOpen) return;
    const measure = () => setCut(element.scrollHeight > element.clientHeight + 1 ? { text } : undefined);
    return onResize(element, measure);
  }, [ref, text, isOpen]);
  return isOpen || cut?.text === text;
}

/** One observer for all cards, so that each round reads the layout only once. */
let observer: ResizeObserver | undefined;
const listeners = new WeakMap<Element, () => void>();

/** Calls `listener` once the element has been laid out, and whenever its size changes. @returns a function that unsubscribes it. */
function onResize(element: Element, listener: () => void): () => void {
  observer ??= new ResizeObserver((entries) => {
    for (const { target } of entries) listeners.get(target)?.();
  });
  listeners.set(element, listener);
  observer.observe(element);
  return () => observer?.unobserve(element);
}
