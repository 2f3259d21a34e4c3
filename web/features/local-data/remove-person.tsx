import { useEffect, useRef, useState } from 'react';
import type { Removal } from '#shared/account-contract.ts';
import { typedProfileUrl } from '#shared/linkedin-url.ts';
import { HIDDEN_LIST_ID } from '#shared/lists.ts';
import { findPersonLocally, removePersonLocally } from '#web/features/chats/index.ts';
import { localLists } from '#web/features/lists/index.ts';
import { ApiError } from '#web/lib/api.ts';
import { countOf, listOf } from '#web/lib/format.ts';
import { countSetAside } from '#web/lib/stored-list.ts';
import { Alert, Button, CancelButton, Dialog, Icon, Section, Spinner, useToast } from '#web/ui/index.ts';
import { USER } from '#web/ui/lazy-icons.ts';

/** Finds a person in the answers, lists and shares of an account, or removes them there. @throws ApiError */
export type RemoveFromAccount = (person: { profileUrl: string; remove: boolean }) => Promise<Removal>;

const NOT_A_PROFILE =
  'This is not the address of a LinkedIn profile, such as https://www.linkedin.com/in/someone.';

/** Removes one person from everything: from the answers in this browser and, for a signed-in user, from the account. */
export function RemovePerson({ account }: { account?: RemoveFromAccount | undefined }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Section
      title="Remove a person"
      text={`Removes somebody from all your answers${account ? ', lists and shared links' : ' and lists'}, with everything that is said about them.`}
    >
      <Button onClick={() => setOpen(true)}>
        <Icon name={USER} />
        Remove
      </Button>
      {isOpen && <RemoveDialog account={account} onClose={() => setOpen(false)} />}
    </Section>
  );
}

type Found = Removal & { profileUrl: string };

function RemoveDialog({ account, onClose }: { account: RemoveFromAccount | undefined; onClose: () => void }) {
  const toast = useToast();
  const input = useRef<HTMLInputElement>(null);
  const outcome = useRef<HTMLParagraphElement>(null);
  const [found, setFound] = useState<Found>();
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  async function ask(profileUrl: string, remove: boolean): Promise<Found | undefined> {
    if (isBusy) return undefined;
    setBusy(true);
    setFailure(undefined);
    try {
      return await findEverywhere({ profileUrl, remove, account });
    } catch (error) {
      const reason = error instanceof ApiError ? error.message : 'Something went wrong. Please try again.';
      const mayHaveBegun = remove && !(error instanceof ApiError && error.refused);
      setFailure(
        mayHaveBegun
          ? `${reason} Part of it may already be done; removing again continues from there.`
          : reason,
      );
      return undefined;
    } finally {
      setBusy(false);
    }
  }
  async function find() {
    const profileUrl = typedProfileUrl(input.current?.value ?? '');
    setFound(undefined);
    if (profileUrl === undefined) setFailure(NOT_A_PROFILE);
    else setFound(await ask(profileUrl, false));
  }
  async function remove({ profileUrl }: Found) {
    const removed = await ask(profileUrl, true);
    if (removed === undefined) return;
    toast({ message: describeRemoved(removed) });
    onClose();
  }
  const isFound = found !== undefined && placesOf(found) !== '';
  const isRemoving = isBusy && isFound;
  const isInvalid = failure === NOT_A_PROFILE;
  // The button that found them is gone: what was found should be read before it is removed.
  useEffect(() => {
    if (isFound && document.activeElement === document.body) outcome.current?.focus();
  }, [isFound]);
  return (
    <Dialog
      title="Remove a person"
      isBusy={isRemoving}
      onClose={onClose}
      actions={
        <>
          <CancelButton isBusy={isRemoving} onClose={onClose} />
          {isFound ? (
            <Button
              // A different element from the button it replaces: key presses and double clicks meant for that one do nothing here.
              key="remove"
              variant="danger"
              aria-disabled={isBusy}
              onClick={({ detail }) => detail <= 1 && void remove(found)}
              // Its text takes two lines on a phone.
              className="py-1.5"
            >
              {isBusy && <Spinner />}
              <span>Remove from {placesOf(found)}</span>
            </Button>
          ) : (
            <Button key="find" variant="primary" type="submit" form="remove-person" aria-disabled={isBusy}>
              {isBusy && <Spinner />}
              <span>Find</span>
            </Button>
          )}
        </>
      }
    >
      <form
        id="remove-person"
        className="mt-3 flex flex-col gap-1.5"
        onSubmit={(event) => {
          event.preventDefault();
          void find();
        }}
      >
        <label htmlFor="person-address" className="font-medium">
          Address of their profile
        </label>
        <input
          ref={input}
          id="person-address"
          inputMode="url"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="https://www.linkedin.com/in/someone"
          // The result has to match the address shown here.
          readOnly={isBusy}
          aria-invalid={isInvalid}
          aria-describedby={isInvalid ? 'person-address-error' : undefined}
          onChange={() => {
            setFound(undefined);
            setFailure(undefined);
          }}
          className="h-11 w-full rounded-medium border border-line-strong bg-surface px-3 text-reading placeholder:text-ink-subtle focus-visible:border-accent focus-visible:outline-1 focus-visible:outline-offset-0 aria-invalid:not-focus-visible:border-poor"
        />
      </form>
      {failure !== undefined && (
        <div id="person-address-error" className="mt-3">
          <Alert tone="error">{failure}</Alert>
        </div>
      )}
      <p ref={outcome} role="status" tabIndex={-1} className="mt-3 text-ink-muted">
        {found !== undefined && <Findings of={found} />}
      </p>
    </Dialog>
  );
}

/** Finds the person in the account and in this browser, or removes them there. @throws ApiError */
async function findEverywhere({
  account,
  ...request
}: Parameters<RemoveFromAccount>[0] & { account: RemoveFromAccount | undefined }): Promise<Found> {
  const { profileUrl, remove } = request;
  const inAccount = (await account?.(request)) ?? { answers: 0, chats: 0, lists: 0, shares: 0 };
  const inBrowser = remove ? removePersonLocally({ profileUrl }) : findPersonLocally({ profileUrl });
  const inLists = remove ? localLists().removePerson(profileUrl) : localLists().findPerson(profileUrl);
  const listsHere = inLists.lists.filter((id) => id !== HIDDEN_LIST_ID).length;
  const hidden = inAccount.hidden === true || inLists.lists.includes(HIDDEN_LIST_ID);
  const name = inAccount.name ?? inBrowser.name ?? inLists.name;
  // Reading them may only now have set something aside.
  const unreadable = (inAccount.unreadable ?? 0) + countSetAside();
  return {
    profileUrl,
    answers: inBrowser.answers + inAccount.answers,
    chats: inBrowser.chats + inAccount.chats,
    lists: listsHere + inAccount.lists,
    shares: inAccount.shares,
    hidden,
    ...(name !== undefined && { name }),
    ...(unreadable > 0 && { unreadable }),
  };
}

/** '2 answers, 1 list, 1 shared link and your list of hidden people'; empty if the person was found nowhere. */
const placesOf = ({ answers, lists, shares, hidden = false }: Removal, chatsSuffix = ''): string =>
  listOf([
    answers > 0 && countOf(answers, 'answer') + chatsSuffix,
    lists > 0 && countOf(lists, 'list'),
    shares > 0 && countOf(shares, 'shared link'),
    hidden && 'your list of hidden people',
  ]);

/** Names no places if an attempt that seemed to fail had removed the person from all of them. */
export function describeRemoved(removed: Removal): string {
  const places = placesOf(removed);
  return places === '' ? 'Removed' : `Removed from ${places}`;
}

/** Who was found, by the name known for them, and where. */
export function Findings({ of: found }: { of: Removal }) {
  const places = placesOf(found, ` of ${countOf(found.chats, 'chat')}`);
  const { name = '', unreadable = 0, hidden = false } = found;
  const unreadableNote = unreadable > 0 && ` ${countOf(unreadable, 'item')} could not be read in full.`;
  if (places === '')
    return <>This person is in none of your answers, lists or shared links.{unreadableNote}</>;
  return (
    <>
      {name === '' ? 'This person' : <bdi className="font-medium text-ink">{name}</bdi>} is in {places}.
      Removing cannot be undone. A new search may find them again.
      {hidden && ' They will no longer be hidden.'}
      {unreadableNote}
    </>
  );
}
