import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { ListedPerson } from '#shared/lists.ts';
import type { Rating } from '#shared/message.ts';
import { RATING_LABELS } from '#web/features/people/index.ts';
import { giveFocusBack } from '#web/lib/page.ts';
import { useToast } from '#web/ui/index.ts';
import type { KeyAction } from '../keys.ts';
import type { KnownList } from '../known-lists.ts';
import { statusLabel } from '../people.ts';
import { useListActions } from '../use-lists.ts';

/** The actions on one person of a list, by profile URL. */
export interface EntryActions {
  /** @param before the note that the user has replaced */
  onNote: (url: string, note: string, before: string) => void;
  /** @returns whether it is stored */
  onStatus: (url: string, status: string) => Promise<boolean>;
  /** Giving the same rating again removes it. @returns whether it is stored */
  onRate: (url: string, rating: Rating) => Promise<boolean>;
  onRemove: (url: string, byKeyboard: boolean) => void;
}

/** The same functions until the list changes, so that a row re-renders only when it has changed itself. */
export function useEntryActions(list: KnownList, people: readonly ListedPerson[]): EntryActions {
  const { edit, remove, putBack } = useListActions();
  const toast = useToast();
  const find = (url: string) => people.find(({ profile }) => profile.profileUrl === url);
  const { id } = list;
  const current = useRef({ find, list });
  useEffect(() => {
    current.current = { find, list };
  });
  return useMemo((): EntryActions => {
    return {
      onNote: (url, note, before) => void edit(id, [url], { note }, { note: before }),
      onStatus: (url, status) => edit(id, [url], { status }),
      onRate: (url, rating) =>
        edit(id, [url], { rating: current.current.find(url)?.rating === rating ? null : rating }),
      onRemove: (url, byKeyboard) => {
        const person = current.current.find(url);
        const next = byKeyboard ? neighbouringRow(url) : undefined;
        if (person === undefined) return;
        void remove(id, [url]);
        // At once, before the focus is somewhere else; the news of a refusal takes its place.
        toast({
          message: `${person.profile.fullName} was taken out of ${current.current.list.name}`,
          action: { label: 'Undo', onSelect: () => void putBack(id, [person]) },
          ...(byKeyboard && { onLeave: () => giveFocusBack(next) }),
        });
      },
    };
  }, [id, edit, remove, putBack, toast]);
}

/**
 * Applies keyboard shortcuts to a person, and says in words what they did: focus stays on the row, where a new status or rating would go
 * unannounced.
 */
export function useEntryKeys(actions: EntryActions, people: readonly ListedPerson[]) {
  const [announcement, setAnnouncement] = useState('');
  async function announce(person: ListedPerson | undefined, done: Promise<boolean>, what: string) {
    if ((await done) && person !== undefined) setAnnouncement(`${person.profile.fullName}: ${what}`);
  }
  /** @returns whether the key is an action on an entry */
  function act(url: string, action: KeyAction): boolean {
    const person = people.find(({ profile }) => profile.profileUrl === url);
    if (action.type === 'remove') actions.onRemove(url, true);
    else if (action.type === 'status')
      void announce(person, actions.onStatus(url, action.status), statusLabel(action.status));
    else if (action.type === 'rate') {
      const { rating } = action;
      const isSame = person?.rating === rating;
      const what = RATING_LABELS[rating];
      void announce(person, actions.onRate(url, rating), isSame ? `${what} taken back` : what);
    } else return false;
    return true;
  }
  return { act, announcement };
}

/** The row that takes a person's place when they leave the list. */
function neighbouringRow(url: string): HTMLElement | undefined {
  const rows = rowsIn(document.body);
  const at = rows.findIndex((row) => row.dataset['person'] === url);
  return rows[at + 1] ?? rows[at - 1];
}

/** What a row has for typing, unlike its checkbox in a table. */
const TEXT_FIELD = 'textarea, input:not([type])';

/** The rows rendered within an element, in order. */
export const rowsIn = (element: HTMLElement | null): HTMLElement[] => [
  ...(element?.querySelectorAll<HTMLElement>('[data-person]') ?? []),
];

/**
 * When the focused person leaves the list, the one who takes their place gets focus; if nobody is left, the element of the list that
 * `fallbackSelector` selects does, and when that disappears in turn, the first person. But nothing does if the user was typing about the one
 * who has left, as when another page or device takes them out: on another row, the next letters would be shortcuts.
 */
export function useFocusKept(
  list: RefObject<HTMLElement | null>,
  shown: readonly ListedPerson[],
  fallbackSelector = 'button',
): void {
  const last = useRef<{ row: HTMLElement; index: number }>(undefined);
  const rememberFocus = useEffectEvent(() => {
    const all = focusableElements(list.current, fallbackSelector);
    const index = all.findIndex((one) => one.contains(document.activeElement));
    const row = all[index];
    last.current = row && !document.activeElement?.matches(TEXT_FIELD) ? { row, index } : undefined;
  });
  useEffect(() => {
    document.addEventListener('focusin', rememberFocus);
    return () => document.removeEventListener('focusin', rememberFocus);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs whenever the rows shown have changed
  useEffect(() => {
    // Nothing has focus while it moves from one field to another either: a row must not take it then.
    if (last.current === undefined || last.current.row.isConnected) return;
    if (document.activeElement !== document.body) return;
    const all = focusableElements(list.current, fallbackSelector);
    all[Math.min(last.current.index, all.length - 1)]?.focus();
  }, [list, shown, fallbackSelector]);
}

/** The elements of a list that can keep the focus. */
function focusableElements(list: HTMLElement | null, fallbackSelector: string): HTMLElement[] {
  const rows = rowsIn(list);
  return rows.length > 0
    ? rows
    : [...(list?.querySelectorAll<HTMLElement>(fallbackSelector) ?? [])].slice(0, 1);
}
