import { type Dispatch, type SetStateAction, useEffect, useEffectEvent, useState } from 'react';
import type { ListedPerson } from '#shared/lists.ts';
import { useToast } from '#web/ui/index.ts';
import { GONE_LIST } from '../changes.ts';
import type { KnownList } from '../known-lists.ts';
import { readAnyNote, readNote } from './entry-fields.tsx';

type WrittenAbout = string | undefined;

/**
 * The profile URL of the person that a note is being written on, at first of the one with an unfinished note. If another page or device
 * takes that person out, a toast says what was written. It is kept in case they come back.
 */
export function useWriting(
  list: KnownList,
  people: readonly ListedPerson[],
): [WrittenAbout, Dispatch<SetStateAction<WrittenAbout>>] {
  const [writing, setWriting] = useState<WrittenAbout>(() =>
    people.map(({ profile }) => profile.profileUrl).find((url) => readNote(list.id, url) !== ''),
  );
  const toast = useToast();
  const isGone = writing !== undefined && people.every(({ profile }) => profile.profileUrl !== writing);
  const tell = useEffectEvent(() => {
    const note = readNote(list.id, writing ?? '');
    if (note !== '')
      toast({
        message: `This person was taken out of ${list.name} on another page or device. Your note was “${note}”.`,
      });
  });
  useEffect(() => {
    if (isGone) tell();
  }, [isGone]);
  return [writing, setWriting];
}

/** Says what was being written in a list that is gone. */
export function useNoteInGoneList(listId: string): void {
  const toast = useToast();
  useEffect(() => {
    const note = readAnyNote(listId);
    if (note !== '') toast({ message: `${GONE_LIST} Your note was “${note}”.` });
  }, [listId, toast]);
}
