import { DescribeTableCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import * as v from 'valibot';
import { tableFault } from './table-fault.ts';

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
    const fault = Table === undefined ? 'cannot be described' : tableFault(Table);
    return fault && `existingTable: ${tableName} ${fault}.`;
  } catch (error) {
    const name = error instanceof Error ? error.name : 'unknown error';
    if (name === 'ResourceNotFoundException')
      return `existingTable: there is no table ${tableName} in this region.`;
    return `existingTable: ${tableName} cannot be described (${name}).`;
  }
}
