import * as v from 'valibot';
import { newId } from '#shared/ids.ts';
import { canonicalProfileUrl } from '#shared/linkedin-url.ts';
import { ListedPerson, ListName } from '#shared/lists.ts';
import { asSaved, type ListChange, ListError } from './changes.ts';
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
  peopleAdded: number;
  /** Lists and people that could not be read and were left out. */
  unreadable: number;
  /** Lists and people for which there was no room in this browser or in a list. */
  listsWithoutRoom: number;
  peopleWithoutRoom: number;
}

/**
 * Adds the lists of an exported file; a list that exists under the same name gets the people it lacks. A file's claims about verification
 * cannot be checked, so imported people count as unverified. Never rejects: a text that is not an export contains no lists.
 */
export async function importLocalLists(
  text: string,
  store: LocalLists = localLists(),
): Promise<ListImportReport> {
  const file = v.safeParse(ImportFile, text);
  const report: ListImportReport = {
    listsAdded: 0,
    peopleAdded: 0,
    unreadable: 0,
    listsWithoutRoom: 0,
    peopleWithoutRoom: 0,
  };
  for (const raw of file.success ? file.output.lists : []) {
    const list = v.safeParse(ImportedList, raw);
    if (list.success) await importList(list.output, { store, report });
    else report.unreadable += 1;
  }
  store.tell({ type: 'changed' });
  return report;
}

interface ImportOptions {
  store: LocalLists;
  report: ListImportReport;
}

async function importList(
  { name, people }: v.InferOutput<typeof ImportedList>,
  { store, report }: ImportOptions,
) {
  const readable = people.flatMap((raw) => readPerson(raw));
  report.unreadable += people.length - readable.length;
  const known = (await store.lists()).lists.find((list) => list.name === name);
  const existing = known === undefined ? [] : await store.people(known.id);
  const existingUrls = new Set(existing.map(({ profile }) => profile.profileUrl));
  const missing = readable.filter(({ profile }) => !existingUrls.has(profile.profileUrl));
  const listId = known?.id ?? newId('list');
  const at = new Date().toISOString();
  const isMade = known === undefined && tryChange({ type: 'make', listId, name, at }, store);
  const hasList = known !== undefined || isMade;
  const isFilled =
    missing.length === 0 ||
    (hasList && tryChange({ type: 'save', listId, people: missing.map(asSaved), at }, store));
  report[isFilled ? 'peopleAdded' : 'peopleWithoutRoom'] += missing.length;
  if (known !== undefined) return;
  report[isMade && isFilled ? 'listsAdded' : 'listsWithoutRoom'] += 1;
  if (isMade && !isFilled) store.removeList(listId);
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
  const person = v.safeParse(ListedPerson, raw);
  if (!person.success) return [];
  const { profile } = person.output;
  if (canonicalProfileUrl(profile.profileUrl) !== profile.profileUrl) return [];
  return [{ ...person.output, profile: { ...profile, isVerified: false } }];
}
