import { isDeepStrictEqual } from 'node:util';
import { Chat } from '#shared/chat.ts';
import { ChatsAnswer } from '#shared/chat-contract.ts';
import { newId } from '#shared/ids.ts';
import {
  ListedPerson,
  ListsAnswer,
  memberKeyOf,
  PeopleAnswer,
  PersonList,
  slugInPath,
} from '#shared/lists.ts';
import { SHARED_PATH } from '#shared/product.ts';
import type { DisplayProfile } from '#shared/results.ts';
import { Share, Shared, SharesAnswer } from '#shared/shares.ts';
import type { Account } from './account.ts';
import { SUSPICIOUS_WORDS } from './edge.ts';
import type { Making } from './leftovers.ts';
import { CheckFailed } from './report.ts';
import { expectStatus } from './site.ts';

/* Checks of stored data: chats, people in lists, and links. Leftover lists and links are deleted with the account. */

/** With a letter that is encoded in a path, which CloudFront must sign as AWS expects. */
const SLUG = 'smoke-test-zoé-nobody';
const URL = `https://www.linkedin.com/in/${encodeURIComponent(SLUG)}`;

/** An invented person, with accents and with words that a firewall might block. */
const PERSON: DisplayProfile = {
  id: 'profile_1',
  fullName: 'Zoë Ångström',
  profileUrl: URL,
  headline: SUSPICIOUS_WORDS[0] ?? '',
  location: 'Umeå',
  summary: '',
  relevanceScore: 92,
  isVerified: false,
  tags: [],
  currentPosition: { title: '', company: '' },
  education: { school: '', degree: '' },
};

/** Creates a chat whose title looks like an attack and must come back unchanged. @returns its id */
export async function makeChat({ site, cleaner, leftovers }: Making, { token }: Account) {
  const id = newId('chat');
  const path = `/api/chats/${id}`;
  leftovers.add('chat', async () => {
    const { status } = await cleaner.ask(path, { method: 'DELETE', token });
    const { status: statusAfterwards } = await cleaner.ask(path, { token });
    if (![200, 404].includes(status) || statusAfterwards !== 404)
      throw new CheckFailed(
        `deleting it was answered with ${status}, reading it afterwards with ${statusAfterwards}`,
      );
  });
  const title = `Smoke test: ${SUSPICIOUS_WORDS.slice(0, 2).join(' ')}`;
  const chat = await site.json(Chat, '/api/chats', { method: 'POST', body: { id, title }, token });
  const { chats } = await site.json(ChatsAnswer, '/api/chats', { token });
  if (chat.title !== title || !chats.some((listed) => listed.id === id && listed.title === title))
    throw new CheckFailed('the chat was not returned as it was sent');
  return { detail: 'its title with SQL and HTML is returned as it was sent', value: id };
}

/** Saves a person to a list with a note, and deletes the list. @throws CheckFailed */
export async function checkList({ site }: Making, { token }: Account): Promise<string> {
  const id = newId('list');
  const path = `/api/lists/${id}`;
  await site.json(PersonList, path, { method: 'PUT', body: { name: 'Smoke test' }, token });
  const body = { profile: PERSON, origins: [] };
  const personPath = `${path}/people/${slugInPath(SLUG)}`;
  await site.json(ListedPerson, personPath, { method: 'PUT', body, token });
  const note = SUSPICIOUS_WORDS.join('\n');
  const change = { note, status: 'contacted', rating: 'good' };
  await site.json(ListedPerson, personPath, { method: 'PATCH', body: change, token });
  const { lists } = await site.json(ListsAnswer, '/api/lists', { token });
  const { people } = await site.json(PeopleAnswer, `${path}/people`, { token });
  const members = lists.find((list) => list.id === id)?.members;
  if (!isDeepStrictEqual(members, [await memberKeyOf(URL)]) || people[0]?.note !== note)
    throw new CheckFailed('the list does not contain the person as saved, with the note');
  const encodedPath = `${path}/people/${encodeURIComponent(SLUG)}`;
  const encoded = await site.ask(encodedPath, { method: 'DELETE', token });
  // The page does not send such paths, so it works even if CloudFront's signature does not.
  expectStatus(encoded, 200, 403);
  expectStatus(await site.ask(path, { method: 'DELETE', token }), 200);
  expectStatus(await site.ask(`${path}/people`, { token }), 404);
  const refused =
    encoded.status === 403 ? '; a path with % is refused with 403, but the page sends none' : '';
  return `a person is saved, marked and read back; the list is gone after it is deleted${refused}`;
}

/** Shares a link, reads it without an account, and revokes it. @throws CheckFailed */
export async function checkShare({ site }: Making, account: Account): Promise<string> {
  const { token, email, userId } = account;
  const id = newId('share');
  const content = { kind: 'answer', title: 'Smoke test', criteria: [], people: [{ profile: PERSON }] };
  const made = await site.json(Share, '/api/shares', { method: 'POST', body: { id, ...content }, token });
  const page = await site.ask(SHARED_PATH + made.token);
  expectStatus(page, 200);
  const path = `/api/shared/${made.token}`;
  const shared = await site.json(Shared, path);
  const answer = await site.ask(path);
  if (shared.people[0]?.profile.fullName !== PERSON.fullName)
    throw new CheckFailed('the link does not show the person who was shared');
  if ([email, userId, token].some((own) => answer.text.includes(own)))
    throw new CheckFailed('the link reveals the account that created it');
  for (const [name, value] of [
    ['x-robots-tag', 'noindex'],
    ['cache-control', 'no-store'],
  ] as const)
    if (answer.headers.get(name)?.includes(value) !== true)
      throw new CheckFailed(`${name} is ${answer.headers.get(name) ?? 'missing'}, not "${value}"`);
  expectStatus(await site.ask(`/api/shares/${id}`, { method: 'DELETE', token }), 200);
  const { shares } = await site.json(SharesAnswer, '/api/shares', { token });
  const after = await site.ask(path);
  if (after.status !== 404 || shares.length > 0)
    throw new CheckFailed(`a revoked link was answered with ${after.status}`);
  return 'readable without an account, but not for search engines or caches; 404 after it is revoked';
}
