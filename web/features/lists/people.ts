import { fold } from '#shared/fold.ts';
import { LIMITS } from '#shared/limits.ts';
import { type ListedPerson, STATUSES } from '#shared/lists.ts';
import type { Basis } from '#shared/search-request.ts';
import type { Filters, Person } from '#web/features/people/index.ts';

/* What is derived from the people of a list. */

/** The status of people who were just saved, until one is set. */
const [FIRST_STATUS] = STATUSES;

export const statusOf = ({ status }: Pick<ListedPerson, 'status'>): string => status || FIRST_STATUS;

/** As it is shown: 'Contacted'; custom statuses as they were typed. */
export const statusLabel = (status: string): string =>
  STATUSES.some((known) => known === status) ? status.charAt(0).toUpperCase() + status.slice(1) : status;

/** A status that was typed: in any case, the label of one that can be chosen by a click means that one. */
export const typedStatus = (text: string): string => {
  const typed = text.trim();
  return STATUSES.find((known) => known === typed.toLowerCase()) ?? typed;
};

/** The statuses that can be chosen by a click, then the list's custom ones in alphabetical order. */
export function statusesOf(people: readonly ListedPerson[]): readonly string[] {
  const own = new Set(people.map(statusOf).filter((status) => !STATUSES.some((known) => known === status)));
  return [...STATUSES, ...[...own].sort((a, b) => a.localeCompare(b))];
}

/** Whether the profile was scored in the answer that it was saved from. */
export const isScoredIn = ({ origins: [latest] }: Pick<ListedPerson, 'origins'>): boolean =>
  latest?.isUnscored !== true;

/** The people as rows of a table, in the given order. */
export const tableOf = (people: readonly ListedPerson[]): readonly Person[] =>
  people.map(({ addedAt: _, updatedAt: __, ...person }, index) => ({
    ...person,
    key: person.profile.profileUrl,
    rank: index + 1,
    isScored: isScoredIn(person),
    status: statusLabel(statusOf(person)),
  }));

/** The filters that a list shares with its table: by words in facts, notes and requests, and by a status as it is shown. */
export type PeopleFilter = Pick<Filters, 'words' | 'status'>;

/** Cached by entry, since entries do not change and every letter typed searches all of them. */
const textsByPerson = new WeakMap<ListedPerson, string>();

function textOf(person: ListedPerson): string {
  const known = textsByPerson.get(person);
  if (known !== undefined) return known;
  const { profile, note, status, origins } = person;
  const { fullName, headline, location, currentPosition, education, summary, tags } = profile;
  const { languages = [], certificates = [] } = profile;
  const told = [...tags, ...languages, ...certificates];
  const facts = [...Object.values(currentPosition), ...Object.values(education), ...told];
  const requests = origins.map(({ request }) => request);
  const text = fold([fullName, headline, location, summary, note, status, ...facts, ...requests].join('\n'));
  textsByPerson.set(person, text);
  return text;
}

export function filterPeople(
  people: readonly ListedPerson[],
  { status, words }: PeopleFilter,
): readonly ListedPerson[] {
  const wanted = fold(words).split(/\s+/).filter(Boolean);
  if (status === '' && wanted.length === 0) return people;
  return people.filter((person) => {
    if (status !== '' && statusLabel(statusOf(person)) !== status) return false;
    const text = wanted.length === 0 ? '' : textOf(person);
    return wanted.every((word) => text.includes(word));
  });
}

/** A person from a chat's answers, rated by the user; tells the next search for more people what is wanted. */
export type Example = NonNullable<Basis['examples']>[number];

/**
 * The people from a chat's answers who are rated good or bad in any list, most recently changed first. If lists disagree, the later rating
 * counts.
 */
export function examplesOf(chatId: string, people: readonly ListedPerson[]): readonly Example[] {
  const byUrl = new Map<string, ListedPerson>();
  for (const person of people) {
    if (person.rating === undefined || !person.origins.some((origin) => origin.chatId === chatId)) continue;
    const known = byUrl.get(person.profile.profileUrl);
    if (known === undefined || Date.parse(person.updatedAt) > Date.parse(known.updatedAt))
      byUrl.set(person.profile.profileUrl, person);
  }
  return [...byUrl.values()]
    .sort((a, b) => Date.parse(b.updatedAt) - Date.parse(a.updatedAt))
    .slice(0, LIMITS.examples)
    .flatMap(({ profile, rating }) => (rating === undefined ? [] : [{ url: profile.profileUrl, rating }]));
}
