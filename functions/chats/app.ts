import type { Context, Handler, MiddlewareHandler } from 'hono';
import { Hono } from 'hono/tiny';
import { readJsonBody } from '#functions/http/json-body.ts';
import { HttpProblem, handleError, handleNotFound } from '#functions/http/problem.ts';
import type { Store } from '#functions/store/store.ts';
import type { Chat } from '#shared/chat.ts';
import {
  AddMessageRequest,
  type ChatsAnswer,
  CreateChatRequest,
  type DeletedAnswer,
  type MessagesAnswer,
  UpdateChatRequest,
  UpdateMessageRequest,
  UpdateUserRequest,
} from '#shared/chat-contract.ts';
import type { User } from '#shared/contract.ts';
import type { Message } from '#shared/message.ts';
import { type ChatsSettings, chatOf, messageOf, type OwnerEnv, ownerOf, requireOwner } from './owner.ts';

/**
 * The chats function: chats, messages and the user record of whoever is signed in (docs/behaviour.md#http-contract). The same app answers
 * in Lambda and in the local stack.
 */
export function createChatsApp(settings: ChatsSettings): Hono<OwnerEnv> {
  const app = new Hono<OwnerEnv>();
  app.onError(handleError);
  app.notFound(handleNotFound);
  const owner = requireOwner(settings);
  app.use('/api/chats/*', neverCached, owner);
  app.use('/api/me', neverCached, owner);
  addChatRoutes(app, settings.store);
  addMessageRoutes(app, settings.store);
  addUserRoutes(app, settings.store);
  return app;
}

function addChatRoutes(app: Hono<OwnerEnv>, { chats }: Store): void {
  app.get('/api/chats', async (context) => {
    const page = await chats.list({ ...ownerOf(context), ...cursorOf(context), ...whileWaiting(context) });
    return context.json<ChatsAnswer>(page);
  });
  app.post('/api/chats', async (context) => {
    const { id, ...rest } = await readJsonBody(context.req.raw, CreateChatRequest);
    const result = await chats.create({ ...ownerOf(context), chatId: id, ...rest });
    if (result.status === 'deleted') throw new HttpProblem('conflict');
    return context.json<Chat>(result.chat, result.status === 'created' ? 201 : 200);
  });
  app.all('/api/chats', allowOnly('GET, POST'));

  app.get('/api/chats/:chatId', async (context) => {
    const chat = await chats.read({ ...chatOf(context), ...whileWaiting(context) });
    return context.json<Chat>(orNotFound(chat));
  });
  app.patch('/api/chats/:chatId', async (context) => {
    const address = chatOf(context);
    const changes = await readJsonBody(context.req.raw, UpdateChatRequest);
    return context.json<Chat>(orNotFound(await chats.update({ ...address, ...changes })));
  });
  app.delete('/api/chats/:chatId', async (context) => {
    const deleted = orNotFound(await chats.delete(chatOf(context)));
    return context.json<DeletedAnswer>({ deleted });
  });
  app.all('/api/chats/:chatId', allowOnly('GET, PATCH, DELETE'));
}

function addMessageRoutes(app: Hono<OwnerEnv>, { messages }: Store): void {
  app.get('/api/chats/:chatId/messages', async (context) => {
    const page = await messages.list({ ...chatOf(context), ...cursorOf(context), ...whileWaiting(context) });
    return context.json<MessagesAnswer>(orNotFound(page));
  });
  app.post('/api/chats/:chatId/messages', async (context) => {
    const address = chatOf(context);
    const { id, ...message } = await readJsonBody(context.req.raw, AddMessageRequest);
    const result = await messages.add({ ...address, messageId: id, ...message });
    if (result.status === 'no-chat') throw new HttpProblem('not-found');
    if (result.status === 'conflict') throw new HttpProblem('conflict');
    return context.json<Message>(result.message, result.status === 'added' ? 201 : 200);
  });
  app.all('/api/chats/:chatId/messages', allowOnly('GET, POST'));

  app.patch('/api/chats/:chatId/messages/:messageId', async (context) => {
    const address = messageOf(context);
    const { content, metadata } = await readJsonBody(context.req.raw, UpdateMessageRequest);
    const changes = { ...(content !== undefined && { content }), ...metadata };
    return context.json<Message>(orNotFound(await messages.update({ ...address, ...changes })));
  });
  app.delete('/api/chats/:chatId/messages/:messageId', async (context) => {
    const deleted = orNotFound(await messages.delete(messageOf(context)));
    return context.json<DeletedAnswer>({ deleted });
  });
  app.all('/api/chats/:chatId/messages/:messageId', allowOnly('PATCH, DELETE'));
}

function addUserRoutes(app: Hono<OwnerEnv>, { users }: Store): void {
  // Makes the record again should it have gone since this process first saw the person.
  app.get('/api/me', async (context) =>
    context.json<User>(await users.ensure({ identity: context.var.identity })),
  );
  app.patch('/api/me', async (context) => {
    const changes = await readJsonBody(context.req.raw, UpdateUserRequest);
    return context.json<User>(orNotFound(await users.update({ ...ownerOf(context), ...changes })));
  });
  app.all('/api/me', allowOnly('GET, PATCH'));
}

/** What is somebody's own is cached by nothing on the way. */
const neverCached: MiddlewareHandler = async (context, next) => {
  await next();
  context.header('cache-control', 'no-store');
};

/** Refuses every method that no route before took. `methods` as in the Allow header. */
const allowOnly =
  (methods: string): Handler =>
  () => {
    throw new HttpProblem('method-not-allowed', { headers: { allow: methods } });
  };

/** Where the page starts; the store says whether the cursor is one of its list. */
function cursorOf(context: Context): { cursor?: string } {
  const cursor = context.req.query('cursor');
  return cursor === undefined ? {} : { cursor };
}

/** For reading alone: a write that has begun is finished, though nobody waits for the answer. */
const whileWaiting = (context: Context) => ({ signal: context.req.raw.signal });

/** What was found. @throws HttpProblem 404 for what is missing, and the same for what is someone else's. */
function orNotFound<Found>(found: Found | undefined | false): Found {
  if (found === undefined || found === false) throw new HttpProblem('not-found');
  return found;
}
