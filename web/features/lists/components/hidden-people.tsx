import { type RefObject, useRef } from 'react';
import { ANONYMOUS_USER_ID } from '#shared/chat.ts';
import { HIDDEN_LIST_ID, type ListedPerson } from '#shared/lists.ts';
import { useSession } from '#web/features/chats/index.ts';
import { headlineOf, PrintedAddress } from '#web/features/results/index.ts';
import { countOfPeople, dayOf } from '#web/lib/format.ts';
import { Alert, Button, useToast } from '#web/ui/index.ts';
import { useListActions, useLists } from '../use-lists.ts';
import { useFocusKept } from './entry-actions.ts';

interface HiddenPeopleProps {
  people: readonly ListedPerson[];
  heading: RefObject<HTMLHeadingElement | null>;
}

/** The people who are hidden in every answer, each with a button to show them again. */
export function HiddenPeople({ people, heading }: HiddenPeopleProps) {
  const { remove, putBack } = useListActions();
  const toast = useToast();
  const list = useRef<HTMLUListElement>(null);
  const { isHiddenDamaged } = useLists();
  const isAnonymous = useSession().userId === ANONYMOUS_USER_ID;
  useFocusKept(list, people);
  function show(shown: readonly ListedPerson[]) {
    if (shown.length === people.length) heading.current?.focus();
    const urls = shown.map(({ profile }) => profile.profileUrl);
    void remove(HIDDEN_LIST_ID, urls);
    const [first] = shown;
    const who =
      shown.length === 1 && first ? `${first.profile.fullName} is` : `${countOfPeople(shown.length)} are`;
    toast({
      message: `${who} shown again.`,
      action: { label: 'Undo', onSelect: () => void putBack(HIDDEN_LIST_ID, shown) },
    });
  }
  return (
    <div className="max-w-prose">
      <p className="mt-2 text-ink-muted">
        Not shown in any answer, and left out of new searches.{' '}
        {isAnonymous ? 'Known in this browser only.' : 'Kept in your account.'}
      </p>
      {isHiddenDamaged && (
        <div className="mt-4">
          <Alert tone="error">
            This list is damaged: some of the people you hid may be missing here and show in answers again,
            and nobody more can be hidden. {people.length > 0 && 'Those below stay hidden. '}Ask whoever runs
            this site to repair it.
          </Alert>
        </div>
      )}
      {people.length === 0 ? (
        !isHiddenDamaged && (
          <p className="mt-6 rounded-large border border-line border-dashed px-4 py-5">
            Nobody is hidden. ‘Not this person’ on a card hides somebody.
          </p>
        )
      ) : (
        <>
          <ul
            ref={list}
            aria-label="Hidden people"
            className="mt-4 divide-y divide-line border-line border-y"
          >
            {people.map((person) => {
              const { fullName, profileUrl } = person.profile;
              const headline = headlineOf(person.profile);
              return (
                <li
                  key={profileUrl}
                  data-person={profileUrl}
                  tabIndex={-1}
                  data-print="whole"
                  className="flex items-center gap-3 rounded-small py-2.5"
                >
                  <div className="min-w-0 flex-1">
                    <p className="font-medium text-reading">
                      <bdi>{fullName}</bdi>
                    </p>
                    {headline !== '' && (
                      <p dir="auto" className="truncate text-left text-ink-muted print:whitespace-normal">
                        {headline}
                      </p>
                    )}
                    <PrintedAddress profile={person.profile} />
                    <p className="text-caption text-ink-subtle">Hidden on {dayOf(person.addedAt)}</p>
                  </div>
                  <Button
                    size="small"
                    data-print="hide"
                    aria-label={`Show again: ${fullName}`}
                    onClick={() => show([person])}
                  >
                    Show again
                  </Button>
                </li>
              );
            })}
          </ul>
          {people.length > 1 && (
            <Button
              variant="quiet"
              size="small"
              data-print="hide"
              className="mt-3 -ms-2"
              onClick={() => show(people)}
            >
              Show all {people.length} again
            </Button>
          )}
        </>
      )}
    </div>
  );
}
