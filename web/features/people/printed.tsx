import { type ReactNode, useEffect, useEffectEvent } from 'react';
import { createPortal } from 'react-dom';
import { labelOf, ProfileCard } from '#web/features/results/index.ts';
import { countOfPeople } from '#web/lib/format.ts';
import { afterPaint } from '#web/lib/schedule.ts';
import { classNames } from '#web/ui/index.ts';
import { describeStandIns, type Person, RATING_LABELS } from './person.ts';
import { criteriaOf } from './rows.ts';

/** Replaces the page on paper for as long as it is rendered; not visible on the screen. */
export function Sheet({
  title,
  isWide = false,
  children,
}: {
  title: string;
  isWide?: boolean;
  children: ReactNode;
}) {
  return createPortal(
    <div data-print="sheet" className={classNames('hidden text-ink', isWide && '[page:wide]')}>
      <h1 dir="auto" className="mb-1 font-semibold text-heading">
        {title}
      </h1>
      {children}
    </div>,
    document.body,
  );
}

interface PrintedPeopleProps {
  people: readonly Person[];
  title: string;
  /** Called once the browser has what it needs. */
  onPrinted: () => void;
}

/** People on paper: everybody's card with everything known about them. Asks the browser to print as soon as it is rendered. */
export function PrintedPeople({ people, title, onPrinted }: PrintedPeopleProps) {
  const printed = useEffectEvent(() => onPrinted());
  useEffect(() => {
    const done = () => printed();
    addEventListener('afterprint', done);
    afterPaint(() => print());
    return () => removeEventListener('afterprint', done);
  }, []);
  const criteria = criteriaOf(people);
  const { providers } = people.find((person) => person.providers !== undefined) ?? {};
  return (
    <Sheet title={title}>
      <p className="text-ink-muted">
        {countOfPeople(people.length)}
        {providers !== undefined && ` · ${describeStandIns(providers)}`}
        {criteria.length > 0 && ` · Criteria: ${criteria.map(labelOf).join(' · ')}`}
      </p>
      <div className="mt-4 flex flex-col gap-3">
        {people.map((person) => (
          <PrintedPerson key={person.key} person={person} />
        ))}
      </div>
    </Sheet>
  );
}

/** A person's card and, if they are from a list, what their entry records. */
export function PrintedPerson({ person }: { person: Person }) {
  const { key: _, status, note, rating, origins = [], providers: __, ...card } = person;
  const entry = [status, rating && RATING_LABELS[rating], note].filter(Boolean).join(' · ');
  const requests = origins.map(({ request }) => request).join(' | ');
  const lines = [entry, requests && `Found for: ${requests}`].filter((line) => line !== '');
  return (
    <section data-print="whole" className="@container">
      <ProfileCard {...card} />
      {lines.map((line) => (
        <p key={line} dir="auto" className="px-gutter pt-1 text-ink-muted">
          {line}
        </p>
      ))}
    </section>
  );
}
