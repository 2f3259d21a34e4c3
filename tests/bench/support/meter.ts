import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';

const Consumed = v.object({ CapacityUnits: v.optional(v.number(), 0) });
const Output = v.object({ ConsumedCapacity: v.optional(v.union([Consumed, v.array(Consumed)])) });
const Named = v.object({ pk: v.string() });
const Input = v.object({ Key: v.optional(Named), Item: v.optional(Named) });

export interface Usage {
  queries: number;
  reads: number;
  writes: number;
  readUnits: number;
  writeUnits: number;
  /** Write units by partition, for requests that name one. */
  partitions: Map<string, number>;
}

const nothing = (): Usage => ({
  queries: 0,
  reads: 0,
  writes: 0,
  readUnits: 0,
  writeUnits: 0,
  partitions: new Map(),
});

/** Adds up the capacity that the client’s requests consume from now on, as reported by DynamoDB. */
export function meter(client: DynamoDBDocumentClient): { take: () => Usage } {
  let usage = nothing();
  client.middlewareStack.add(
    (next, context) => async (args) => {
      const input = { ...args.input, ReturnConsumedCapacity: 'TOTAL' as const };
      const result = await next({ ...args, input });
      add(usage, context.commandName ?? '', args.input, result.output);
      return result;
    },
    { step: 'initialize', name: 'meter', priority: 'low' },
  );
  return {
    take: () => {
      const taken = usage;
      usage = nothing();
      return taken;
    },
  };
}

function add(usage: Usage, command: string, input: unknown, output: unknown): void {
  const { ConsumedCapacity = [] } = v.parse(Output, output);
  const units = [ConsumedCapacity].flat().reduce((sum, { CapacityUnits }) => sum + CapacityUnits, 0);
  const isRead = /Get|Query/.test(command);
  if (command.startsWith('Query')) usage.queries += 1;
  usage[isRead ? 'reads' : 'writes'] += 1;
  usage[isRead ? 'readUnits' : 'writeUnits'] += units;
  const partition = partitionOf(input);
  if (!isRead && partition !== undefined)
    usage.partitions.set(partition, (usage.partitions.get(partition) ?? 0) + units);
}

function partitionOf(input: unknown): string | undefined {
  if (!v.is(Input, input)) return undefined;
  return input.Key?.pk ?? input.Item?.pk;
}
