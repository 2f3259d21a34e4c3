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
const CONDITION_FAILURE = 'ConditionalCheckFailedException';

export interface FaultyClient {
  client: DynamoDBDocumentClient;
  /** Names of the write requests sent so far, in their order. */
  writes: string[];
  /** The same with reads. */
  requests: string[];
  /** Lets the write of that number (from 0) fail; after 'killed after' every later request fails too. */
  failWrite: (number: number, fault: Fault) => void;
  /** Lets the condition of the write of that number fail, when it has one. */
  failCondition: (number: number) => void;
  /** Something happens just before the write of that number is sent. */
  beforeWrite: (number: number, happening: () => Promise<unknown>) => void;
  /** From now on no request gets through, with this message. */
  failEverything: (message: string) => void;
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
  let failingCondition: number | undefined;
  let happening: { number: number; run: () => Promise<unknown> } | undefined;
  let dead: string | undefined;

  async function read<Output>(name: string, send: () => Promise<Output>): Promise<Output> {
    if (dead !== undefined) throw new Error(dead);
    requests.push(name);
    return await send();
  }

  async function write<Output>(name: string, input: object, send: () => Promise<Output>): Promise<Output> {
    const number = writes.length;
    const fails = await read(name, async () => {
      writes.push(name);
      if (happening?.number === number) await happening.run();
      return failingCondition === number && 'ConditionExpression' in input;
    });
    if (fails) throw Object.assign(new Error('The condition failed'), { name: CONDITION_FAILURE });
    if (planned?.number !== number) return await send();
    const { fault } = planned;
    if (fault.endsWith('after')) await send();
    if (fault === 'killed after') dead = 'A dead process sends nothing';
    throw Object.assign(new Error(fault), { name: NAMES[fault] });
  }

  mock.on(GetCommand).callsFake((input) => read('Get', () => real.send(new GetCommand(input))));
  mock
    .on(BatchGetCommand)
    .callsFake((input) => read('BatchGet', () => real.send(new BatchGetCommand(input))));
  mock.on(QueryCommand).callsFake((input) => read('Query', () => real.send(new QueryCommand(input))));
  mock.on(PutCommand).callsFake((input) => write('Put', input, () => real.send(new PutCommand(input))));
  mock
    .on(UpdateCommand)
    .callsFake((input) => write('Update', input, () => real.send(new UpdateCommand(input))));
  mock
    .on(DeleteCommand)
    .callsFake((input) => write('Delete', input, () => real.send(new DeleteCommand(input))));
  mock
    .on(BatchWriteCommand)
    .callsFake((input) => write('BatchWrite', input, () => real.send(new BatchWriteCommand(input))));

  return {
    client,
    writes,
    requests,
    failWrite: (number, fault) => {
      planned = { number, fault };
    },
    failCondition: (number) => {
      failingCondition = number;
    },
    beforeWrite: (number, run) => {
      happening = { number, run };
    },
    failEverything: (message) => {
      dead = message;
    },
    heal: () => {
      planned = undefined;
      failingCondition = undefined;
      happening = undefined;
      dead = undefined;
    },
  };
}
