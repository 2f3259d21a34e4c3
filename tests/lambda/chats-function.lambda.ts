import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ErrorBody } from '#shared/contract.ts';
import { startDatabase, type WatchedDatabase } from './support/database.ts';
import { httpEvent } from './support/http-event.ts';
import type { RunningFunction } from './support/run-function.ts';
import { startChatsFunction } from './support/start-functions.ts';

const Buffered = v.object({
  statusCode: v.number(),
  headers: v.record(v.string(), v.string()),
  body: v.pipe(v.string(), v.parseJson(), ErrorBody),
});

describe('the chats function under Lambda’s own client', () => {
  let database: WatchedDatabase;
  let lambda: RunningFunction;
  beforeAll(async () => {
    database = await startDatabase();
    lambda = await startChatsFunction(database);
  });
  afterAll(async () => {
    await lambda.close();
    await database.close();
  });

  const ask = async (method: string, path: string, headers: Record<string, string> = {}) => {
    const answer = lambda.invoke(httpEvent({ method, path, headers }));
    await answer.ended;
    return v.parse(Buffered, JSON.parse(answer.body()));
  };

  it('starts without the provider keys, which it cannot read', () => {
    expect(lambda.isRunning()).toBe(true);
  });

  it('sends buffered responses in the contract’s error format', async () => {
    const { statusCode, headers, body } = await ask('GET', '/api/chats');
    expect([statusCode, body.error.code]).toEqual([401, 'unauthorised']);
    expect(headers['content-type']).toContain('application/json');
  });

  it('rejects a token that Cognito did not sign', async () => {
    const { statusCode } = await ask('GET', '/api/chats', { 'x-auth-token': 'e30.e30.e30' });
    expect(statusCode).toBe(401);
  });

  it('answers 404 for an unknown path, like the search function', async () => {
    const { statusCode, body } = await ask('GET', '/api/nothing/here');
    expect([statusCode, body.error.code]).toEqual([404, 'not-found']);
  });

  it('makes no table requests for unauthenticated callers', () => {
    expect(database.requests()).toEqual([]);
  });
});
