import type { Share, Shared } from '#shared/shares.ts';
import { SharedPeople } from '#web/app/shared-screen.tsx';
import { peopleOf } from '#web/features/people/index.ts';
import { ShareSteps } from '#web/features/shares/share-dialog.tsx';
import { SharedLinks } from '#web/features/shares/shared-links.tsx';
import type { Api } from '#web/lib/api.ts';
import { CRITERIA, directory, JUDGED } from './people.ts';

/* Shares, rendered without a service. */

const DAY = 86_400_000;
const at = (days: number) => new Date(Date.now() + days * DAY).toISOString();
const TITLE = 'Food and beverage lawyers who graduated from Georgetown Law';
const PEOPLE = peopleOf({ ...directory(JUDGED, true), criteria: [...CRITERIA] }, false);

const SHARED: Shared = {
  kind: 'answer',
  title: TITLE,
  criteria: [...CRITERIA],
  profileProvider: 'Enrich Layer',
  people: PEOPLE.map(({ profile }, index) => ({
    profile,
    ...(index === 1 && { note: 'Spoke with her in October; open to advising from spring on.' }),
  })),
  createdAt: at(0),
  expiresAt: at(7),
};

const share = (id: string, title: string, sketch: Partial<Share>): Share => ({
  ...{ id: `share_${id}`, token: id.padEnd(22, 'A'), kind: 'answer', title, size: 7 },
  ...{ createdAt: at(-1), expiresAt: at(6) },
  ...sketch,
});
const OWN: readonly Share[] = [
  share('lawyers', TITLE, {}),
  share('chemists', 'Battery chemists in Lyon', {
    kind: 'list',
    size: 1,
    createdAt: at(-20),
    expiresAt: at(70),
  }),
  share('riyadh', 'مهندسون في الرياض', { size: 20 }),
];

/** An API with the given shares; it creates none. */
const apiWith = (shares: readonly Share[]): Api => ({
  send: () => Promise.resolve(new Response()),
  json: async (schema) => {
    const { parse } = await import('valibot');
    return parse(schema, { shares });
  },
});

/** By state name. */
export const SHARES = {
  shared: () => <SharedPeople shared={SHARED} />,
  share: () => (
    <ShareSteps kind="answer" title={TITLE} people={PEOPLE} api={apiWith([])} onClose={() => undefined} />
  ),
  'shared-links': () => <LinksAlone shares={OWN} />,
  'shared-links-none': () => <LinksAlone shares={[]} />,
} as const;

const LinksAlone = ({ shares }: { shares: readonly Share[] }) => (
  <main className="mx-auto w-full max-w-prose px-[min(1rem,5vw)] py-8">
    <SharedLinks api={apiWith(shares)} />
  </main>
);
