import { PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UpdateExpression } from '#functions/store/expressions.ts';
import { type EmbeddedDynamoDb, startDynamoDb } from '#tests/support/dynamodb.ts';

const ITEM_BYTES = 400 * 1_024;
/** Bytes that an item takes up besides its text. */
const SPARE = 100;

let database: EmbeddedDynamoDb;
let TableName: string;
beforeAll(async () => {
  database = await startDynamoDb();
  TableName = await database.createTable();
});
afterAll(() => database.close());

const refusal = expect.objectContaining({ name: 'ValidationException' });
type Attributes = Record<string, unknown>;

let items = 0;
function newKey() {
  items += 1;
  return { pk: 'partition', sk: String(items) };
}

const put = (attributes: Attributes) =>
  database.client.send(new PutCommand({ TableName, Item: { ...newKey(), ...attributes } }));

function update(attributes: Attributes, conditions: readonly string[] = []) {
  const expression = new UpdateExpression();
  for (const [name, value] of Object.entries(attributes)) expression.set(name, value);
  for (const condition of conditions) expression.require(condition);
  return database.client.send(new UpdateCommand({ TableName, Key: newKey(), ...expression.build() }));
}

const nested = (levels: number): unknown => (levels === 0 ? 'x' : { a: nested(levels - 1) });

const PUT_AND_UPDATED = { put, update };
// DynamoDB Local accepts some updates that AWS rejects; the embedded database rejects them.
const PUT = { put };

describe('an item', () => {
  it.each<[string, Record<string, (attributes: Attributes) => Promise<unknown>>, Attributes, Attributes]>([
    ['in all', PUT_AND_UPDATED, { text: 'x'.repeat(ITEM_BYTES - SPARE) }, { text: 'x'.repeat(ITEM_BYTES) }],
    [
      'with its copy in the index',
      PUT,
      { order: '1', text: 'x'.repeat(ITEM_BYTES / 2 - SPARE) },
      { order: '1', text: 'x'.repeat(ITEM_BYTES / 2) },
    ],
    ['in the index’s key', PUT, { order: 'x'.repeat(1_024) }, { order: 'x'.repeat(1_025) }],
    ['in the index’s key, which says something', PUT_AND_UPDATED, { order: 'x' }, { order: '' }],
    ['in depth', PUT_AND_UPDATED, { deep: nested(31) }, { deep: nested(33) }],
  ])('is held to DynamoDB’s limits %s', async (_name, writes, most, tooMuch) => {
    for (const write of Object.values(writes)) {
      await write(most);
      await expect(write(tooMuch)).rejects.toThrow(refusal);
    }
  });
});

describe('a condition', () => {
  const differs = (attribute: string) => `${attribute} <> :v0`;
  it.each([
    ['operators', Array<string>(150).fill(differs('a')), Array<string>(160).fill(differs('a'))],
    ['bytes', [differs('x'.repeat(4_000))], [differs('x'.repeat(4_090))]],
  ])('is held to DynamoDB’s limit of %s', async (_name, most, tooMany) => {
    await update({ b: 1 }, most);
    await expect(update({ b: 1 }, tooMany)).rejects.toThrow(refusal);
  });
});
