import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { DescribeTableCommand, DynamoDBClient, type TableDescription } from '@aws-sdk/client-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tableCheck } from '#functions/deployment/handler.ts';
import { tableDefinition } from '#functions/store/table-definition.ts';
import { listenOnLoopback } from '#tests/lambda/support/loopback.ts';

const database = mockClient(DynamoDBClient);
afterAll(() => database.restore());
const answers: { Status: string; Reason: string }[] = [];
const waits: number[] = [];
const handler = tableCheck(async (milliseconds) => waits.push(milliseconds));
let address: string;
/** With which the answer is received. */
let status = 200;
let close: () => Promise<void>;

beforeAll(async () => {
  const server = createServer(async (request, response) => {
    answers.push({ method: request.method, ...JSON.parse(await text(request)) });
    response.writeHead(status).end();
  });
  const listening = await listenOnLoopback(server);
  address = `http://localhost:${listening.port}/answer`;
  close = listening.close;
});
afterAll(() => close());
beforeEach(() => {
  database.reset();
  answers.length = 0;
  waits.length = 0;
  status = 200;
});

/** What CloudFormation is told about a table. */
async function check(table: TableDescription | Error, RequestType = 'Create') {
  const asked = database.on(DescribeTableCommand, { TableName: 'Restored-1' });
  if (table instanceof Error) asked.rejects(table);
  else asked.resolves({ Table: table });
  return await ask(RequestType);
}

async function ask(RequestType: string) {
  await handler({
    RequestType,
    ResponseURL: address,
    StackId: 'arn:stack',
    RequestId: 'request-1',
    LogicalResourceId: 'DataCheck',
    ResourceType: 'Custom::TableCheck',
    ResourceProperties: { ServiceToken: 'arn:function', TableName: 'Restored-1' },
  });
  return answers[0];
}

const { KeySchema, LocalSecondaryIndexes } = tableDefinition('Restored-1');
const right: TableDescription = { TableStatus: 'ACTIVE', KeySchema, LocalSecondaryIndexes };
const named = (name: string) => Object.assign(new Error('Not said: arn:aws:dynamodb:1234'), { name });

describe('a deployment onto an existing table', () => {
  it('continues when the table has the store’s keys and index', async () => {
    expect(await check(right)).toEqual({
      method: 'PUT',
      StackId: 'arn:stack',
      RequestId: 'request-1',
      LogicalResourceId: 'DataCheck',
      PhysicalResourceId: 'Restored-1',
      Status: 'SUCCESS',
      Reason: 'The table can be used by the functions.',
    });
  });

  it.each([
    ['no table of that name', named('ResourceNotFoundException'), 'Restored-1 does not exist in this region'],
    ['no permission', named('AccessDeniedException'), 'cannot be described (AccessDeniedException)'],
    [
      'a table that is being restored',
      { ...right, TableStatus: 'CREATING' as const },
      'wait until it is ACTIVE',
    ],
    ['a table that is being deleted', { ...right, TableStatus: 'DELETING' as const }, 'is DELETING'],
    [
      'other keys',
      { ...right, KeySchema: [{ AttributeName: 'id', KeyType: 'HASH' as const }] },
      'must have pk as its HASH key and sk as its RANGE key',
    ],
    ['no index', { ...right, LocalSecondaryIndexes: [] }, 'must have the local index by-order with pk'],
    [
      'an index that leaves attributes out',
      {
        ...right,
        LocalSecondaryIndexes: (LocalSecondaryIndexes ?? []).map((index) => ({
          ...index,
          Projection: { ProjectionType: 'KEYS_ONLY' as const },
        })),
      },
      'must have the local index by-order',
    ],
  ])('fails on %s, and says why', async (_, table, sentence) => {
    const answer = await check(table);
    expect([answer?.Status, answer?.Reason]).toEqual(['FAILED', expect.stringContaining(sentence)]);
    expect(answer?.Reason).not.toContain('arn:');
  });

  it('waits for permission to describe the table, as IAM may take a while to apply it', async () => {
    const asked = database.on(DescribeTableCommand);
    for (const _ of [1, 2, 3]) asked.rejectsOnce(named('AccessDeniedException'));
    asked.resolves({ Table: right });
    expect([await ask('Update'), waits]).toEqual([
      expect.objectContaining({ Status: 'SUCCESS' }),
      [1_000, 2_000, 4_000],
    ]);
  });

  it('does not wait for a lasting failure, and gives up on a missing permission after 31 seconds', async () => {
    await check(named('ResourceNotFoundException'));
    expect(waits).toEqual([]);
    await check(named('AccessDeniedException'));
    expect(waits.reduce((sum, wait) => sum + wait, 0)).toBe(31_000);
  });

  it('fails itself if CloudFormation does not accept its answer, and says so', async () => {
    status = 403;
    await expect(check(right)).rejects.toThrow('CloudFormation rejected the response with status 403.');
  });

  it('never blocks the deletion of a stack', async () => {
    expect(await check(named('ResourceNotFoundException'), 'Delete')).toMatchObject({ Status: 'SUCCESS' });
    expect(database.calls()).toEqual([]);
  });
});
