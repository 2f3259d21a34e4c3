import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { BatchGetCommand, BatchWriteCommand, DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { describe, expect, it } from 'vitest';
import { Table } from '#functions/store/table.ts';

describe('a batch that DynamoDB processes only partly', () => {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'us-east-1' }));
  const table = new Table(client, 'table');
  const keys = ['1', '2', '3'].map((sk) => ({ pk: 'p', sk }));

  it('is deleted completely', async () => {
    const mock = mockClient(client);
    mock
      .on(BatchWriteCommand)
      .resolvesOnce({ UnprocessedItems: { table: keys.slice(1).map((Key) => ({ DeleteRequest: { Key } })) } })
      .resolves({});
    await table.deleteAll(keys, undefined);
    const sent = mock
      .commandCalls(BatchWriteCommand)
      .map(({ args }) => args[0].input.RequestItems?.['table']?.length);
    expect(sent).toEqual([3, 2]);
    mock.restore();
  });

  it('is read completely, and abandoned on a timeout', async () => {
    const mock = mockClient(client);
    mock
      .on(BatchGetCommand)
      .resolvesOnce({
        Responses: { table: keys.slice(0, 1) },
        UnprocessedKeys: { table: { Keys: keys.slice(1) } },
      })
      .resolves({ Responses: { table: keys.slice(1) } });
    expect(await table.getAll(keys, ['pk', 'sk'], undefined)).toEqual(keys);
    mock.reset();
    mock.on(BatchGetCommand).resolves({ UnprocessedKeys: { table: { Keys: keys } } });
    const timeout = new AbortController();
    const reading = table.getAll(keys, ['pk'], timeout.signal);
    await expect.poll(() => mock.calls().length).toBeGreaterThan(1);
    timeout.abort();
    await expect(reading).rejects.toThrow();
    mock.restore();
  });
});
