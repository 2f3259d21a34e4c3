import * as v from 'valibot';
import type { TableAccess } from '#infra/cloud/constructs/data.ts';

/** One request to the table, as IAM evaluates it. */
export interface TableRequest {
  /** The access key id that signed it. */
  caller: string;
  /** IAM’s name of the action. */
  action: string;
  /** The partition keys it names, which IAM calls leading keys. */
  partitions: string[];
}

const Body = v.pipe(v.string(), v.parseJson(), v.record(v.string(), v.unknown()));
const Text = v.object({ S: v.string() });
const Query = v.object({
  KeyConditionExpression: v.string(),
  ExpressionAttributeValues: v.record(v.string(), v.unknown()),
});

/** Reads a request in DynamoDB’s protocol. */
export function readTableRequest(headers: Record<string, unknown>, body: string): TableRequest {
  const [, caller = ''] = /Credential=([^/]+)/.exec(String(headers['authorization'])) ?? [];
  return {
    caller,
    action: String(headers['x-amz-target']).replace('DynamoDB_20120810.', 'dynamodb:'),
    partitions: partitionsIn(v.parse(Body, body)),
  };
}

function partitionsIn(body: Record<string, unknown>): string[] {
  const query = v.safeParse(Query, body);
  if (!query.success) return [...keysIn(body)];
  const { KeyConditionExpression, ExpressionAttributeValues } = query.output;
  const [, name = ''] = /\bpk = (:\w+)/.exec(KeyConditionExpression) ?? [];
  return [v.parse(Text, ExpressionAttributeValues[name]).S];
}

/** The `pk` of every key and item, at any depth in a batch. */
function* keysIn(value: unknown): Iterable<string> {
  if (typeof value !== 'object' || value === null) return;
  for (const [name, inner] of Object.entries(value))
    if (name === 'pk' && v.is(Text, inner)) yield inner.S;
    else yield* keysIn(inner);
}

/**
 * The requests that a role with this access is refused: another action, no key at all, or a key outside its partitions. IAM allows a
 * request only if a single statement covers its action and all of its keys.
 */
export function refused(requests: readonly TableRequest[], access: readonly TableAccess[]): TableRequest[] {
  const covers = ({ keys }: TableAccess, partition: string) =>
    keys.some((pattern) => partition.startsWith(pattern.replace(/\*$/, '')));
  const isAllowed = ({ action, partitions }: TableRequest) =>
    partitions.length > 0 &&
    access.some(
      (statement) =>
        statement.actions.includes(action) && partitions.every((partition) => covers(statement, partition)),
    );
  return requests.filter((request) => !isAllowed(request));
}
