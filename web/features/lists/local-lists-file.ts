import * as v from 'valibot';
import { newId } from '#shared/ids.ts';
import { isCanonical } from '#shared/linkedin-url.ts';
import { mergeEntry } from '#shared/list-entry.ts';
import { ListedPerson, ListName } from '#shared/lists.ts';
import { asSaved, type ListChange, ListError } from './changes.ts';
import type { KnownList } from './known-lists.ts';
import { type LocalLists, localLists } from './local-lists.ts';

/** A list in an exported file. */
interface ExportedList {
  name: string;
  people: readonly ListedPerson[];
}

/** The lists stored in this browser, without the hidden people. */
export async function exportLocalLists(store: LocalLists = localLists()): Promise<ExportedList[]> {
  const { lists } = await store.lists();
  return Promise.all(lists.map(async ({ id, name }) => ({ name, people: await store.people(id) })));
}

const ImportFile = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({ lists: v.optional(v.array(v.unknown()), []) }),
);
const ImportedList = v.object({ name: ListName, people: v.array(v.unknown()) });

export interface ListImportReport {
  listsAdded: number;
  /** Lists that were here already, with everybody in them. */
  listsUnchanged: number;
  peopleAdded: number;
  /** Lists and people that could not be read and were left out. */
  unreadable: number;
  /** Lists and people for which there was no room in this browser or in a list. */
  listsWithoutRoom: number;
  peopleWithoutRoom: number;
}

/**
 * Adds the lists of an exported file; a list that exists under the same name gets the people it lacks. Several lists of one name stay
 * separate, so that the same person's note in each is kept. A file's claims about verification cannot be checked, so imported people count
 * as unverified. Never rejects: a text that is not an export contains no lists.
 */
export async function importLocalLists(
  text: string,
  store: LocalLists = localLists(),
): Promise<ListImportReport> {
  const file = v.safeParse(ImportFile, text);
  const report: ListImportReport = {
    listsAdded: 0,
    listsUnchanged: 0,
    peopleAdded: 0,
    unreadable: 0,
    listsWithoutRoom: 0,
    peopleWithoutRoom: 0,
  };
  const unmatched = new Set((await store.lists()).lists);
  for (const raw of file.success ? file.output.lists : []) {
    const list = v.safeParse(ImportedList, raw, { abortEarly: true });
    if (list.success) importList(list.output, { store, report, unmatched });
    else report.unreadable += 1;
  }
  store.tell({ type: 'changed' });
  return report;
}

interface ImportOptions {
  store: LocalLists;
  report: ListImportReport;
  /** Lists from before the import that no imported list has completed yet. */
  unmatched: Set<KnownList>;
}

function importList(
  { name, people }: v.InferOutput<typeof ImportedList>,
  { store, report, unmatched }: ImportOptions,
): void {
  const readable = people.flatMap((raw) => readPerson(raw));
  report.unreadable += people.length - readable.length;
  const entries = entriesOf(readable);
  const known = takeMatch(name, [...entries.keys()], unmatched);
  const missing = [...entries].flatMap(([url, entry]) => (known?.members.has(url) ? [] : [entry]));
  const listId = known?.id ?? newId('list');
  const at = new Date().toISOString();
  const isMade = known === undefined && tryChange({ type: 'make', listId, name, at }, store);
  const hasList = known !== undefined || isMade;
  const isFilled =
    missing.length === 0 ||
    (hasList && tryChange({ type: 'save', listId, people: missing.map(asSaved), at }, store));
  report[isFilled ? 'peopleAdded' : 'peopleWithoutRoom'] += missing.length;
  if (known !== undefined) {
    if (missing.length === 0) report.listsUnchanged += 1;
    return;
  }
  report[isMade && isFilled ? 'listsAdded' : 'listsWithoutRoom'] += 1;
  if (isMade && !isFilled) store.removeList(listId);
}

/** One entry for each person, by profile URL: a file put together by hand may have several of one, each with a note or origins. */
function entriesOf(people: readonly ListedPerson[]): Map<string, ListedPerson> {
  const entries = new Map<string, ListedPerson>();
  for (const one of people) {
    const { profileUrl } = one.profile;
    const known = entries.get(profileUrl);
    entries.set(profileUrl, known ? mergeEntry(known, asSaved(one), known.updatedAt) : one);
  }
  return entries;
}

/** The list that shares most people with an imported one of the same name; of several, the smallest, which has fewest others. */
function takeMatch(name: string, urls: readonly string[], unmatched: Set<KnownList>): KnownList | undefined {
  const shared = ({ members }: KnownList) => urls.filter((url) => members.has(url)).length;
  const [match] = [...unmatched]
    .filter((list) => list.name === name)
    .sort((one, other) => shared(other) - shared(one) || one.size - other.size);
  if (match !== undefined) unmatched.delete(match);
  return match;
}

/** @returns whether there was room for the change */
function tryChange(change: ListChange, store: LocalLists): boolean {
  try {
    return store.changeIfRoom(change);
  } catch (error) {
    if (error instanceof ListError) return false;
    throw error;
  }
}

function readPerson(raw: unknown): ListedPerson[] {
  const person = v.safeParse(ListedPerson, raw, { abortEarly: true });
  if (!person.success) return [];
  const { profile } = person.output;
  if (!isCanonical(profile.profileUrl)) return [];
  return [{ ...person.output, profile: { ...profile, isVerified: false } }];
}
