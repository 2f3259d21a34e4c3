import { profileSlug } from '#shared/linkedin-url.ts';
import {
  LIST_LIMITS,
  ListedPerson,
  PeopleAnswer,
  PersonList,
  RemovedPersonAnswer,
  SavedPeopleAnswer,
  type SavePeopleRequest,
  type SavePersonRequest,
  slugInPath,
  type UpdatePersonRequest,
} from '#shared/lists.ts';
import { type Api, ApiError, isMissing } from '#web/lib/api.ts';
import { deleteAt } from '#web/lib/refusals.ts';
import type { ListChange } from './changes.ts';
import type { EntryBefore } from './undo.ts';

/* Lists over the service's API (docs/behaviour.md#http-contract). */

/** More pages than any list has: large entries make pages short, but each has at least one. */
const MAX_PAGES = LIST_LIMITS.people + 1;

/** Bytes, leaving room for the JSON around the people. */
const MAX_REQUEST_BYTES = LIST_LIMITS.bodyBytes - 10_000;

/** Everybody in a list, by profile URL, read page by page. A list that is yet to be created is empty. @throws ApiError */
export async function readEntries(api: Api, listId: string): Promise<ReadonlyMap<string, ListedPerson>> {
  const people = new Map<string, ListedPerson>();
  let cursor: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const answer = await readPage(api, listId, cursor);
    for (const person of answer.people) people.set(person.profile.profileUrl, person);
    cursor = answer.cursor;
    if (cursor === undefined) break;
  }
  return people;
}

function readPage(api: Api, listId: string, cursor: string | undefined): Promise<PeopleAnswer> {
  const query = cursor === undefined ? '' : `?${new URLSearchParams({ cursor })}`;
  const path = `/lists/${encodeURIComponent(listId)}/people${query}`;
  return api
    .json(PeopleAnswer, { method: 'GET', path })
    .catch((error: unknown) => (isMissing(error) ? { people: [] } : Promise.reject(error)));
}

/**
 * Makes a change on the server. Idempotent.
 * @param onMade receives each person of an edit or removal as soon as it has been made for them, and their entry: after the edit, or as the
 * removal has found it
 * @param onSaved receives the people of a save as soon as they have been saved, and those of them whom the service names as new in the list
 * @returns the profile URLs of those whom a save has added, if the service names them @throws ApiError
 */
export async function sendChange(
  api: Api,
  change: ListChange,
  onMade: (url: string, entry: EntryBefore) => void = () => undefined,
  onSaved: (urls: readonly string[], added: readonly string[] | undefined) => void = () => undefined,
): Promise<readonly string[] | undefined> {
  const path = `/lists/${encodeURIComponent(change.listId)}`;
  switch (change.type) {
    case 'make':
      await api.json(PersonList, {
        method: 'PUT',
        path,
        body: { name: change.name, createdAt: change.at },
      });
      break;
    case 'rename':
      await api.json(PersonList, { method: 'PATCH', path, body: { name: change.name } });
      break;
    case 'delete':
      await deleteAt(api, path);
      break;
    case 'save':
      return await saveAll(api, path, change.people, onSaved);
    case 'edit':
      await editAll(api, path, change, onMade);
      break;
    case 'remove':
      for (const url of change.urls) {
        onMade(url, await removePerson(api, `${path}/people/${slugOf(url)}`));
      }
  }
  return undefined;
}

async function saveAll(
  api: Api,
  path: string,
  people: readonly SavePersonRequest[],
  onSaved: (urls: readonly string[], added: readonly string[] | undefined) => void,
) {
  let added: readonly string[] | undefined = [];
  for (const some of splitIntoRequests(people)) {
    const body: SavePeopleRequest = { people: some };
    const answer = await api.json(SavedPeopleAnswer, { method: 'POST', path: `${path}/people`, body });
    onSaved(urlsOf(some), answer.added);
    added = added && answer.added && [...added, ...answer.added];
  }
  return added;
}

/** Succeeds if they are already gone. @returns what was removed */
async function removePerson(api: Api, path: string): Promise<EntryBefore> {
  try {
    return (await api.json(RemovedPersonAnswer, { method: 'DELETE', path })).person ?? true;
  } catch (error) {
    if (!isMissing(error)) throw error;
    return false;
  }
}

/** Skips people who are gone; throws only if all of them are, and the edit has been made for nobody before. */
async function editAll(
  api: Api,
  path: string,
  { urls, change, known = {}, isPartlyMade = false }: Extract<ListChange, { type: 'edit' }>,
  onMade: (url: string, entry: ListedPerson) => void,
): Promise<void> {
  let isMade = isPartlyMade;
  let missing: unknown;
  for (const url of urls) {
    try {
      const body: UpdatePersonRequest = { ...change, ...(known[url] && { known: known[url] }) };
      const entry = await editPerson(api, `${path}/people/${slugOf(url)}`, body);
      isMade = true;
      onMade(url, entry);
    } catch (error) {
      if (!isMissing(error)) throw error;
      missing = error;
    }
  }
  if (missing !== undefined && !isMade) throw missing;
}

/** An older service refuses what it does not know: the text that the edit replaces. */
async function editPerson(api: Api, path: string, body: UpdatePersonRequest): Promise<ListedPerson> {
  const { known, ...edit } = body;
  const send = (sent: UpdatePersonRequest) => api.json(ListedPerson, { method: 'PATCH', path, body: sent });
  try {
    return await send(body);
  } catch (error) {
    if (known === undefined || !(error instanceof ApiError) || error.status !== 400) throw error;
    return await send(edit);
  }
}

/** Splits people into as few requests as the service's limits allow. */
function splitIntoRequests(people: readonly SavePersonRequest[]): SavePeopleRequest['people'][] {
  const requests: SavePeopleRequest['people'][] = [];
  let bytes = Number.POSITIVE_INFINITY;
  for (const person of people) {
    const personBytes = new TextEncoder().encode(JSON.stringify(person)).byteLength;
    const last = requests.at(-1);
    if (
      last === undefined ||
      last.length === LIST_LIMITS.peoplePerRequest ||
      bytes + personBytes > MAX_REQUEST_BYTES
    ) {
      requests.push([person]);
      bytes = personBytes;
    } else {
      last.push(person);
      bytes += personBytes;
    }
  }
  return requests;
}

const urlsOf = (people: readonly SavePersonRequest[]) => people.map(({ profile }) => profile.profileUrl);
const slugOf = (url: string): string => slugInPath(profileSlug(url) ?? '');
