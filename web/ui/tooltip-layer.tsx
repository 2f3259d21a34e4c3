import { useEffect, useRef, useState } from 'react';
import { Kbd } from './badge.tsx';

interface Tip {
  text: string;
  keys: string | undefined;
  anchor: HTMLElement;
}

/** Milliseconds of hovering over a button before its tooltip shows. */
const HOVER_DELAY = 450;
const GAP = 6;
/** The Escape key in readable form. */
const ESCAPE = 'Esc';

/**
 * The page's only tooltip. It shows the `data-tooltip` of whatever is hovered, or focused by keyboard. Escape hides it and, on a focused
 * button, does nothing else on the page, unless it is the button's own shortcut. It repeats the button's name visually, so it is hidden
 * from assistive technology.
 */
export function TooltipLayer() {
  const tip = useTip();
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const popup = ref.current;
    if (popup === null || tip === undefined) return;
    popup.showPopover();
    place(popup, tip.anchor);
    return () => popup.hidePopover();
  }, [tip]);
  return (
    <div
      ref={ref}
      popover="manual"
      aria-hidden="true"
      className="pointer-events-none fixed m-0 w-max max-w-[calc(100vw-0.75rem)] gap-2 rounded-small bg-raised px-2 py-1 font-medium text-caption text-ink shadow-popover open:flex"
    >
      {tip?.text}
      {tip?.keys !== undefined && <Kbd keys={tip.keys} />}
    </div>
  );
}

function useTip(): Tip | undefined {
  const [tip, setTip] = useState<Tip>();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let shown: Tip | undefined;
    const set = (next: Tip | undefined) => {
      shown = next;
      setTip(next);
    };
    const stop = new AbortController();
    const hide = () => {
      clearTimeout(timer);
      set(undefined);
    };
    const show = (target: EventTarget | null, delay: number) => {
      hide();
      const found = readTip(target);
      if (found !== undefined) timer = setTimeout(() => set(found), delay);
    };
    const { signal } = stop;
    const onPointerOver = ({ target, pointerType }: PointerEvent) =>
      pointerType === 'mouse' && show(target, HOVER_DELAY);
    const onFocusIn = ({ target }: FocusEvent) => isFocusVisible(target) && show(target, 0);
    document.addEventListener('pointerover', onPointerOver, { signal });
    document.addEventListener('focusin', onFocusIn, { signal });
    for (const type of ['pointerdown', 'focusout', 'scroll', 'click'] as const) {
      document.addEventListener(type, hide, { signal, capture: true });
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      const { anchor, keys } = shown ?? {};
      // Otherwise Escape would also stop a search. A dialog does close at once, since it may have focused the button by itself.
      if (anchor === event.target && keys !== ESCAPE && !anchor?.closest('dialog')) event.preventDefault();
      hide();
    };
    document.addEventListener('keydown', onKeyDown, { signal, capture: true });
    return () => {
      stop.abort();
      clearTimeout(timer);
    };
  }, []);
  return tip;
}

function readTip(target: EventTarget | null): Tip | undefined {
  const anchor = target instanceof Element ? target.closest<HTMLElement>('[data-tooltip]') : null;
  const text = anchor?.dataset['tooltip'];
  if (anchor === null || text === undefined || anchor.ariaExpanded === 'true') return undefined;
  return { text, keys: anchor.dataset['tooltipKeys'], anchor };
}

const isFocusVisible = (target: EventTarget | null) =>
  target instanceof Element && target.matches(':focus-visible');

/** Below the anchor, or above it if there is no room, and never past the edge of the window. */
function place(popup: HTMLElement, anchor: HTMLElement) {
  const box = anchor.getBoundingClientRect();
  const { width, height } = popup.getBoundingClientRect();
  const below = box.bottom + GAP;
  const top = below + height > window.innerHeight ? box.top - GAP - height : below;
  const left = Math.min(Math.max(GAP, box.left + box.width / 2 - width / 2), window.innerWidth - width - GAP);
  popup.style.top = `${top}px`;
  popup.style.left = `${left}px`;
}
