import { Hono } from 'hono/tiny';
import type { Authenticate } from '#functions/http/authenticate.ts';
import { handleError, handleNotFound } from '#functions/http/problem.ts';
import type { Store } from '#functions/store/ports/store.ts';
import { allowOnly } from './allow-only.ts';
import { neverCached } from './never-cached.ts';
import type { OwnerEnv } from './owner.ts';
import { requireOwner } from './owner.ts';
import * as chats from './routes/chats.ts';
import * as messages from './routes/messages.ts';
import * as users from './routes/users.ts';

export interface ChatsSettings {
  store: Store;
  authenticate: Authenticate;
}

/** Door 2: chats, messages and the user record (design §2). The same app answers in Lambda and in the local stack. */
export function createChatsApp({ store, authenticate }: ChatsSettings): Hono<OwnerEnv> {
  const app = new Hono<OwnerEnv>();
  app.onError(handleError);
  app.notFound(handleNotFound);
  const owner = requireOwner({ authenticate, store });
  app.use('/api/chats/*', neverCached, owner);
  app.use('/api/me', neverCached, owner);

  app.get('/api/chats', chats.list(store));
  app.post('/api/chats', chats.create(store));
  app.all('/api/chats', allowOnly('GET, POST'));

  app.get('/api/chats/:chatId', chats.read(store));
  app.patch('/api/chats/:chatId', chats.update(store));
  app.delete('/api/chats/:chatId', chats.remove(store));
  app.all('/api/chats/:chatId', allowOnly('GET, PATCH, DELETE'));

  app.get('/api/chats/:chatId/messages', messages.list(store));
  app.post('/api/chats/:chatId/messages', messages.add(store));
  app.all('/api/chats/:chatId/messages', allowOnly('GET, POST'));

  app.patch('/api/chats/:chatId/messages/:messageId', messages.update(store));
  app.delete('/api/chats/:chatId/messages/:messageId', messages.remove(store));
  app.all('/api/chats/:chatId/messages/:messageId', allowOnly('PATCH, DELETE'));

  app.get('/api/me', users.read(store));
  app.patch('/api/me', users.update(store));
  app.all('/api/me', allowOnly('GET, PATCH'));
  return app;
}
