import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { LIMITS } from '#shared/limits.ts';
import { PARTLY_UNREADABLE } from '#shared/message.ts';
import { isComposing } from '#web/lib/page.ts';
import { Button, classNames, IconButton } from '#web/ui/index.ts';
import { CHEVRON_LEFT, CHEVRON_RIGHT, PENCIL } from '#web/ui/lazy-icons.ts';
import { useChatActions, useSession } from '../chat-context.tsx';
import { readDraft, useDraft } from '../drafts.ts';
import { editDraftOf } from '../edits.ts';
import type { Turn } from '../turns/turns.ts';
import { chooseVersion, newVersion } from '../turns/versions.ts';
import { isSendKey, TextNote, useAutoGrow } from './composer.tsx';
import { UserMessage } from './user-message.tsx';

/**
 * A question that can be edited and resent; the newest always shows the button. Earlier versions are kept, each with all that followed. An
 * unfinished edit is a draft of all versions: the editor is open again when one of them is shown.
 */
export function Question({ turn, isLatest }: { turn: Turn; isLatest: boolean }) {
  const session = useSession();
  const { ask } = useChatActions();
  const { question, versions } = turn;
  // Another tab may ask a newer version meanwhile, which this edit then replaces.
  const editId = versions.ids.find((id) => readDraft(editDraftOf(id)) !== '') ?? question?.id;
  const [openId, setOpenId] = useState<string>();
  const [draft, setDraft] = useDraft(editDraftOf(editId));
  const hasDraft = draft !== '' && draft !== question?.content;
  const isOpen = openId !== undefined && [question?.id, ...versions.ids].includes(openId);
  const isEdited = question !== undefined && (hasDraft || isOpen);
  const editButton = useRef<HTMLButtonElement>(null);
  const wasEdited = useRef(false);
  useLayoutEffect(() => {
    if (wasEdited.current && !isEdited && document.activeElement === document.body)
      editButton.current?.focus();
    wasEdited.current = isEdited;
  }, [isEdited]);
  if (question === undefined) return null;
  const isLost = question.lost === 'text';
  const edit = (text: string) => {
    setOpenId(editId);
    setDraft(text);
  };
  function close() {
    setOpenId(undefined);
    setDraft('');
  }
  function send(content: string) {
    close();
    const request = newVersion(session, turn, content);
    if (request) void ask(request);
  }
  if (isEdited)
    return (
      <Editor
        key={openId ?? editId}
        content={hasDraft ? draft : question.content}
        isResumed={hasDraft}
        onEdit={edit}
        onSend={send}
        onCancel={close}
      />
    );
  return (
    <div className="group flex flex-col gap-1">
      <UserMessage
        key={question.id}
        content={isLost ? <em className="text-ink-muted">{PARTLY_UNREADABLE}</em> : question.content}
      >
        {!isLost && (
          <IconButton
            ref={editButton}
            icon={PENCIL}
            size="small"
            label="Edit and resend"
            data-print="hide"
            onClick={() => setOpenId(editId)}
            className={classNames(
              'touch:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100',
              !isLatest && 'opacity-0',
            )}
          />
        )}
      </UserMessage>
      {versions.count > 1 && (
        <Versions {...versions} onChoose={(index) => chooseVersion(session, turn, index)} />
      )}
    </div>
  );
}

interface VersionsProps {
  index: number;
  count: number;
  onChoose: (index: number) => void;
}

/** At either end the button is only marked as disabled, so that it keeps the focus. */
function Versions({ index, count, onChoose }: VersionsProps) {
  const step = (by: number, label: string, icon: typeof CHEVRON_LEFT) => {
    const isEnd = index + by < 0 || index + by >= count;
    return (
      <IconButton
        icon={icon}
        size="small"
        label={label}
        aria-disabled={isEnd}
        onClick={() => !isEnd && onChoose(index + by)}
        className="rtl:-scale-x-100 aria-disabled:cursor-default aria-disabled:opacity-40"
      />
    );
  };
  return (
    <fieldset
      aria-label="Versions of this question"
      data-print="hide"
      className="-me-1 flex items-center self-end text-ink-subtle text-small tabular-nums"
    >
      {step(-1, 'Previous version', CHEVRON_LEFT)}
      <span role="status" className="px-0.5">
        <span className="sr-only">Version </span>
        {index + 1} of {count}
      </span>
      {step(1, 'Next version', CHEVRON_RIGHT)}
    </fieldset>
  );
}

interface EditorProps {
  /** The text to begin with. */
  content: string;
  /** The edit was begun earlier: the focus stays where it is. */
  isResumed: boolean;
  onEdit: (text: string) => void;
  onSend: (content: string) => void;
  onCancel: () => void;
}

function Editor({ content, isResumed, onEdit, onSend, onCancel }: EditorProps) {
  const area = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState(content);
  const [takesFocus] = useState(!isResumed);
  const noteId = useId();
  useAutoGrow(area, text);
  useLayoutEffect(() => {
    if (takesFocus) area.current?.focus({ preventScroll: true });
    area.current?.setSelectionRange(area.current.value.length, area.current.value.length);
  }, [takesFocus]);
  const trimmed = text.trim();
  const isTooLong = trimmed.length > LIMITS.contentLength;
  const canSend = trimmed !== '' && !isTooLong;
  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && !isComposing(event.nativeEvent)) {
      // Escape must not stop a search here.
      event.preventDefault();
      onCancel();
    }
    if (!isSendKey(event)) return;
    event.preventDefault();
    if (canSend) onSend(trimmed);
  }
  return (
    <form
      aria-label="Edit this question"
      data-print="hide"
      onSubmit={(event) => {
        event.preventDefault();
        if (canSend) onSend(trimmed);
      }}
      className="@pair:ms-24 ms-[min(2rem,8cqi)] flex flex-col rounded-large border border-line-strong bg-surface px-gutter pt-2.5 pb-2 shadow-card focus-within:border-accent focus-within:outline focus-within:outline-accent"
    >
      <TextNote id={noteId} content={trimmed} isHeld={false} />
      <textarea
        ref={area}
        rows={1}
        dir="auto"
        value={text}
        aria-label="Question"
        aria-invalid={isTooLong}
        aria-describedby={noteId}
        enterKeyHint="send"
        onChange={({ target }) => {
          setText(target.value);
          onEdit(target.value);
        }}
        onKeyDown={onKeyDown}
        style={HEIGHTS}
        className="block w-full resize-none bg-transparent text-reading outline-none"
      />
      <div className="mt-1.5 flex flex-wrap items-center justify-end gap-2">
        <Button variant="quiet" size="small" onClick={onCancel}>
          Cancel
        </Button>
        <Button type="submit" variant="primary" size="small" disabled={!canSend}>
          Send
        </Button>
      </div>
    </form>
  );
}

/** Limited so that a long question leaves its answer in view. */
const HEIGHTS = { minHeight: '1.75rem', maxHeight: 'max(6rem, 50cqh)' };
