import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startDatabase } from '#infra/local/database.ts';

describe('the embedded database', () => {
  it('finishes pending requests before it closes, and rejects new ones', async () => {
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

  it('only listens on a port if asked to', async () => {
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

  it('keeps its data across restarts, and reports a damaged folder without touching it', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'expertscope-'));
    onTestFinished(() => rm(dataDir, { recursive: true }));
    const Key = { pk: 'x', sk: '1' };
    for (const Item of [Key, undefined]) {
      const database = await startDatabase({ dataDir });
      const TableName = await database.createTable('kept');
      if (Item !== undefined) await database.client.send(new PutCommand({ TableName, Item }));
      const { Item: found } = await database.client.send(new GetCommand({ TableName, Key }));
      expect(found).toEqual(Key);
      await database.close();
    }
    const folder = join(dataDir, 'dynamodb');
    const files = await readdir(folder);
    for (const file of files) await writeFile(join(folder, file), 'damaged');
    await expect(startDatabase({ dataDir })).rejects.toThrow(
      new RegExp(`^The database in ${folder} cannot be opened: .+ Move that folder away`),
    );
    expect((await readdir(folder)).filter((file) => !file.startsWith('LOG')).sort()).toEqual(
      files.filter((file) => !file.startsWith('LOG')).sort(),
    );
    expect(await readFile(join(folder, 'CURRENT'), 'utf8')).toBe('damaged');
  });

  it('has its data folder to itself, until it is closed', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'expertscope-'));
    onTestFinished(() => rm(dataDir, { recursive: true }));
    const database = await startDatabase({ dataDir });
    const table = await database.createTable('kept');
    await expect(startDatabase({ dataDir })).rejects.toThrow(
      `The database in ${join(dataDir, 'dynamodb')} is in use: stop the \`npm start\``,
    );
    const Item = { pk: 'x', sk: '1' };
    await database.client.send(new PutCommand({ TableName: table, Item }));
    await database.close();
    const next = await startDatabase({ dataDir });
    expect((await next.client.send(new GetCommand({ TableName: table, Key: Item }))).Item).toEqual(Item);
    await next.close();
  });
});
