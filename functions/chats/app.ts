import type { Context } from 'hono';
import { Hono } from 'hono/tiny';
import type { Authenticate } from '#functions/http/authenticate.ts';
import { neverCached, type OwnerEnv, ownerOf, requireOwner } from '#functions/http/owner.ts';
import {
  allowOnly,
  chatDamaged,
  chatFull,
  HttpProblem,
  handleError,
  handleNotFound,
} from '#functions/http/problem.ts';
import { logFailure } from '#functions/log.ts';
import { StoreError } from '#functions/store/errors.ts';
import type { Store } from '#functions/store/store.ts';
import { SuppressionList } from '#functions/store/suppressed.ts';
import type { Chat } from '#shared/chat.ts';
import * as contract from '#shared/chat-contract.ts';
import type { User } from '#shared/contract.ts';
import { storeError } from '#shared/errors.ts';
import type { HistoryAnswer } from '#shared/history.ts';
import { ChatId, MessageId } from '#shared/ids.ts';
import { LIMITS } from '#shared/limits.ts';
import type { Message } from '#shared/message.ts';
import { UpdateUserRequest } from '#shared/user-contract.ts';
import { addListRoutes } from './lists.ts';
import { cursorOf, orNotFound, readCounted, readId, signalOf } from './owned.ts';
import { addSharedRoute, addShareRoutes } from './shares.ts';

/** The chats function's dependencies. */
interface ChatsAppDeps {
  store: Store;
  authenticate: Authenticate;
}

/**
 * The chats function (docs/behaviour.md#http-contract): chats, messages, lists, shares and the user record for people who are signed in,
 * and shared snapshots for everybody. The same app runs in Lambda and in the local stack.
 */
export function createChatsApp(deps: ChatsAppDeps): Hono<OwnerEnv> {
  const app = new Hono<OwnerEnv>();
  app.onError(handleError);
  app.notFound(handleNotFound);
  const { authenticate, store } = deps;
  const owner = requireOwner({ authenticate, users: store.users });
  for (const path of ['/api/chats/*', '/api/lists/*', '/api/shares/*', '/api/history', '/api/me'])
    app.use(path, neverCached, owner);
  addChatRoutes(app, store);
  addMessageRoutes(app, store);
  addHistoryRoute(app, store);
  const suppression = new SuppressionList({ ...store, clock: Date.now, log: logFailure });
  /** Nobody who sees a list or a share is told of suppressions. */
  const whoIsSuppressed = (failure: string) => () =>
    suppression.read().catch((error: unknown) => {
      throw error instanceof StoreError ? new StoreError(failure, { cause: error }) : error;
    });
  addListRoutes(app, { ...store, whoIsSuppressed: whoIsSuppressed(storeError('fetch', 'people')) });
  addShareRoutes(app, store);
  addSharedRoute(app, { ...store, whoIsSuppressed: whoIsSuppressed(storeError('fetch', 'share')) });
  addUserRoutes(app, store);
  return app;
}

function addChatRoutes(app: Hono<OwnerEnv>, { chats, usage }: Store): void {
  app.get('/api/chats', async (context) => {
    const list = { archived: wantsArchived(context), ...cursorOf(context) };
    const page = await chats.list({ ...ownerOf(context), ...list, ...signalOf(context) });
    return context.json<contract.ChatsAnswer>(page);
  });
  app.post('/api/chats', async (context) => {
    const { id, ...rest } = await readCounted(context, contract.CreateChatRequest, ['create', 'chat'], {
      usage,
    });
    const result = await chats.create({ ...ownerOf(context), chatId: id, ...rest });
    if (result.status === 'deleted') throw new HttpProblem('conflict');
    return context.json<Chat>(result.chat, result.status === 'created' ? 201 : 200);
  });
  app.all('/api/chats', allowOnly('GET, POST'));

  app.get('/api/chats/:chatId', async (context) => {
    const chat = await chats.read({ ...chatOf(context), ...signalOf(context) });
    return context.json<Chat>(orNotFound(chat));
  });
  app.patch('/api/chats/:chatId', async (context) => {
    const address = chatOf(context);
    const changes = await readCounted(context, contract.UpdateChatRequest, ['update', 'chat'], { usage });
    const updated = await chats.update({ ...address, ...changes });
    if (updated === 'damaged') throw chatDamaged();
    return context.json<Chat>(orNotFound(updated));
  });
  app.delete('/api/chats/:chatId', async (context) => {
    const deleted = orNotFound(await chats.delete(chatOf(context)));
    return context.json<contract.DeletedAnswer>({ deleted });
  });
  app.all('/api/chats/:chatId', allowOnly('GET, PATCH, DELETE'));
}

function addHistoryRoute(app: Hono<OwnerEnv>, { history }: Store): void {
  app.get('/api/history', async (context) => {
    const page = await history.list({ ...ownerOf(context), ...cursorOf(context), ...signalOf(context) });
    return context.json<HistoryAnswer>(page);
  });
  app.all('/api/history', allowOnly('GET'));
}

function addMessageRoutes(app: Hono<OwnerEnv>, { messages, usage }: Store): void {
  app.get('/api/chats/:chatId/messages', async (context) => {
    const page = await messages.list({ ...chatOf(context), ...cursorOf(context), ...signalOf(context) });
    if (page?.messages.some(({ lost }) => lost !== undefined))
      logFailure('a message could not be read in full');
    return context.json<contract.MessagesAnswer>(orNotFound(page));
  });
  app.post('/api/chats/:chatId/messages', async (context) => {
    const address = chatOf(context);
    const { id, ...message } = await readCounted(context, contract.AddMessageRequest, ['create', 'message'], {
      usage,
      maxBytes: LIMITS.messageBytes,
    });
    const result = await messages.add({ ...address, messageId: id, ...message });
    if (result.status === 'no-chat') throw new HttpProblem('not-found');
    if (result.status === 'full') throw chatFull();
    if (result.status === 'damaged') throw chatDamaged();
    if (result.status === 'conflict') throw new HttpProblem('conflict');
    return context.json<Message>(result.message, result.status === 'added' ? 201 : 200);
  });
  app.all('/api/chats/:chatId/messages', allowOnly('GET, POST'));

  app.patch('/api/chats/:chatId/messages/:messageId', async (context) => {
    const address = messageOf(context);
    const { content, metadata } = await readCounted(
      context,
      contract.UpdateMessageRequest,
      ['update', 'message'],
      { usage },
    );
    const changes = { ...(content !== undefined && { content }), ...metadata };
    const updated = await messages.update({ ...address, ...changes });
    if (updated === 'full') throw chatFull();
    return context.json<Message>(orNotFound(updated));
  });
  app.delete('/api/chats/:chatId/messages/:messageId', async (context) => {
    const deleted = orNotFound(await messages.delete(messageOf(context)));
    return context.json<contract.DeletedAnswer>({ deleted });
  });
  app.all('/api/chats/:chatId/messages/:messageId', allowOnly('PATCH, DELETE'));
}

function addUserRoutes(app: Hono<OwnerEnv>, { users, usage }: Store): void {
  // Creates the record again if it has gone since this process first saw the person.
  app.get('/api/me', async (context) =>
    context.json<User>(await users.ensure({ identity: context.var.identity })),
  );
  app.patch('/api/me', async (context) => {
    const changes = await readCounted(context, UpdateUserRequest, ['update', 'user'], { usage });
    return context.json<User>(orNotFound(await users.update({ ...ownerOf(context), ...changes })));
  });
  app.all('/api/me', allowOnly('GET, PATCH'));
}

/** The owner's chat named in the path. An invalid id is answered like an unknown one. */
const chatOf = (context: Context<OwnerEnv>) => ({
  ...ownerOf(context),
  chatId: readId(ChatId, context.req.param('chatId')),
});

/** The owner's message named in the path. */
const messageOf = (context: Context<OwnerEnv>) => ({
  ...chatOf(context),
  messageId: readId(MessageId, context.req.param('messageId')),
});

/** Which of the two lists of chats to read. @throws HttpProblem 400 for anything but true or false */
function wantsArchived(context: Context): boolean {
  const archived = context.req.query('archived') ?? 'false';
  if (archived === 'true' || archived === 'false') return archived === 'true';
  throw new HttpProblem('bad-request', { message: 'The parameter "archived" must be true or false.' });
}
