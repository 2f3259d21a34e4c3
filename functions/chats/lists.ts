import type { Context, Hono } from 'hono';
import { type OwnerEnv, ownerOf } from '#functions/http/owner.ts';
import { allowOnly, HttpProblem } from '#functions/http/problem.ts';
import type { Store } from '#functions/store/store.ts';
import type { IsSuppressed } from '#functions/store/suppressed.ts';
import type { DeletedAnswer } from '#shared/chat-contract.ts';
import { ListId } from '#shared/ids.ts';
import { listFullText, TOO_MANY_LISTS } from '#shared/list-entry.ts';
import * as contract from '#shared/lists.ts';
import { cursorOf, orNotFound, readCounted, readId, signalOf } from './owned.ts';

interface ListRouteDeps extends Pick<Store, 'lists' | 'usage'> {
  /** @throws StoreError, or a TimeoutError, while the suppression list cannot be read */
  whoIsSuppressed: () => Promise<IsSuppressed>;
}

/** Routes for the owner's lists of people (docs/behaviour.md#lists). */
export function addListRoutes(app: Hono<OwnerEnv>, deps: ListRouteDeps): void {
  const { lists, usage } = deps;
  app.get('/api/lists', async (context) =>
    context.json<contract.ListsAnswer>(await lists.list({ ...ownerOf(context), ...signalOf(context) })),
  );
  app.all('/api/lists', allowOnly('GET'));

  app.put('/api/lists/:listId', async (context) => {
    const address = editableListOf(context);
    const body = await readCounted(context, contract.CreateListRequest, ['create', 'list'], { usage });
    const result = await lists.create({ ...address, ...body });
    if (result.status === 'deleted')
      throw new HttpProblem('conflict', { message: 'This list was deleted in your account.' });
    if (result.status === 'full') throw new HttpProblem('list-full', { message: TOO_MANY_LISTS });
    return context.json<contract.PersonList>(result.list, result.status === 'created' ? 201 : 200);
  });
  app.patch('/api/lists/:listId', async (context) => {
    const address = editableListOf(context);
    const body = await readCounted(context, contract.RenameListRequest, ['update', 'list'], { usage });
    return context.json<contract.PersonList>(orNotFound(await lists.rename({ ...address, ...body })));
  });
  app.delete('/api/lists/:listId', async (context) => {
    const deleted = orNotFound(await lists.delete(editableListOf(context)));
    return context.json<DeletedAnswer>({ deleted });
  });
  app.all('/api/lists/:listId', allowOnly('PUT, PATCH, DELETE'));
  addPeopleRoutes(app, deps);
}

function addPeopleRoutes(app: Hono<OwnerEnv>, { lists, usage, whoIsSuppressed }: ListRouteDeps): void {
  app.get('/api/lists/:listId/people', async (context) => {
    const address = { ...listOf(context), ...cursorOf(context), ...signalOf(context) };
    const [isSuppressed, found] = await Promise.all([whoIsSuppressed(), lists.listPeople(address)]);
    const page = orNotFound(found);
    // People who were saved and then suppressed are not shown; lifting the suppression shows them again.
    const people = page.people.filter(({ profile }) => !isSuppressed(profile.profileUrl));
    return context.json<contract.PeopleAnswer>({ ...page, people });
  });
  app.post('/api/lists/:listId/people', async (context) => {
    const address = listOf(context);
    const { people } = await readCounted(context, contract.SavePeopleRequest, ['update', 'list'], {
      usage,
      maxBytes: contract.LIST_LIMITS.bodyBytes,
    });
    const saved = await save(lists, { ...address, people });
    const added = saved.filter(({ isNew }) => isNew).map(({ person }) => person.profile.profileUrl);
    return context.json<contract.SavedPeopleAnswer>({ people: saved.map(({ person }) => person), added });
  });
  app.all('/api/lists/:listId/people', allowOnly('GET, POST'));

  app.put('/api/lists/:listId/people/:slug', async (context) => {
    const { profileUrl, ...address } = personOf(context);
    const body = await readCounted(context, contract.SavePersonRequest, ['update', 'list'], { usage });
    if (body.profile.profileUrl !== profileUrl)
      throw new HttpProblem('bad-request', {
        message: 'The field "profile.profileUrl" must be of the person whom the address names.',
      });
    const [saved] = await save(lists, { ...address, people: [body] });
    const { person, isNew } = orNotFound(saved);
    return context.json<contract.ListedPerson>(person, isNew ? 201 : 200);
  });
  app.patch('/api/lists/:listId/people/:slug', async (context) => {
    const address = personOf(context);
    const body = await readCounted(context, contract.UpdatePersonRequest, ['update', 'person'], { usage });
    return context.json<contract.ListedPerson>(orNotFound(await lists.update({ ...address, ...body })));
  });
  app.delete('/api/lists/:listId/people/:slug', async (context) => {
    const removed = orNotFound(await lists.remove(personOf(context)));
    return context.json<contract.RemovedPersonAnswer>({ deleted: true, ...removed });
  });
  app.all('/api/lists/:listId/people/:slug', allowOnly('PUT, PATCH, DELETE'));
}

type SaveOptions = Parameters<Store['lists']['save']>[0];

/**
 * @throws HttpProblem 404 if there is no such list, 409 if it is damaged, 413 if not all of the people fit; then nobody is saved. 409 also if
 * the entry of one of them is damaged.
 */
async function save(lists: Store['lists'], options: SaveOptions) {
  const result = await lists.save(options);
  if (result.status === 'no-list') throw new HttpProblem('not-found');
  if (result.status === 'saved') return result.people;
  if (result.status === 'damaged') throw listDamaged(options.listId);
  if (result.status === 'damaged-entry') throw new HttpProblem('conflict', { message: ENTRY_DAMAGED });
  throw new HttpProblem('list-full', { message: listFullText(options.listId, result.room) });
}

const listDamaged = (listId: string) =>
  new HttpProblem('conflict', {
    message:
      listId === contract.HIDDEN_LIST_ID
        ? 'Nobody more can be hidden: that list is damaged. ‘Hidden people’ in Lists says more.'
        : 'This list cannot be read. Make a new one, and tell whoever runs this site.',
  });

const ENTRY_DAMAGED =
  'Somebody being saved is in this list already, but their entry is damaged. Take them out of the list, then save again.';

/** The owner's list named in the path. */
const listOf = (context: Context<OwnerEnv>) => ({
  ...ownerOf(context),
  listId: readId(ListId, context.req.param('listId')),
});

/** Like {@link listOf}, but only for lists that their owner may create, rename and delete. */
function editableListOf(context: Context<OwnerEnv>) {
  const address = listOf(context);
  if (address.listId !== contract.HIDDEN_LIST_ID) return address;
  const message = 'The list of hidden people is always there: it cannot be made, renamed or deleted.';
  throw new HttpProblem('conflict', { message });
}

/** The person named in the path, with the list. */
const personOf = (context: Context<OwnerEnv>) => ({
  ...listOf(context),
  profileUrl: orNotFound(contract.profileUrlInPath(context.req.param('slug') ?? '')),
});
