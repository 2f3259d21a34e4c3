import { setTimeout } from 'node:timers/promises';
import { DescribeTableCommand, DynamoDBClient, type TableDescription } from '@aws-sdk/client-dynamodb';
import * as v from 'valibot';
import { tableFault } from './table-fault.ts';

/** CloudFormation's request to a custom resource, as far as it is read here. */
const Request = v.object({
  RequestType: v.picklist(['Create', 'Update', 'Delete']),
  ResponseURL: v.pipe(v.string(), v.url()),
  StackId: v.string(),
  RequestId: v.string(),
  LogicalResourceId: v.string(),
  ResourceProperties: v.object({ TableName: v.string() }),
});

const client = new DynamoDBClient();

type Wait = (milliseconds: number) => Promise<unknown>;

/**
 * The custom resource that stops a deployment onto a table the functions could not work with: one that does not exist, is not ready, or
 * has different keys. CloudFormation waits for the answer that is sent (PUT) to the request's `ResponseURL`.
 */
export const tableCheck = (wait: Wait) =>
  async function answer(event: unknown): Promise<void> {
    const request = v.parse(Request, event);
    const { TableName } = request.ResourceProperties;
    const fault = request.RequestType === 'Delete' ? undefined : await findFault(TableName, wait);
    const { StackId, RequestId, LogicalResourceId } = request;
    const response = await fetch(request.ResponseURL, {
      method: 'PUT',
      body: JSON.stringify({
        StackId,
        RequestId,
        LogicalResourceId,
        PhysicalResourceId: TableName,
        Status: fault === undefined ? 'SUCCESS' : 'FAILED',
        Reason: fault ?? 'The table can be used by the functions.',
      }),
    });
    if (!response.ok) throw new Error(`CloudFormation rejected the response with status ${response.status}.`);
  };

export const handler = tableCheck((milliseconds) => setTimeout(milliseconds));

/** What is wrong with the table, as a sentence for the operator. */
async function findFault(tableName: string, wait: Wait): Promise<string | undefined> {
  try {
    const table = await describe(tableName, wait);
    const fault = table === undefined ? 'cannot be described' : tableFault(table);
    return fault && `existingTable: ${tableName} ${fault}.`;
  } catch (error) {
    const name = errorNameOf(error);
    if (name === 'ResourceNotFoundException')
      return `existingTable: ${tableName} does not exist in this region.`;
    return `existingTable: ${tableName} cannot be described (${name}).`;
  }
}

/** Waits between attempts while access is denied, in milliseconds: IAM may still be propagating a policy reported as complete. */
const RETRY_DELAYS = [1_000, 2_000, 4_000, 8_000, 16_000];

async function describe(TableName: string, wait: Wait): Promise<TableDescription | undefined> {
  for (let tries = 0; ; tries += 1)
    try {
      return (await client.send(new DescribeTableCommand({ TableName }))).Table;
    } catch (error) {
      const pause = RETRY_DELAYS[tries];
      if (pause === undefined || errorNameOf(error) !== 'AccessDeniedException') throw error;
      await wait(pause);
    }
}

const errorNameOf = (error: unknown): string => (error instanceof Error ? error.name : 'unknown error');
