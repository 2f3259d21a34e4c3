import { useState } from 'react';
import { canonicalProfileUrl } from '#shared/linkedin-url.ts';
import type { DisplayProfile } from '#shared/results.ts';
import { buttonClass, classNames, Icon, lazyComponent, Part, PartMissing, useToast } from '#web/ui/index.ts';
import { type SourceAnswer, savedFrom } from '../lists.ts';
import { useEntriesOf, useListActions, useListsWith } from '../use-lists.ts';

const ChooseLists = lazyComponent(() => import('./choose-lists.tsx'), 'ChooseLists');

interface SaveButtonProps {
  profile: DisplayProfile;
  /** As the card calls the person. */
  name: string;
  /** The answer that the person stands in. */
  answer: () => SourceAnswer;
}

/**
 * Saves somebody from an answer: into the list used last, or where they are in lists already, adds this answer to where they come from.
 * Who has been saved from this very answer shows in which lists, to be changed.
 */
export function SaveButton({ profile, name, answer }: SaveButtonProps) {
  const url = canonicalProfileUrl(profile.profileUrl);
  const lists = useListsWith(url);
  const entriesOf = useEntriesOf();
  const { save, saveToLast, remove } = useListActions();
  const toast = useToast();
  const [isChoosing, setChoosing] = useState(false);
  // Nobody can be named without it, and the same person would be two.
  if (url === undefined) return null;
  const person = () => savedFrom({ ...profile, profileUrl: url }, answer());
  const change = { label: 'Change…', onSelect: () => setChoosing(true) };

  async function saveNew() {
    const list = await saveToLast([person()]);
    if (list === undefined || url === undefined) return;
    const undo = { label: 'Undo', onSelect: () => void remove(list.id, [url]) };
    toast({ message: `Saved to ${list.name}`, action: undo, more: change });
  }
  async function saveAgain() {
    const entries = await entriesOf(url ?? '', lists).catch(() => undefined);
    const { messageId: here } = answer();
    const isFromHere = ({ messageId }: { messageId: string }) => messageId === here;
    // What could not be read is not added to: the dialog shows what there is.
    const added = entries !== undefined && !entries.some(({ origins }) => origins.some(isFromHere));
    if (!added) return setChoosing(true);
    const saved = await Promise.all(lists.map(({ id }) => save(id, [person()])));
    if (saved.every(Boolean))
      toast({ message: `In ${namesOf(lists)} already. This answer was added.`, action: change });
  }
  const isSaved = lists.length > 0;
  return (
    <>
      <button
        type="button"
        data-save
        aria-label={isSaved ? `${name} is saved in ${namesOf(lists)}. Change lists` : `Save ${name}`}
        data-print="hide"
        onClick={() => void (isSaved ? saveAgain() : saveNew())}
        className={buttonClass({ variant: isSaved ? 'plain' : 'quiet', size: 'small', className: 'min-w-0' })}
      >
        <Icon name="bookmark" size={14} className={classNames(isSaved && 'fill-current')} />
        <bdi className="max-w-28 truncate">{isSaved ? lists[0]?.name : 'Save'}</bdi>
        {lists.length > 1 && <span className="text-ink-subtle tabular-nums">+{lists.length - 1}</span>}
      </button>
      {isChoosing && (
        <Part missing={<PartMissing floating />}>
          <ChooseLists people={[person()]} name={name} onClose={() => setChoosing(false)} />
        </Part>
      )}
    </>
  );
}

const namesOf = (lists: readonly { name: string }[]): string => lists.map((list) => list.name).join(', ');
