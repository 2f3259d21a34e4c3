import type { Handler } from 'hono';
import { readJsonBody } from '#functions/http/json-body.ts';
import { HttpProblem } from '#functions/http/problem.ts';
import type { Store } from '#functions/store/ports/store.ts';
import type { Chat } from '#shared/chat.ts';
import type { ChatsAnswer, DeletedAnswer } from '#shared/chat-api.ts';
import { CreateChatRequest, UpdateChatRequest } from '#shared/chat-api.ts';
import type { OwnerEnv } from '../owner.ts';
import { ownerOf, whileWaiting } from '../owner.ts';
import { orNotFound, readChatAddress, readCursor } from '../read-request.ts';

type Route = (store: Store) => Handler<OwnerEnv>;

export const list: Route = (store) => async (context) => {
  const page = await store.chats.list({
    ...ownerOf(context),
    ...readCursor(context),
    ...whileWaiting(context),
  });
  return context.json<ChatsAnswer>(page);
};

export const create: Route = (store) => async (context) => {
  const { id, ...rest } = await readJsonBody(context.req.raw, CreateChatRequest);
  const result = await store.chats.create({ ...ownerOf(context), chatId: id, ...rest });
  if (result.status === 'deleted') throw new HttpProblem('conflict');
  return context.json<Chat>(result.chat, result.status === 'created' ? 201 : 200);
};

export const read: Route = (store) => async (context) => {
  const address = { ...readChatAddress(context), ...whileWaiting(context) };
  return context.json<Chat>(orNotFound(await store.chats.read(address)));
};

export const update: Route = (store) => async (context) => {
  const address = readChatAddress(context);
  const changes = await readJsonBody(context.req.raw, UpdateChatRequest);
  return context.json<Chat>(orNotFound(await store.chats.update({ ...address, ...changes })));
};

export const remove: Route = (store) => async (context) => {
  const deleted = orNotFound(await store.chats.delete(readChatAddress(context)));
  return context.json<DeletedAnswer>({ deleted });
};
