import { type ComponentProps, useState } from 'react';
import { createPortal } from 'react-dom';
import { canonicalProfileUrl } from '#shared/linkedin-url.ts';
import type { DisplayProfile } from '#shared/results.ts';
import { countOfPeople } from '#web/lib/format.ts';
import {
  Button,
  buttonClass,
  classNames,
  Icon,
  IconButton,
  lazyComponent,
  Part,
  PartMissing,
  useToast,
} from '#web/ui/index.ts';
import type { SavedPerson } from '../changes.ts';
import { type SourceAnswer, savedFrom } from '../changes.ts';
import { describeAdded } from '../transfer.ts';
import { useEntriesOf, useListActions, useListsWith } from '../use-lists.ts';

const ChooseLists = lazyComponent(() => import('./choose-lists.tsx'), 'ChooseLists');

interface SaveButtonProps {
  profile: DisplayProfile;
  /** The person's name, as the card shows it. */
  name: string;
  /** Only an icon, in a row that is navigated by arrow keys. */
  isSmall?: boolean;
  /** The answer that contains the person. */
  answer: () => SourceAnswer;
}

/**
 * Saves a person from an answer: into the list used last or, if they are already in lists, by adding this answer to their origins there. If
 * they have been saved from this very answer, shows their lists, which can be changed.
 */
export function SaveButton({ profile, name, isSmall = false, answer }: SaveButtonProps) {
  const url = canonicalProfileUrl(profile.profileUrl);
  const lists = useListsWith(url);
  const entriesOf = useEntriesOf();
  const { save, saveToLast, remove } = useListActions();
  const toast = useToast();
  const [isChoosing, setChoosing] = useState(false);
  // Without a URL a person cannot be identified, and saving them twice would make two entries.
  if (url === undefined) return null;
  const person = () => savedFrom({ ...profile, profileUrl: url }, answer());
  const change = { label: 'Change…', onSelect: () => setChoosing(true) };

  async function saveNew() {
    const list = await saveToLast([person()]);
    if (list === undefined) return;
    // Already saved, though that was not visible yet: there is nothing to undo.
    if (list.added.length === 0) return announceAdded([list]);
    const undo = { label: 'Undo', onSelect: () => void remove(list.id, list.added) };
    toast({ message: `Saved to ${list.name}`, action: undo, more: change });
  }
  async function saveAgain() {
    const entries = await entriesOf(url ?? '', lists).catch(() => undefined);
    const { messageId: here } = answer();
    const isFromHere = ({ messageId }: { messageId: string }) => messageId === here;
    // If the entries cannot be read, nothing is added: the dialog shows what there is.
    const added = entries !== undefined && !entries.some(({ origins }) => origins.some(isFromHere));
    if (!added) return setChoosing(true);
    const saved = await Promise.all(lists.map(({ id }) => save(id, [person()])));
    if (saved.every(Boolean)) announceAdded(lists);
  }
  const announceAdded = (to: readonly { name: string }[]) =>
    toast({ message: `In ${namesOf(to)} already. This answer was added.`, action: change });

  const isSaved = lists.length > 0;
  const label = isSaved ? `${name} is saved in ${summariseLists(lists)}. Change lists` : `Save ${name}`;
  const press = () => void (isSaved ? saveAgain() : saveNew());
  return (
    <>
      {isSmall ? (
        <IconButton
          icon="bookmark"
          label={label}
          size="small"
          tabIndex={-1}
          data-save
          onClick={press}
          className={classNames(isSaved && 'text-ink [&_svg]:fill-current')}
        />
      ) : (
        <button
          type="button"
          data-save
          aria-label={label}
          data-print="hide"
          onClick={press}
          className={buttonClass({
            variant: isSaved ? 'plain' : 'quiet',
            size: 'small',
            className: 'min-w-0 @max-phone:px-1.5',
          })}
        >
          <Icon name="bookmark" size={14} className={classNames(isSaved && 'fill-current')} />
          <bdi className="max-w-16 truncate">{isSaved ? lists[0]?.name : 'Save'}</bdi>
          {lists.length > 1 && <span className="text-ink-subtle tabular-nums"> +{lists.length - 1}</span>}
        </button>
      )}
      {isChoosing && <Chooser people={[person()]} name={name} onClose={() => setChoosing(false)} />}
    </>
  );
}

interface SavePeopleButtonProps extends Pick<SaveButtonProps, 'answer'> {
  profiles: readonly DisplayProfile[];
}

/** Saves several people from an answer into the list used last. */
export function SavePeopleButton({ profiles, answer }: SavePeopleButtonProps) {
  const { saveToLast, remove } = useListActions();
  const toast = useToast();
  const [chosen, setChosen] = useState<readonly SavedPerson[]>();
  async function save() {
    const people = profiles.flatMap((profile) => {
      const profileUrl = canonicalProfileUrl(profile.profileUrl);
      return profileUrl === undefined ? [] : [savedFrom({ ...profile, profileUrl }, answer())];
    });
    if (people.length === 0)
      return toast({ message: 'Nobody could be saved: the links to their profiles are missing.' });
    const list = await saveToLast(people);
    if (list === undefined) return;
    const { added } = list;
    const known = people.length - added.length;
    const more = { label: 'Change…', onSelect: () => setChosen(people) };
    const message = describeAdded('saved', { name: list.name, added: added.length, known });
    if (added.length === 0) return toast({ message: `${message}. This answer was added.`, action: more });
    toast({
      message,
      action: { label: 'Undo', onSelect: () => void remove(list.id, added) },
      more,
    });
  }
  return (
    <>
      <Button size="small" variant="quiet" onClick={() => void save()}>
        {/* On a phone, the bar that contains it has only one row. */}
        <Icon name="bookmark" size={14} className="@max-phone:hidden" />
        Save
      </Button>
      {chosen && (
        <Chooser people={chosen} name={countOfPeople(chosen.length)} onClose={() => setChosen(undefined)} />
      )}
    </>
  );
}

/** Portalled out of the row or card, so that their key and click handlers do not apply to it. */
const Chooser = (props: ComponentProps<typeof ChooseLists>) =>
  createPortal(
    <Part missing={<PartMissing floating />}>
      <ChooseLists {...props} />
    </Part>,
    document.body,
  );

/** 'Shortlist +1: Later' for two lists: starts with the button's visible text, so that it can be found by that. */
function summariseLists([first, ...others]: readonly { name: string }[]): string {
  const more = others.length === 0 ? '' : ` +${others.length}: ${namesOf(others)}`;
  return `${first?.name}${more}`;
}

const namesOf = (lists: readonly { name: string }[]): string => lists.map((list) => list.name).join(', ');
