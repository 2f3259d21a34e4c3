import type { MouseEvent } from 'react';
import { canonicalProfileUrl } from '#shared/linkedin-url.ts';
import type { DisplayProfile } from '#shared/results.ts';
import { countOfPeople } from '#web/lib/format.ts';
import { Button, buttonClass, classNames, Icon, IconButton, useToast } from '#web/ui/index.ts';
import { type SourceAnswer, savedFrom } from '../changes.ts';
import { useChangeToast } from '../list-news.ts';
import { describeAdded } from '../transfer.ts';
import { useEntriesOf, useListActions, useListsWith } from '../use-lists.ts';
import { useChooser } from './list-chooser.tsx';

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
  const { save, saveToLast, takeBack } = useListActions();
  const toast = useChangeToast();
  const openChooser = useChooser();
  // Without a URL a person cannot be identified, and saving them twice would make two entries.
  if (url === undefined) return null;
  const person = () => savedFrom({ ...profile, profileUrl: url }, answer());
  const choose = () => openChooser({ people: [person()], name });
  const change = { label: 'Change…', onSelect: choose };

  async function saveNew() {
    const list = await saveToLast([person()]);
    if (list === undefined) return;
    // Already saved, though that was not visible yet: there is nothing to undo.
    if (list.added.length === 0) return announceAdded([list]);
    const undo = { label: 'Undo', onSelect: () => void takeBack(list.id, list.added) };
    toast({ message: `Saved to ${list.name}`, action: undo, more: change });
  }
  async function saveAgain() {
    const entries = await entriesOf(url ?? '', lists).catch(() => undefined);
    const { messageId: here } = answer();
    const isFromHere = ({ messageId }: { messageId: string }) => messageId === here;
    // If not all entries can be read, nothing is added: the dialog shows what there is, and a damaged one can be replaced there.
    const added =
      entries?.length === lists.length && !entries.some(({ origins }) => origins.some(isFromHere));
    if (!added) return choose();
    const saved = await Promise.all(lists.map(({ id }) => save(id, [person()])));
    if (saved.every(Boolean)) announceAdded(lists);
  }
  const announceAdded = (to: readonly { name: string }[]) =>
    toast({ message: `In ${namesOf(to)} already. This answer was added.`, action: change });

  const isSaved = lists.length > 0;
  const label = isSaved ? `${name} is saved in ${summariseLists(lists)}. Change lists` : `Save ${name}`;
  // The second click of a double click would already show the lists. `detail` is the number of presses, 0 by keyboard.
  const press = ({ detail }: MouseEvent) => detail <= 1 && void (isSaved ? saveAgain() : saveNew());
  if (isSmall)
    return (
      <IconButton
        icon="bookmark"
        label={label}
        size="small"
        tabIndex={-1}
        data-save
        onClick={press}
        className={classNames(isSaved && 'text-ink [&_svg]:fill-current')}
      />
    );
  return (
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
  );
}

interface SavePeopleButtonProps extends Pick<SaveButtonProps, 'answer'> {
  profiles: readonly DisplayProfile[];
}

/** Saves several people from an answer into the list used last. */
export function SavePeopleButton({ profiles, answer }: SavePeopleButtonProps) {
  const { saveToLast, takeBack } = useListActions();
  const toast = useToast();
  const changeToast = useChangeToast();
  const openChooser = useChooser();
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
    const choose = () => openChooser({ people, name: countOfPeople(people.length) });
    const more = { label: 'Change…', onSelect: choose };
    const message = describeAdded('saved', { name: list.name, added: added.length, known });
    if (added.length === 0)
      return changeToast({ message: `${message}. This answer was added.`, action: more });
    changeToast({
      message,
      action: { label: 'Undo', onSelect: () => void takeBack(list.id, added) },
      more,
    });
  }
  return (
    <Button size="small" variant="quiet" onClick={() => void save()}>
      {/* On a phone, the bar that contains it has only one row. */}
      <Icon name="bookmark" size={14} className="@max-phone:hidden" />
      Save
    </Button>
  );
}

/** 'Shortlist +1: Later' for two lists: starts with the button's visible text, so that it can be found by that. */
function summariseLists([first, ...others]: readonly { name: string }[]): string {
  const more = others.length === 0 ? '' : ` +${others.length}: ${namesOf(others)}`;
  return `${first?.name}${more}`;
}

const namesOf = (lists: readonly { name: string }[]): string => lists.map((list) => list.name).join(', ');
