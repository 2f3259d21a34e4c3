import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { newId } from '#shared/ids.ts';
import { LIMITS } from '#shared/limits.ts';
import { SHARE_LIMITS, type Share } from '#shared/shares.ts';
import { DAY } from '#shared/time.ts';
import { type Api, ApiError } from '#web/lib/api.ts';
import { countOfPeople, dayOf } from '#web/lib/format.ts';
import { Alert, Button, CancelButton, Dialog, Icon, Spinner } from '#web/ui/index.ts';
import { LINK } from '#web/ui/lazy-icons.ts';
import {
  describeExcess,
  describeSeen,
  type Shareable,
  sharesOver,
  titleOf,
  toShareRequest,
} from './share.ts';

interface ShareFormProps extends Shareable {
  api: Api;
  onMade: (share: Share) => void;
  onClose: () => void;
}

const { days: DAYS } = SHARE_LIMITS;

/** Says what a link will show and for how long, and makes it. */
export function ShareForm({ api, onMade, onClose, ...shareable }: ShareFormProps) {
  const { kind, people, hidden } = shareable;
  const ids = { form: useId(), title: useId(), days: useId(), until: useId() };
  const [title, setTitle] = useState(() => titleOf(shareable.title));
  const [days, setDays] = useState(String(DAYS.default));
  const [withNotes, setWithNotes] = useState(false);
  const { isBusy, failure, make } = useCreateShare(api);
  const field = useRef<HTMLInputElement>(null);
  // The dialog puts the cursor at the end of the field, which hides the beginning of a long title.
  useEffect(() => {
    field.current?.select();
    field.current?.scrollTo({ left: 0, behavior: 'instant' });
  }, []);
  const notes = people.filter(({ note = '' }) => note.trim() !== '').length;
  const until = lastDay(days);
  const excess = useMemo(() => describeExcess(people), [people]);
  const isReady = title.trim() !== '' && until !== undefined && excess === undefined;
  const problem = excess ?? failure;
  async function submit() {
    if (!isReady) return;
    const share = await make(toShareRequest(shareable, { title, days: Number(days), withNotes }));
    if (share !== undefined) onMade(share);
  }
  return (
    <Dialog
      title={`Share this ${kind}`}
      onClose={onClose}
      actions={
        <>
          <CancelButton onClose={onClose} />
          <Button variant="primary" type="submit" form={ids.form} aria-disabled={isBusy || !isReady}>
            {isBusy ? <Spinner /> : <Icon name={LINK} />}
            <span>Make link</span>
          </Button>
        </>
      }
    >
      <p className="mt-2">
        Anyone with the link sees {describeSeen(shareable)}, with criteria and evidence. Opening it takes no
        account.
      </p>
      <ul className="mt-2 flex list-disc flex-col gap-0.5 ps-4 text-ink-muted">
        <li>
          {hidden === undefined
            ? 'Names and links to profiles are shown.'
            : 'Names, pronouns and links to profiles stay hidden.'}
          {hidden === undefined && kind === 'answer' && ' To share without them, hide the names first.'}
        </li>
        <li>Nothing about you, your account or your chats is shown, and nothing that changes later.</li>
      </ul>
      <form
        id={ids.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
        className="mt-4 flex flex-col gap-3"
      >
        <div className="flex flex-col gap-1.5">
          <label htmlFor={ids.title} className="font-medium">
            Title
          </label>
          <input
            ref={field}
            id={ids.title}
            dir="auto"
            autoComplete="off"
            maxLength={LIMITS.titleLength}
            value={title}
            aria-invalid={title.trim() === ''}
            onChange={(event) => setTitle(event.target.value)}
            className={FIELD}
          />
          {title.trim() === '' && (
            <p role="alert" className="text-poor text-small">
              Say what the link is about.
            </p>
          )}
        </div>
        <div className="flex flex-col gap-1.5">
          <label htmlFor={ids.days} className="font-medium">
            Expires after (days)
          </label>
          <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <input
              id={ids.days}
              type="number"
              inputMode="numeric"
              min={DAYS.min}
              max={DAYS.max}
              step={1}
              value={days}
              aria-invalid={until === undefined}
              aria-describedby={ids.until}
              onChange={(event) => setDays(event.target.value)}
              className={`${FIELD} max-w-24 tabular-nums`}
            />
            <p
              id={ids.until}
              role="status"
              className={until === undefined ? 'text-poor text-small' : 'text-ink-muted text-small'}
            >
              {until === undefined
                ? `A whole number from ${DAYS.min} to ${DAYS.max}.`
                : `Until ${until}, or until you revoke it.`}
            </p>
          </div>
        </div>
        {notes > 0 && (
          <label className="flex items-center gap-2">
            <input type="checkbox" checked={withNotes} onChange={() => setWithNotes(!withNotes)} />
            With my notes on {countOfPeople(notes)}
          </label>
        )}
      </form>
      {problem !== undefined && (
        <div className="mt-4">
          <Alert tone="error">{problem}</Alert>
        </div>
      )}
    </Dialog>
  );
}

export const FIELD =
  'h-10 w-full rounded-medium border border-line-strong bg-surface px-3 text-body aria-invalid:border-poor';

/** The last day of a link that is made now; undefined if `days` is not a valid number of days. */
export function lastDay(days: string, now = Date.now()): string | undefined {
  const count = Number(days);
  const isDays = Number.isInteger(count) && count >= DAYS.min && count <= DAYS.max;
  return isDays ? dayOf(now + count * DAY) : undefined;
}

/** Sends what is to be shared. The same content gets the same id, so that a retry after a lost response does not make a second link. */
function useCreateShare(api: Api) {
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const last = useRef({ id: '', content: '' });
  async function make(request: ReturnType<typeof toShareRequest>): Promise<Share | undefined> {
    if (isBusy) return undefined;
    setBusy(true);
    setFailure(undefined);
    const content = JSON.stringify(request);
    if (last.current.content !== content) last.current = { id: newId('share'), content };
    try {
      return await sharesOver(api).create({ ...request, id: last.current.id });
    } catch (error) {
      setFailure(error instanceof ApiError ? error.message : 'The link could not be made. Please try again.');
      return undefined;
    } finally {
      setBusy(false);
    }
  }
  return { isBusy, failure, make };
}
