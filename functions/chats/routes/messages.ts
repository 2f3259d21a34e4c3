import type { Handler } from 'hono';
import { readJsonBody } from '#functions/http/json-body.ts';
import { HttpProblem } from '#functions/http/problem.ts';
import type { Store } from '#functions/store/ports/store.ts';
import type { DeletedAnswer, MessagesAnswer } from '#shared/chat-api.ts';
import { AddMessageRequest, UpdateMessageRequest } from '#shared/chat-api.ts';
import type { Message } from '#shared/message.ts';
import type { OwnerEnv } from '../owner.ts';
import { whileWaiting } from '../owner.ts';
import { orNotFound, readChatAddress, readCursor, readMessageAddress } from '../read-request.ts';

type Route = (store: Store) => Handler<OwnerEnv>;

export const list: Route = (store) => async (context) => {
  const page = await store.messages.list({
    ...readChatAddress(context),
    ...readCursor(context),
    ...whileWaiting(context),
  });
  return context.json<MessagesAnswer>(orNotFound(page));
};

export const add: Route = (store) => async (context) => {
  const address = readChatAddress(context);
  const { id, ...message } = await readJsonBody(context.req.raw, AddMessageRequest);
  const result = await store.messages.add({ ...address, messageId: id, ...message });
  if (result.status === 'no-chat') throw new HttpProblem('not-found');
  if (result.status === 'conflict') throw new HttpProblem('conflict');
  return context.json<Message>(result.message, result.status === 'added' ? 201 : 200);
};

export const update: Route = (store) => async (context) => {
  const address = readMessageAddress(context);
  const { content, metadata } = await readJsonBody(context.req.raw, UpdateMessageRequest);
  const changes = { ...(content !== undefined && { content }), ...metadata };
  return context.json<Message>(orNotFound(await store.messages.update({ ...address, ...changes })));
};

export const remove: Route = (store) => async (context) => {
  const deleted = orNotFound(await store.messages.delete(readMessageAddress(context)));
  return context.json<DeletedAnswer>({ deleted });
};
