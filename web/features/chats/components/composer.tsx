import {
  type ComponentProps,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { LIMITS } from '#shared/limits.ts';
import { PRODUCT_NAME } from '#shared/product.ts';
import { isComposing } from '#web/lib/page.ts';
import { classNames, Icon, lazyComponent, Part, Spinner } from '#web/ui/index.ts';
import { joinTexts, useDraft } from '../drafts.ts';

export const DISCLAIMER = `${PRODUCT_NAME} can make mistakes. Check important info.`;
const PLACEHOLDER = `Message ${PRODUCT_NAME}...`;
const ComposerNote = lazyComponent(() => import('./composer-note.tsx'), 'ComposerNote');

interface ComposerProps {
  chatId: string | undefined;
  /** Something is loading: nothing can be typed. */
  disabled: boolean;
  /** A search is under way: a text sent now waits for its end. */
  isBusy: boolean;
  /** A request is already waiting. */
  hasWaiting: boolean;
  onSend: (text: string) => void;
  /** Given while there is a search to stop. */
  onStop: (() => void) | undefined;
  isStopping: boolean;
  /** A text that could not be sent: it goes back into the input, before what has been typed there since. */
  returned: string | undefined;
  onTakeReturned: () => void;
  area: RefObject<HTMLTextAreaElement | null>;
}

/**
 * The message input. While locked or disabled it is read-only, rather than a disabled control, so that keyboard users keep their focus.
 */
export function Composer(props: ComposerProps) {
  const { chatId, disabled, isBusy, hasWaiting, onSend, onStop, returned, onTakeReturned, area } = props;
  const [text, setText] = useDraft(chatId);
  const { isLocked, lock } = useSendLock(() => {
    // Not if the user has moved on to something else meanwhile.
    const { activeElement } = document;
    if (activeElement === document.body || area.current?.form?.contains(activeElement)) area.current?.focus();
  });
  useAutoGrow(area, text);
  const takeBack = useEffectEvent((given: string) => {
    setText(joinTexts(given, text));
    onTakeReturned();
  });
  useEffect(() => {
    if (returned !== undefined) takeBack(returned);
  }, [returned]);
  const isSearching = onStop !== undefined;
  const wasFocusedByKeyboard = useWasFocusedByKeyboard();
  useEffect(() => {
    // A retry button disappears along with its answer. After a tap, focusing the input would open a keyboard over the results.
    const isTapped = !wasFocusedByKeyboard.current && matchMedia('(hover: none)').matches;
    if (isSearching && !isTapped && document.activeElement === document.body) area.current?.focus();
  }, [area, isSearching, wasFocusedByKeyboard]);

  const content = text.trim();
  const isTooLong = content.length > LIMITS.contentLength;
  const noteId = useId();
  const isBlocked = disabled || isLocked;
  const canSend = !isBlocked && !hasWaiting && content !== '' && !isTooLong;
  function send() {
    if (!canSend) return;
    setText('');
    lock();
    onSend(content);
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
      className="flex flex-wrap items-end gap-x-2 @max-tiny:gap-x-1 rounded-large border border-line-strong bg-surface py-2 ps-gutter pe-2 shadow-card focus-within:border-accent focus-within:outline focus-within:outline-accent"
    >
      <TextNote id={noteId} content={content} isHeld={hasWaiting} />
      <textarea
        ref={area}
        id="message"
        rows={1}
        dir="auto"
        value={text}
        aria-label={PLACEHOLDER}
        placeholder={placeholderFor({ isLocked, disabled, isBusy })}
        readOnly={isBlocked}
        aria-disabled={isBlocked}
        aria-invalid={isTooLong}
        aria-describedby={noteId}
        enterKeyHint="send"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={(event) => {
          if (!isSendKey(event)) return;
          event.preventDefault();
          send();
        }}
        style={HEIGHTS}
        className="my-1 block h-7 min-w-0 flex-1 resize-none text-ellipsis bg-transparent py-0.5 text-reading outline-none placeholder:truncate placeholder:text-ink-subtle"
      />
      {/* The second click of a double click on Send must not land on Stop. */}
      {onStop !== undefined && !isLocked && <StopButton onStop={onStop} isStopping={props.isStopping} />}
      {(onStop === undefined || isLocked || content !== '') && (
        <SendButton label={isBusy ? 'Send when this search has ended' : 'Send message'} disabled={!canSend} />
      )}
    </form>
  );
}

/** Enter without Shift, unless it confirms a word in an input method. */
export const isSendKey = ({ key, shiftKey, nativeEvent }: KeyboardEvent): boolean =>
  key === 'Enter' && !shiftKey && !isComposing(nativeEvent);

interface ComposerState extends Pick<ComposerProps, 'disabled' | 'isBusy'> {
  isLocked: boolean;
}

function placeholderFor({ isLocked, disabled, isBusy }: ComposerState): string {
  if (isLocked) return 'Sending...';
  if (disabled) return 'Please wait...';
  return isBusy ? 'Your next request...' : PLACEHOLDER;
}

/** Notes on a text before it is sent. Rendered even while empty, so that screen readers announce them. */
export const TextNote = ({ id, ...text }: ComponentProps<typeof ComposerNote> & { id: string }) => (
  <p id={id} role="status" className="basis-full text-ink-subtle text-small">
    <Part missing={null}>{text.content && <ComposerNote {...text} />}</Part>
  </p>
);

const BUTTON_CLASS =
  'inline-flex size-9 shrink-0 items-center justify-center rounded-medium transition-[background-color,color,opacity]';

function SendButton({ label, disabled }: { label: string; disabled: boolean }) {
  return (
    <button
      type="submit"
      aria-label={label}
      data-tooltip={label}
      data-tooltip-keys="Enter"
      disabled={disabled}
      className={classNames(
        BUTTON_CLASS,
        'bg-ink text-ink-inverse hover:opacity-88 disabled:cursor-not-allowed disabled:bg-well disabled:text-ink-subtle',
      )}
    >
      <Icon name="arrow-up" size={18} />
    </button>
  );
}

/** The button disappears with the search: a keyboard user's focus then moves to the input. */
const passFocusOn = (button: HTMLButtonElement) => () => {
  if (button.matches(':focus-visible')) button.form?.querySelector('textarea')?.focus();
};

function StopButton({ onStop, isStopping }: Pick<ComposerProps, 'isStopping'> & { onStop: () => void }) {
  if (isStopping)
    return (
      <button
        ref={passFocusOn}
        type="button"
        aria-disabled="true"
        className="inline-flex h-9 shrink-0 items-center gap-2 rounded-medium bg-well px-3 text-ink-muted text-small"
      >
        <Spinner />
        Stopping…
      </button>
    );
  return (
    <button
      ref={passFocusOn}
      type="button"
      aria-label="Stop search"
      data-tooltip="Stop search"
      data-tooltip-keys="Esc"
      onClick={onStop}
      className={classNames(BUTTON_CLASS, 'bg-ink text-ink-inverse hover:opacity-88')}
    >
      {/* Drawn as a border, which forced-colours mode keeps. */}
      <span aria-hidden="true" className="size-3 rounded-[2px] border-6 border-ink-inverse" />
    </button>
  );
}

export function ComposerFooter({ deepResearch }: { deepResearch: boolean }) {
  return (
    <footer className="flex flex-wrap justify-center gap-x-2 px-2 pt-1.5 pb-2 text-center text-caption text-ink-subtle">
      <p>{DISCLAIMER}</p>
      {deepResearch && (
        <p className="text-accent">Deep Research mode uses AI filtering + Profile verification</p>
      )}
    </footer>
  );
}

/** From 28 to 200 px at the usual text size. */
const HEIGHTS = {
  minHeight: '1.75rem',
  // In a low window, most of the height is left to the conversation.
  maxHeight: 'min(12.5rem, 35cqh)',
};

/** Makes a textarea as high as its text, within the limits of its style; beyond them it scrolls. */
export function useAutoGrow(ref: RefObject<HTMLTextAreaElement | null>, text: string): void {
  useLayoutEffect(() => fitToText(ref.current, text), [ref, text]);
  useEffect(() => {
    const area = ref.current;
    if (area === null) return;
    // The text wraps differently in another width, and a low window leaves less height. In a frame of its own, since it may change the size.
    const observer = new ResizeObserver(() => requestAnimationFrame(() => fitToText(area, area.value)));
    observer.observe(area);
    return () => observer.disconnect();
  }, [ref]);
}

function fitToText(area: HTMLTextAreaElement | null, text: string): void {
  if (area === null) return;
  area.style.height = '0';
  // The placeholder counts towards the scroll height, but must not make the field higher than one line.
  area.style.height = text === '' ? '' : `${area.scrollHeight}px`;
  area.style.overflowY = area.scrollHeight > area.clientHeight ? 'auto' : 'hidden';
}

/** Whether the element focused last matched `:focus-visible`: it got the focus by keyboard, or takes text. */
function useWasFocusedByKeyboard(): RefObject<boolean> {
  const wasFocusedByKeyboard = useRef(false);
  useEffect(() => {
    const onFocusIn = ({ target }: FocusEvent) => {
      wasFocusedByKeyboard.current = target instanceof Element && target.matches(':focus-visible');
    };
    addEventListener('focusin', onFocusIn);
    return () => removeEventListener('focusin', onFocusIn);
  }, []);
  return wasFocusedByKeyboard;
}

/** In milliseconds. */
const SEND_LOCK = 500;

/** A lock for a moment after each send; `onRelease` runs when it is released. */
function useSendLock(onRelease: () => void): { isLocked: boolean; lock: () => void } {
  const [isLocked, setLocked] = useState(false);
  const release = useEffectEvent(onRelease);
  useEffect(() => {
    if (!isLocked) return;
    const timer = setTimeout(() => {
      setLocked(false);
      release();
    }, SEND_LOCK);
    return () => clearTimeout(timer);
  }, [isLocked]);
  return { isLocked, lock: () => setLocked(true) };
}
