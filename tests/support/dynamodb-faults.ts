import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';

/** What can go wrong with one request: before it reached the table, or after, the answer lost. */
export const FAULTS = [
  'throttled',
  'unavailable',
  'timeout before',
  'timeout after',
  'killed after',
] as const;
export type Fault = (typeof FAULTS)[number];

const NAMES: Readonly<Record<Fault, string>> = {
  throttled: 'ThrottlingException',
  unavailable: 'ServiceUnavailable',
  'timeout before': 'TimeoutError',
  'timeout after': 'TimeoutError',
  'killed after': 'Killed',
};

export interface FaultyClient {
  client: DynamoDBDocumentClient;
  /** Names of the write requests sent so far, in their order. */
  writes: string[];
  /** The same with reads. */
  requests: string[];
  /** Lets the write of that number (from 0) fail; after 'killed after' every later request fails too. */
  failWrite: (number: number, fault: Fault) => void;
  /** From now on nothing fails. */
  heal: () => void;
}

/** A client whose requests reach the real one's table, except where they are to fail. Without retries of its own. */
export function createFaultyClient(real: DynamoDBDocumentClient): FaultyClient {
  const client = DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'us-east-1' }));
  const mock = mockClient(client);
  const writes: string[] = [];
  const requests: string[] = [];
  let planned: { number: number; fault: Fault } | undefined;
  let isDead = false;

  async function pass<Output>(name: string, isWrite: boolean, send: () => Promise<Output>): Promise<Output> {
    if (isDead) throw new Error('A dead process sends nothing');
    requests.push(name);
    if (!isWrite) return await send();
    writes.push(name);
    if (planned?.number !== writes.length - 1) return await send();
    const { fault } = planned;
    if (fault.endsWith('after')) await send();
    isDead = fault === 'killed after';
    throw Object.assign(new Error(fault), { name: NAMES[fault] });
  }

  mock.on(GetCommand).callsFake((input) => pass('Get', false, () => real.send(new GetCommand(input))));
  mock
    .on(BatchGetCommand)
    .callsFake((input) => pass('BatchGet', false, () => real.send(new BatchGetCommand(input))));
  mock.on(QueryCommand).callsFake((input) => pass('Query', false, () => real.send(new QueryCommand(input))));
  mock.on(PutCommand).callsFake((input) => pass('Put', true, () => real.send(new PutCommand(input))));
  mock
    .on(UpdateCommand)
    .callsFake((input) => pass('Update', true, () => real.send(new UpdateCommand(input))));
  mock
    .on(DeleteCommand)
    .callsFake((input) => pass('Delete', true, () => real.send(new DeleteCommand(input))));
  mock
    .on(BatchWriteCommand)
    .callsFake((input) => pass('BatchWrite', true, () => real.send(new BatchWriteCommand(input))));

  return {
    client,
    writes,
    requests,
    failWrite: (number, fault) => {
      planned = { number, fault };
    },
    heal: () => {
      planned = undefined;
      isDead = false;
    },
  };
}
