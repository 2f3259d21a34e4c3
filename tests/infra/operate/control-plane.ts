import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { createTable } from '#infra/local/database.ts';
import type { EmbeddedDynamoDb } from '#tests/support/dynamodb.ts';
import { itemsOf } from './write-account.ts';

export const ARN = 'arn:aws:dynamodb:us-east-1:123456789012:table/';
/** The moments that a table can be restored to, in seconds. */
export const EARLIEST = 1_795_000_000;
const LATEST = 1_795_300_000;

type Input = Readonly<Record<string, unknown>>;

export interface ControlPlane {
  endpoint: string;
  /** Control-plane requests, in order. */
  asked: { operation: string; input: Input }[];
  /** How many times a restored table is described as not ready. */
  slowness: number;
  hasBackups: boolean;
  /** How many times a table cannot be described. */
  failures: number;
  /** How many times backups of a new table cannot be enabled yet. */
  unready: number;
  /** How many answers to a started restore are lost. */
  lost: number;
  /** How many times a restored table is not found yet. */
  hidden: number;
  /** Changes restored items on their way. */
  spoil: (item: Record<string, unknown>) => Record<string, unknown>[];
  close: () => Promise<void>;
}

/**
 * Adds DynamoDB’s control plane to an embedded database, which has none. A restore copies the current items, whatever the moment. As in AWS,
 * it is answered before they are copied; further requests for the new table wait for them.
 */
export async function startControlPlane(database: EmbeddedDynamoDb): Promise<ControlPlane> {
  /** The source and restore point of each restored table. */
  const sources = new Map<string, { SourceTableArn: string; RestoreDateTime: number }>();
  /** The copying of each restored table’s items. */
  const copies = new Map<string, Promise<void>>();
  const forward = async (operation: string, text: string) => {
    const answer = await fetch(database.endpoint, {
      method: 'POST',
      headers: {
        'x-amz-target': `DynamoDB_20120810.${operation}`,
        'content-type': 'application/x-amz-json-1.0',
        authorization:
          'AWS4-HMAC-SHA256 Credential=local/20261121/us-east-1/dynamodb/aws4_request, SignedHeaders=host, Signature=x',
        'x-amz-date': '20261121T000000Z',
      },
      body: text,
    });
    return { status: answer.status, body: await answer.json() };
  };
  async function copyTable({ SourceTableArn, TargetTableName, RestoreDateTime }: Input): Promise<object> {
    const name = String(SourceTableArn).slice(ARN.length);
    const target = String(TargetTableName);
    await createTable(target, database.client);
    copies.set(target, copyItems(name, target));
    sources.set(target, {
      SourceTableArn: String(SourceTableArn),
      RestoreDateTime: Number(RestoreDateTime ?? LATEST),
    });
    return { TableDescription: { TableName: target, TableStatus: 'CREATING' } };
  }
  async function copyItems(name: string, target: string): Promise<void> {
    for (const item of await itemsOf(database, name))
      for (const Item of plane.spoil({ ...item }))
        await database.client.send(new PutCommand({ TableName: target, Item }));
  }
  const moments = { EarliestRestorableDateTime: EARLIEST, LatestRestorableDateTime: LATEST };
  const describeBackups = () => ({
    ContinuousBackupsDescription: {
      ContinuousBackupsStatus: 'ENABLED',
      PointInTimeRecoveryDescription: plane.hasBackups
        ? { PointInTimeRecoveryStatus: 'ENABLED', ...moments }
        : { PointInTimeRecoveryStatus: 'DISABLED' },
    },
  });
  const operations = new Map<string, (input: Input) => object | Promise<object>>([
    ['DescribeContinuousBackups', describeBackups],
    ['RestoreTableToPointInTime', copyTable],
    ['DescribeTimeToLive', () => ({ TimeToLiveDescription: { TimeToLiveStatus: 'DISABLED' } })],
    ['UpdateTimeToLive', () => ({})],
    ['UpdateContinuousBackups', () => ({})],
    ['UpdateTable', () => ({})],
    ['TagResource', () => ({})],
  ]);
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = '';
    for await (const chunk of request) text += chunk;
    const operation = String(request.headers['x-amz-target']).split('.')[1] ?? '';
    const input = JSON.parse(text);
    const own = operations.get(operation);
    if (own !== undefined || operation === 'DeleteTable') plane.asked.push({ operation, input });
    await copies.get(String(input['TableName']));
    const { status, body } =
      refusalOf(operation, input) ??
      (own === undefined ? await forward(operation, text) : { status: 200, body: await own(input) });
    if (operation === 'RestoreTableToPointInTime' && takes('lost')) {
      response.destroy();
      return;
    }
    if (operation === 'DescribeTable' && status === 200) describeTable(body.Table);
    response.writeHead(status, { 'content-type': 'application/x-amz-json-1.0' }).end(JSON.stringify(body));
  }
  const takes = (count: 'failures' | 'unready' | 'lost' | 'hidden'): boolean => {
    if (plane[count] === 0) return false;
    plane[count] -= 1;
    return true;
  };
  const isRestored = (name: unknown): boolean => sources.has(String(name));
  /** As for a real restored table: its name is taken, and it cannot be deleted while it is being created. */
  const refusals = new Map<string, (input: Input) => false | [code: string, message: string]>([
    [
      'RestoreTableToPointInTime',
      ({ TargetTableName: name }) =>
        isRestored(name) && ['TableAlreadyExistsException', `Table already exists: ${name}`],
    ],
    [
      'UpdateContinuousBackups',
      () =>
        takes('unready') && [
          'ContinuousBackupsUnavailableException',
          'Backups are being enabled for the table',
        ],
    ],
    [
      'DeleteTable',
      ({ TableName }) =>
        isRestored(TableName) &&
        plane.slowness > 0 && ['ResourceInUseException', `Table is being created: ${TableName}`],
    ],
    [
      'DescribeTable',
      ({ TableName }) => {
        if (!isRestored(TableName)) return false;
        if (takes('hidden')) return ['ResourceNotFoundException', `Table: ${TableName} not found`];
        const expired = 'The security token included in the request is expired';
        return takes('failures') && ['ExpiredTokenException', expired];
      },
    ],
  ]);
  function refusalOf(operation: string, input: Input) {
    const refusal = refusals.get(operation)?.(input);
    if (refusal === undefined || refusal === false) {
      if (operation === 'DeleteTable') sources.delete(String(input['TableName']));
      return undefined;
    }
    const [code, message] = refusal;
    return { status: 400, body: { __type: `com.amazonaws.dynamodb.v20120810#${code}`, message } };
  }
  function describeTable(table: Record<string, unknown>): void {
    const source = sources.get(String(table['TableName']));
    table['ItemCount'] = 26;
    table['TableArn'] = `${ARN}${table['TableName']}`;
    if (source === undefined) return;
    const RestoreInProgress = plane.slowness > 0;
    if (RestoreInProgress) plane.slowness -= 1;
    table['TableStatus'] = RestoreInProgress ? 'CREATING' : 'ACTIVE';
    table['RestoreSummary'] = { ...source, RestoreInProgress };
  }
  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const plane: ControlPlane = {
    ...{ endpoint: `http://127.0.0.1:${port}`, asked: [], slowness: 0, hasBackups: true, failures: 0 },
    ...{ unready: 0, lost: 0, hidden: 0 },
    spoil: (item) => [item],
    async close() {
      await Promise.all(copies.values());
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  return plane;
}
