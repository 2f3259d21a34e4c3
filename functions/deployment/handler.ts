import { DescribeTableCommand, DynamoDBClient, type TableDescription } from '@aws-sdk/client-dynamodb';
import * as v from 'valibot';
import { tableDefinition } from '#functions/store/table.ts';

/** What CloudFormation asks of a custom resource, as far as it is read here. */
const Request = v.object({
  RequestType: v.picklist(['Create', 'Update', 'Delete']),
  ResponseURL: v.pipe(v.string(), v.url()),
  StackId: v.string(),
  RequestId: v.string(),
  LogicalResourceId: v.string(),
  ResourceProperties: v.object({ TableName: v.string() }),
});

const client = new DynamoDBClient();

/**
 * The custom resource that stops a deployment onto a table the functions could not work with: one that is not there, is not ready, or
 * has other keys. CloudFormation waits for the answer that is put to the request's address.
 */
export async function handler(event: unknown): Promise<void> {
  const request = v.parse(Request, event);
  const { TableName } = request.ResourceProperties;
  const fault = request.RequestType === 'Delete' ? undefined : await findFault(TableName);
  const { StackId, RequestId, LogicalResourceId } = request;
  const response = await fetch(request.ResponseURL, {
    method: 'PUT',
    body: JSON.stringify({
      StackId,
      RequestId,
      LogicalResourceId,
      PhysicalResourceId: TableName,
      Status: fault === undefined ? 'SUCCESS' : 'FAILED',
      Reason: fault ?? 'The table is as the functions expect it.',
    }),
  });
  if (!response.ok) throw new Error(`CloudFormation took the answer with ${response.status}.`);
}

/** What is wrong with the table, as a sentence for whoever deploys. */
async function findFault(tableName: string): Promise<string | undefined> {
  try {
    const { Table } = await client.send(new DescribeTableCommand({ TableName: tableName }));
    const fault = Table === undefined ? 'cannot be described' : difference(Table);
    return fault && `existingTable: ${tableName} ${fault}.`;
  } catch (error) {
    const name = error instanceof Error ? error.name : 'unknown error';
    if (name === 'ResourceNotFoundException')
      return `existingTable: there is no table ${tableName} in this region.`;
    return `existingTable: ${tableName} cannot be described (${name}).`;
  }
}

function difference(table: TableDescription): string | undefined {
  const wanted = tableDefinition('');
  if (table.TableStatus !== 'ACTIVE') return `is ${table.TableStatus}: wait until it is ACTIVE`;
  if (toText(table.KeySchema) !== toText(wanted.KeySchema)) return `must have ${toText(wanted.KeySchema)}`;
  for (const { IndexName, KeySchema } of wanted.LocalSecondaryIndexes ?? []) {
    const index = table.LocalSecondaryIndexes?.find((one) => one.IndexName === IndexName);
    if (toText(index?.KeySchema) !== toText(KeySchema) || index?.Projection?.ProjectionType !== 'ALL')
      return `must have the local index ${IndexName} with ${toText(KeySchema)} and every attribute`;
  }
  return undefined;
}

/** Such as `pk as its HASH key and sk as its RANGE key`. */
const toText = (keys: TableDescription['KeySchema'] = []): string =>
  keys.map(({ AttributeName, KeyType }) => `${AttributeName} as its ${KeyType} key`).join(' and ');
