import {
  BatchGetCommand,
  BatchWriteCommand,
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';

/** Ways one request can fail: before reaching the table, or after, with the response lost. */
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

type Command = Parameters<DynamoDBDocumentClient['send']>[0];

const READS = { Get: GetCommand, BatchGet: BatchGetCommand, Query: QueryCommand };
const WRITES = {
  Put: PutCommand,
  Update: UpdateCommand,
  Delete: DeleteCommand,
  BatchWrite: BatchWriteCommand,
};

/** The command's name in one of the maps; undefined if it is not there. */
const nameIn = (list: typeof READS | typeof WRITES, command: unknown): string | undefined =>
  Object.entries(list).find(([, Command]) => command instanceof Command)?.[0];

export interface FaultyClient {
  client: DynamoDBDocumentClient;
  /** Names of the write requests sent so far, in order. */
  writes: string[];
  /** Names of all requests sent so far, reads included. */
  requests: string[];
  /** Makes the write with this number (from 0) fail; after 'killed after' every later request fails too. */
  failWrite: (number: number, fault: Fault) => void;
  /** Makes the condition of the write with this number fail, if it has one. */
  failCondition: (number: number) => void;
  /** Runs `happening` just before the write with this number is sent. */
  beforeWrite: (number: number, happening: Happening) => void;
  /** The same for the read with this number. */
  beforeRead: (number: number, happening: Happening) => void;
  /** Makes every request fail from now on, with this message. */
  failEverything: (message: string) => void;
  /** Ends all failures. */
  heal: () => void;
}

/** What another party does meanwhile. */
type Happening = () => Promise<unknown>;

/** A client that passes requests on to the real one unless they are to fail, without retries of its own. */
export function createFaultyClient(real: DynamoDBDocumentClient): FaultyClient {
  const writes: string[] = [];
  const requests: string[] = [];
  let planned: { number: number; fault: Fault } | undefined;
  let failingCondition: number | undefined;
  const happenings = { read: new Map<number, Happening>(), write: new Map<number, Happening>() };
  let dead: string | undefined;
  let reads = 0;

  function record(name: string): void {
    if (dead !== undefined) throw new Error(dead);
    requests.push(name);
  }

  async function read<Output>(name: string, send: () => Promise<Output>): Promise<Output> {
    const number = reads;
    record(name);
    reads += 1;
    await happenings.read.get(number)?.();
    return await send();
  }

  async function write<Output>(name: string, input: object, send: () => Promise<Output>): Promise<Output> {
    const number = writes.length;
    record(name);
    writes.push(name);
    await happenings.write.get(number)?.();
    const fails = failingCondition === number && 'ConditionExpression' in input;
    if (fails) throw Object.assign(new Error('The condition failed'), { name: CONDITION_FAILURE });
    if (planned?.number !== number) return await send();
    const { fault } = planned;
    if (fault.endsWith('after')) await send();
    if (fault === 'killed after') dead = 'A dead process sends nothing';
    throw Object.assign(new Error(fault), { name: NAMES[fault] });
  }

  async function send(command: Command): Promise<unknown> {
    const reach = () => real.send(command);
    const [reading, writing] = [nameIn(READS, command), nameIn(WRITES, command)];
    if (reading !== undefined) return await read(reading, reach);
    if (writing !== undefined) return await write(writing, command.input, reach);
    throw new Error('No such command is expected');
  }
  const client: DynamoDBDocumentClient = Object.create(real, { send: { value: send } });

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
      happenings.write.set(number, run);
    },
    beforeRead: (number, run) => {
      happenings.read.set(number, run);
    },
    failEverything: (message) => {
      dead = message;
    },
    heal: () => {
      planned = undefined;
      failingCondition = undefined;
      happenings.read.clear();
      happenings.write.clear();
      dead = undefined;
    },
  };
}
