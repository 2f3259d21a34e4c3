import * as v from 'valibot';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { createChatsApp } from '#functions/chats/app.ts';
import { StoreError } from '#functions/store/errors.ts';
import {
  HIDDEN_LIST_ID,
  LIST_LIMITS,
  ListsAnswer,
  memberKeyOf,
  PeopleAnswer,
  slugInPath,
} from '#shared/lists.ts';
import { personOf, profileOf } from '#tests/functions/store/samples.ts';
import { urlOf } from '#tests/support/fake-providers.ts';
import { callAs, newPerson, setUpChats } from './setup.ts';

const service = setUpChats();
let me: string;
const call = callAs(service, () => me);

beforeEach(async () => {
  me = newPerson();
  await call('/lists/list_1', 'PUT', { name: 'Engineers' });
});

const put = (slug: string, sketch: Parameters<typeof personOf>[1] = {}, listId = 'list_1') =>
  call(`/lists/${listId}/people/${slug}`, 'PUT', personOf(slug, sketch));

describe('lists', () => {
  it('are created, filled, changed and deleted over HTTP, in the shapes of the contract', async () => {
    expect(await call('/lists/list_2', 'PUT', { name: ' Lawyers ' })).toMatchObject({
      status: 201,
      body: { id: 'list_2', name: 'Lawyers', size: 0 },
    });
    expect((await call('/lists/list_2', 'PUT', { name: 'Others' })).body).toMatchObject({ name: 'Lawyers' });
    expect([(await put('ada')).status, (await put('ada')).status]).toEqual([201, 200]);
    const changed = await call('/lists/list_1/people/ada', 'PATCH', { status: 'contacted', rating: 'good' });
    expect(changed).toMatchObject({ status: 200, body: { status: 'contacted', rating: 'good', note: '' } });
    const unseen = { note: 'Mine', known: { note: 'Never written' } };
    const kept = await call('/lists/list_1/people/ada', 'PATCH', unseen);
    expect(kept).toMatchObject({ status: 200, body: { note: '', status: 'contacted' } });
    expect((await call('/lists/list_1/people/ada', 'PATCH', { known: { note: '' } })).status).toBe(400);
    const { lists, hidden } = v.parse(ListsAnswer, (await call('/lists')).body);
    expect(lists.map(({ id, size }) => [id, size])).toEqual([
      ['list_1', 1],
      ['list_2', 0],
    ]);
    expect([lists[0]?.members, hidden.size]).toEqual([[await memberKeyOf(urlOf('ada'))], 0]);
    const { people } = v.parse(PeopleAnswer, (await call('/lists/list_1/people')).body);
    expect(people.map(({ profile }) => profile)).toEqual([profileOf('ada')]);
    // As it was, so that it can be restored.
    const removed = await call('/lists/list_1/people/ada', 'DELETE');
    expect(removed.body).toEqual({ deleted: true, person: people[0] });
    expect((await call('/lists/list_1/people/ada', 'DELETE')).status).toBe(404);
    expect((await call('/lists/list_1', 'DELETE')).body).toEqual({ deleted: true });
    expect((await call('/lists/list_1/people')).status).toBe(404);
    expect(await call('/lists/list_1', 'PUT', { name: 'Again' })).toMatchObject({
      status: 409,
      body: { error: { message: 'This list was deleted in your account.' } },
    });
    expect((await put('ada')).status).toBe(404);
  });

  it('take several people at once, in the order they were sent', async () => {
    await put('bea');
    const slugs = Array.from({ length: LIST_LIMITS.peoplePerRequest }, (_, index) => `p${index}`);
    const summary = 'x'.repeat(3_500);
    const people = ['bea', ...slugs.slice(1)].map((slug) =>
      personOf(slug, { profile: profileOf(slug, { summary }) }),
    );
    const saved = await call('/lists/list_1/people', 'POST', { people });
    expect(saved.status).toBe(200);
    const answered = v.parse(PeopleAnswer, saved.body).people.map(({ profile }) => profile.id);
    expect(answered).toEqual(['bea', ...slugs.slice(1)]);
    expect(saved.body).toMatchObject({ added: slugs.slice(1).map(urlOf) });
    const more = { people: [...people, personOf('more')] };
    expect(await call('/lists/list_1/people', 'POST', more)).toMatchObject({
      status: 400,
      body: { error: { message: 'The field "people" must have at most 25 entries.' } },
    });
    const twice = { people: [personOf('ada'), personOf('ada')] };
    expect(await call('/lists/list_1/people', 'POST', twice)).toMatchObject({
      status: 400,
      body: { error: { message: 'The field "people" must name nobody twice.' } },
    });
  });

  it('include the hidden people, whose list always exists and cannot be changed', async () => {
    expect((await put('ada', {}, HIDDEN_LIST_ID)).status).toBe(201);
    const { lists, hidden } = v.parse(ListsAnswer, (await call('/lists')).body);
    expect([lists.length, hidden.size, hidden.members.length]).toEqual([1, 1, 1]);
    for (const [method, body] of [
      ['PUT', { name: 'Mine' }],
      ['PATCH', { name: 'Mine' }],
      ['DELETE', undefined],
    ] as const)
      expect(await call(`/lists/${HIDDEN_LIST_ID}`, method, body)).toMatchObject({
        status: 409,
        body: {
          error: {
            message: 'The list of hidden people is always there: it cannot be made, renamed or deleted.',
          },
        },
      });
  });

  it('report the room left, and change nothing, when not everyone fits', async () => {
    const { lists } = service.store();
    const members = Array.from({ length: LIST_LIMITS.people - 1 }, (_, index) => personOf(`p${index}`));
    for (let start = 0; start < members.length; start += 25)
      await lists.save({ userId: me, listId: 'list_1', people: members.slice(start, start + 25) });
    const two = { people: [personOf('ada'), personOf('bea')] };
    expect(await call('/lists/list_1/people', 'POST', two)).toMatchObject({
      status: 413,
      body: {
        error: {
          code: 'list-full',
          message: 'This list has room for 1 more person only. Take somebody out, or save to another list.',
        },
      },
    });
    expect((await put('ada')).status).toBe(201);
    expect((await put('bea')).body).toMatchObject({
      error: { message: 'This list is full. Take somebody out, or save to another list.' },
    });
    expect((await put('ada')).status).toBe(200);
  });

  it('say what to do when one cannot be read', async () => {
    const save = vi.spyOn(service.store().lists, 'save').mockResolvedValueOnce({ status: 'damaged' });
    expect(await put('ada')).toMatchObject({
      status: 409,
      body: {
        error: { message: 'This list cannot be read. Make a new one, and tell whoever runs this site.' },
      },
    });
    save.mockRestore();
  });

  it('say how to make room when nobody more can be hidden', async () => {
    const hidden = { userId: me, listId: HIDDEN_LIST_ID };
    const people = Array.from({ length: LIST_LIMITS.people }, (_, index) => personOf(`p${index}`));
    for (let start = 0; start < people.length; start += 25)
      await service.store().lists.save({ ...hidden, people: people.slice(start, start + 25) });
    expect(await put('ada', {}, HIDDEN_LIST_ID)).toMatchObject({
      status: 413,
      body: { error: { message: '1,000 people are hidden, the maximum. Show somebody again first.' } },
    });
  });
});

const CRITERION = { id: 'c1', subject: 'profession', text: 'engi\u200Bneer', need: 'required' } as const;

describe('a saved person', () => {
  const refusal = async (sketch: object) => {
    const answer = await call('/lists/list_1/people/ada', 'PUT', { ...personOf('ada'), ...sketch });
    return [answer.status, Object(answer.body).error?.message];
  };

  it('is the one in the URL, however that is written', async () => {
    const slug = encodeURIComponent('josé-ñ');
    expect((await put(slug)).status).toBe(201);
    for (const written of ['JOSÉ-Ñ', slugInPath('josé-ñ')])
      expect((await call(`/lists/list_1/people/${written}`, 'PATCH', { note: 'x' })).status).toBe(200);
    expect((await call('/lists/list_1/people/jos~C3', 'PATCH', { note: 'x' })).status).toBe(404);
    expect(await refusal({ profile: profileOf('bea') })).toEqual([
      400,
      'The field "profile.profileUrl" must be of the person whom the address names.',
    ]);
  });

  it.each([
    ['another address', { profile: profileOf('ada', { profileUrl: 'https://example.com/in/ada' }) }],
    [
      'an address not in its canonical form',
      { profile: profileOf('ada', { profileUrl: `${urlOf('ada')}/` }) },
    ],
    ['a field that cards do not have', { profile: { ...profileOf('ada'), script: 'x' } }],
    ['more than a card says', { profile: profileOf('ada', { tags: Array(2_000).fill('tag text') }) }],
    ['more criteria than an answer has', { criteria: Array(41).fill(CRITERION) }],
    ['a criterion of another kind', { criteria: [{ ...CRITERION, need: 'maybe' }] }],
    ['too long a note', { note: 'x'.repeat(LIST_LIMITS.note + 1) }],
    ['too long a status', { status: 'x'.repeat(LIST_LIMITS.status + 1) }],
    ['a rating of its own', { rating: 'great' }],
    ['half a character', { note: '\ud800' }],
    ['too many origins', { origins: Array(21).fill(personOf('ada').origins[0]) }],
  ])('is rejected with %s', async (_, sketch) => {
    const [status, message] = await refusal(sketch);
    expect([status, typeof message]).toEqual([400, 'string']);
  });

  it('has profile text cleaned like web text, while the owner’s text stays as written', async () => {
    const profile = profileOf('ada', { headline: 'Engi\u200Bneer\u0007at Acme', tags: ['a\u202Eb'] });
    const note = 'Called on Monday.\n\n- asked for a CV';
    const saved = await put('ada', { profile, note, criteria: [CRITERION] });
    expect(saved.body).toMatchObject({ profile: { headline: 'Engineer at Acme', tags: ['ab'] }, note });
    expect(saved.body).toMatchObject({ criteria: [{ text: 'engineer' }] });
  });

  it.each([
    ['within an emoji', '\u{1F468}\u200D\u{1F3EB}-ada'],
    ['at the end of a Persian word', '\u0634\u0647\u200C-\u0646\u0627'],
  ])('keeps an id with a joiner %s', async (_, slug) => {
    const profile = profileOf(slug, { profileUrl: urlOf(encodeURIComponent(slug)) });
    const saved = await put(slugInPath(slug), { profile });
    expect(saved.body).toMatchObject({ profile: { id: slug } });
  });

  it('counts towards the day’s stored data, which never blocks removals', async () => {
    await put('ada');
    await service.store().usage.count({ userId: me, bytes: 100_000_000 });
    expect(await put('bea')).toMatchObject({ status: 429, body: { error: { code: 'quota-exceeded' } } });
    expect((await call('/lists/list_1/people/ada', 'DELETE')).status).toBe(200);
    expect((await call('/lists/list_1', 'DELETE')).status).toBe(200);
  });
});

describe('a suppressed person', () => {
  /** The service as another instance, which reads the suppressions anew. */
  const peopleOn = async (suppressed = service.store().suppressed) => {
    const store = { ...service.store(), suppressed };
    const app = createChatsApp({ store, authenticate: async () => ({ userId: me, email: '' }) });
    return await app.request('/api/lists/list_1/people', { headers: { 'x-auth-token': 'any' } });
  };

  it('disappears from every list until the suppression is removed', async () => {
    for (const slug of ['ada', 'zoe']) await put(slug);
    const shown = async () =>
      v.parse(PeopleAnswer, await (await peopleOn()).json()).people.map(({ profile }) => profile.id);
    await service.store().suppressed.add({ profileUrl: urlOf('zoe') });
    expect(await shown()).toEqual(['ada']);
    await service.store().suppressed.remove({ profileUrl: urlOf('zoe') });
    expect(await shown()).toEqual(['zoe', 'ada']);
  });

  it('is never shown when suppressions cannot be read: the list is unavailable', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await put('ada');
    const load = () => Promise.reject(new StoreError('Failed to fetch who is suppressed'));
    const response = await peopleOn({ ...service.store().suppressed, load });
    expect(response.status).toBe(503);
    expect(await response.json()).toMatchObject({ error: { message: 'Failed to fetch people' } });
    log.mockRestore();
  });
});
