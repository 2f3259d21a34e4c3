import type { Handler } from 'hono';
import { readJsonBody } from '#functions/http/json-body.ts';
import type { Store } from '#functions/store/ports/store.ts';
import { UpdateUserRequest } from '#shared/chat-api.ts';
import type { User } from '#shared/user.ts';
import type { OwnerEnv } from '../owner.ts';
import { ownerOf } from '../owner.ts';
import { orNotFound } from '../read-request.ts';

type Route = (store: Store) => Handler<OwnerEnv>;

/** Made again should it have gone since this process first saw the person. */
export const read: Route = (store) => async (context) => {
  return context.json<User>(await store.users.ensure({ identity: context.var.identity }));
};

export const update: Route = (store) => async (context) => {
  const changes = await readJsonBody(context.req.raw, UpdateUserRequest);
  return context.json<User>(orNotFound(await store.users.update({ ...ownerOf(context), ...changes })));
};
