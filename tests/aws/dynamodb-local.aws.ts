import { execFile } from 'node:child_process';
import process from 'node:process';
import { promisify } from 'node:util';
import { UpdateTimeToLiveCommand } from '@aws-sdk/client-dynamodb';
import * as v from 'valibot';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UpdateExpression } from '#functions/store/expressions.ts';
import { spentKey } from '#functions/store/keys.ts';
import { Table } from '#functions/store/table.ts';
import { TIME_TO_LIVE } from '#functions/store/table-definition.ts';
import type { Mail } from '#infra/local/cognito/app.ts';
import type { LocalStack } from '#infra/local/start-stack.ts';
import { ChatsAnswer, MessagesAnswer } from '#shared/chat-contract.ts';
import { newId } from '#shared/ids.ts';
import { type EmbeddedDynamoDb, startDynamoDb } from '#tests/support/dynamodb.ts';
import { readEvents } from '#tests/support/read-stream.ts';
import { startTestStack } from '#tests/support/stack.ts';

const ANA = { username: 'ana@example.com', password: 'correct horse battery' };
const Tokens = v.object({ AuthenticationResult: v.object({ IdToken: v.string() }) });

describe('the test database', () => {
  let database: EmbeddedDynamoDb;
  beforeAll(async () => {
    database = await startDynamoDb();
  });
  afterAll(() => database.close());

  it('is AWS’s own DynamoDB Local: it supports time to live, which the embedded database does not', async () => {
    const TableName = await database.createTable();
    const TimeToLiveSpecification = { AttributeName: TIME_TO_LIVE, Enabled: true };
    const answer = await database.client.send(
      new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification }),
    );
    expect(answer.TimeToLiveSpecification).toEqual(TimeToLiveSpecification);
  });

  it.each([
    ['amount', '>=', 1],
    ['amount', '=', 2],
    ['letters', 'contains', 'a'],
  ])(
    'refuses an update where %s %s %s, but not one where the attribute or the item is missing',
    async (name, comparison, value) => {
      const table = new Table(database.client, await database.createTable());
      const updated = async (attribute: string) => {
        const update = new UpdateExpression().set('amount', 2).set('letters', new Set(['a']));
        const given = update.value(value);
        update.refuse(
          comparison === 'contains'
            ? `contains(${attribute}, ${given})`
            : `${attribute} ${comparison} ${given}`,
        );
        return await table.updateIf(spentKey('ana'), update, undefined);
      };
      expect(await updated(name)).toBe(true);
      expect(await updated('lacking')).toBe(true);
      expect(await updated(name)).toBe(false);
    },
  );
});

describe('the whole product over DynamoDB Local', () => {
  const mails: Mail[] = [];
  let stack: LocalStack;
  let token: string;
  beforeAll(async () => {
    stack = await startTestStack({
      cognito: { allowPasswordAuth: true, sendMail: (mail) => mails.push(mail) },
    });
    token = await signUp();
  });
  afterAll(() => stack.close());

  const call = (path: string, { method = 'GET', body }: { method?: string; body?: unknown } = {}) =>
    fetch(`${stack.url}/api${path}`, {
      method,
      headers: { 'x-auth-token': token, ...(body !== undefined && { 'content-type': 'application/json' }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });

  async function askCognito(operation: string, input: object): Promise<unknown> {
    const answer = await fetch(`${stack.url}/cognito/`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
      },
      body: JSON.stringify({ ClientId: stack.cognito.clientId, ...input }),
    });
    expect([operation, answer.status]).toEqual([operation, 200]);
    return await answer.json();
  }

  /** @returns Ana's token */
  async function signUp(): Promise<string> {
    const { username: Username, password: Password } = ANA;
    await askCognito('SignUp', { Username, Password, UserAttributes: [{ Name: 'email', Value: Username }] });
    await askCognito('ConfirmSignUp', { Username, ConfirmationCode: mails[0]?.code });
    const AuthParameters = { USERNAME: Username, PASSWORD: Password };
    const answer = await askCognito('InitiateAuth', { AuthFlow: 'USER_PASSWORD_AUTH', AuthParameters });
    return v.parse(Tokens, answer).AuthenticationResult.IdToken;
  }

  it('answers a signed-in deep search, stores it as streamed and deletes it with its chat', async () => {
    const chatId = newId('chat');
    const content = 'Food and beverage lawyers who graduated from Georgetown Law';
    const body = { chatId, messageId: newId('msg'), content, deepResearch: true };
    const events = await readEvents(await call('/searches', { method: 'POST', body }));
    expect(events.at(-1)?.event).toEqual({ type: 'done', data: { outcome: 'answered' } });
    const [answer] = events.flatMap(({ event }) => (event.type === 'message' ? [event.data] : []));
    expect(answer?.metadata?.profileDisplayData?.verifiedProfiles.length).toBeGreaterThan(0);

    const again = await readEvents(await call('/searches', { method: 'POST', body }));
    expect(again).toEqual(events);

    const { chats } = v.parse(ChatsAnswer, await (await call('/chats')).json());
    expect(chats).toMatchObject([{ id: chatId, messageCount: 2 }]);
    const path = `/chats/${chatId}`;
    const { messages } = v.parse(MessagesAnswer, await (await call(`${path}/messages`)).json());
    expect(messages).toEqual([expect.objectContaining({ role: 'user', content }), answer]);

    expect((await call(path, { method: 'DELETE' })).status).toBe(200);
    expect((await call(path)).status).toBe(404);
  });
});

it('the store costs the write units that docs/storage.md states, including the index copies', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['tests/bench/store.bench.ts']);
  // The embedded database would count 1: the chat without its index copy.
  expect(stdout).toMatch(/create a chat .* 2 writeUnits/);
});
