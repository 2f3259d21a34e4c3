import * as dynamo from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import type { UpdateExpression } from './expressions.ts';
import { type Item, type Key, toKey } from './keys.ts';
import { type ItemVersions, VERSION } from './versions.ts';

/** An item may be changed concurrently while it is being upgraded, so the update is retried a few times. */
const MAX_UPGRADE_ROUNDS = 5;

export type Signal = AbortSignal | undefined;

export interface Cancellable {
  signal?: Signal;
}

/** A person to be found in one account's data, or removed from it. */
export interface PersonInAccount extends Cancellable {
  userId: string;
  /** Canonical. */
  profileUrl: string;
}

export const sendOptions = (signal: Signal) => (signal === undefined ? {} : { abortSignal: signal });

/**
 * Requests for single items. Reads are strongly consistent and return items in the current version of their kind; writes are stamped with
 * that version. Every method throws NewerItemError for an item written by a newer deployment.
 */
export class VersionedItems {
  protected readonly client: dynamo.DynamoDBDocumentClient;
  protected readonly name: string;
  readonly versions: ItemVersions;

  constructor(client: dynamo.DynamoDBDocumentClient, name: string, versions: ItemVersions) {
    this.client = client;
    this.name = name;
    this.versions = versions;
  }

  async get(key: Key, signal: Signal): Promise<Item | undefined> {
    const item = await this.getStored(key, signal);
    return item && this.versions.read(item);
  }

  async put(item: Key & Item, signal: Signal): Promise<void> {
    const request = new dynamo.PutCommand({ TableName: this.name, Item: this.versions.stamp(item) });
    await this.client.send(request, sendOptions(signal));
  }

  /** False, without writing anything, if the key is taken. */
  async putIfAbsent(item: Key & Item, signal: Signal): Promise<boolean> {
    return await this.putIf({ Item: item, ConditionExpression: 'attribute_not_exists(pk)' }, signal);
  }

  /** False, without writing anything, if the condition is not met. */
  async putIf(
    put: Omit<dynamo.PutCommandInput, 'TableName'> & { Item: Key & Item },
    signal: Signal,
  ): Promise<boolean> {
    const request = new dynamo.PutCommand({
      ...put,
      TableName: this.name,
      Item: this.versions.stamp(put.Item),
    });
    return (await undefinedIfRefused(this.client.send(request, sendOptions(signal)))) !== undefined;
  }

  /** The item after the update; undefined, without writing anything, if the condition is not met. */
  async update(key: Key, update: UpdateExpression, signal: Signal): Promise<Item | undefined> {
    return (await this.#update(key, update, { ReturnValues: 'ALL_NEW' }, signal))?.Attributes;
  }

  /** Like {@link update}, but does not return the item, which may be large. False if the condition is not met. */
  async updateIf(key: Key, update: UpdateExpression, signal: Signal): Promise<boolean> {
    return (await this.#update(key, update, {}, signal)) !== undefined;
  }

  /** The response; undefined if the condition is not met. Upgrades an older item first if it cannot be changed in place. */
  async #update(
    key: Key,
    update: UpdateExpression,
    options: Pick<dynamo.UpdateCommandInput, 'ReturnValues'>,
    signal: Signal,
  ): Promise<dynamo.UpdateCommandOutput | undefined> {
    const expressions = this.versions.guard(key, update).build();
    const target = {
      TableName: this.name,
      Key: key,
      // Costs nothing, and distinguishes an item of another version from a failed condition of the caller's.
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    } as const;
    const request = new dynamo.UpdateCommand({ ...target, ...options, ...expressions });
    for (let round = 0; round < MAX_UPGRADE_ROUNDS; round += 1) {
      try {
        return await this.client.send(request, sendOptions(signal));
      } catch (error) {
        if (!isRefused(error)) throw error;
        if (!(await this.#upgradeRefused(key, error, signal))) return undefined;
      }
    }
    throw new Error('The item kept changing');
  }

  /** Whether the update was refused because of the item's version, and may be retried. @throws NewerItemError */
  async #upgradeRefused(key: Key, refusal: Error & { Item?: unknown }, signal: Signal): Promise<boolean> {
    const refused = refusedVersion(refusal);
    if (refused !== undefined) this.versions.read({ ...key, [VERSION]: refused });
    // The embedded database does not return the old item, so read it.
    if (!this.versions.mayNeedUpgrade(key)) return false;
    const item = await this.getStored(key, signal);
    return item !== undefined && (await this.upgrade(item, signal)) !== 'current';
  }

  /**
   * Upgrades a stored item, such as one from a scan, to the current version of its kind. Leaves it alone and returns `changed` if it has
   * changed since it was read. @throws NewerItemError
   */
  async upgrade(item: Item, signal: Signal): Promise<'upgraded' | 'changed' | 'current'> {
    const update = this.versions.upgradeOf(item);
    if (update === undefined) return 'current';
    const request = new dynamo.UpdateCommand({
      TableName: this.name,
      Key: toKey(item),
      ...update.build(),
    });
    const answer = await undefinedIfRefused(this.client.send(request, sendOptions(signal)));
    return answer === undefined ? 'changed' : 'upgraded';
  }

  /** The item exactly as stored, in any version. */
  async getStored(key: Key, signal: Signal): Promise<Item | undefined> {
    const request = new dynamo.GetCommand({ TableName: this.name, Key: key, ConsistentRead: true });
    return (await this.client.send(request, sendOptions(signal))).Item;
  }

  /** Deletes the item if the conditions collected in `update` are met. */
  async deleteIf(key: Key, update: UpdateExpression, signal: Signal): Promise<void> {
    const request = new dynamo.DeleteCommand({ TableName: this.name, Key: key, ...update.build() });
    await undefinedIfRefused(this.client.send(request, sendOptions(signal)));
  }
}

/** Undefined if the request's condition is not met. */
async function undefinedIfRefused<Output>(sent: Promise<Output>): Promise<Output | undefined> {
  try {
    return await sent;
  } catch (error) {
    if (isRefused(error)) return undefined;
    throw error;
  }
}

const isRefused = (error: unknown): error is Error =>
  error instanceof Error && error.name === 'ConditionalCheckFailedException';

const Refusal = v.object({ Item: v.object({ [VERSION]: v.object({ N: v.string() }) }) });

/** The version of the item that failed an update's condition, if DynamoDB returned it and the item has one. */
function refusedVersion(refusal: Error): number | undefined {
  const parsed = v.safeParse(Refusal, refusal);
  return parsed.success ? Number(parsed.output.Item[VERSION].N) : undefined;
}
