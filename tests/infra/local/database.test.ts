import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { startDatabase } from '#infra/local/database.ts';

describe('the embedded database', () => {
  it('answers what is under way before it closes, and refuses the rest', async () => {
    const database = await startDatabase();
    const TableName = await database.createTable('closing');
    const put = (number: number) =>
      database.client.send(new PutCommand({ TableName, Item: { pk: 'x', sk: String(number) } }));
    const writes = Promise.allSettled(Array.from({ length: 50 }, (_, number) => put(number)));
    await database.close();
    const late = await Promise.allSettled([put(99)]);
    expect((await writes).length).toBe(50);
    expect(late[0]?.status).toBe('rejected');
  });

  it('answers nobody over a connection, unless it is asked to', async () => {
    for (const hasPort of [true, false]) {
      const database = await startDatabase({ hasPort });
      const listTables = fetch(database.endpoint, {
        method: 'POST',
        headers: {
          'x-amz-target': 'DynamoDB_20120810.ListTables',
          'content-type': 'application/x-amz-json-1.0',
          authorization: 'AWS4-HMAC-SHA256 Credential=any, SignedHeaders=any, Signature=any',
          'x-amz-date': '20261122T000000Z',
        },
        body: '{}',
      });
      if (hasPort) expect((await listTables).status).toBe(200);
      else await expect(listTables).rejects.toThrow('fetch failed');
      await database.close();
    }
  });
});
