import { BatchWriteCommand, type DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { describe, expect, it } from 'vitest';
import { type Item, type Kind, kindOf } from '#functions/store/keys.ts';
import { createStore, type Store } from '#functions/store/store.ts';
import { itemsOf, writeAccount } from '#tests/infra/operate/write-account.ts';
import { FAULTS, type Fault } from '#tests/support/dynamodb-faults.ts';
import { newPerson, noise } from './samples.ts';
import { setUpStore } from './setup.ts';

const setup = setUpStore();
const noWait = async () => undefined;
const sweep = (store: Store, userId: string) => store.account.sweep({ userId, wait: noWait });
const open = (client: DynamoDBDocumentClient) => createStore({ client, tableName: setup.tableName() });

/** Twelve chats with digests, every other one with a message in parts. */
async function writeChats(store: Store, userId: string) {
  for (let chat = 0; chat < 12; chat += 1) {
    const address = { userId, chatId: `chat_${chat}` };
    await store.chats.create(address);
    for (let number = 0; number < 3; number += 1)
      await store.messages.add({ ...address, messageId: `msg_${number}`, role: 'user', content: 'Find x' });
    if (chat % 2 === 1) continue;
    const long = { role: 'assistant', content: 'y', metadata: { model: noise(300_000) } } as const;
    await store.messages.add({ ...address, messageId: 'msg_long', ...long });
  }
}

interface Batch {
  partitions: ReadonlySet<string>;
  kinds: ReadonlySet<Kind | undefined>;
}

/** A client that records which batches are in flight at the same time. */
function watch(real: DynamoDBDocumentClient) {
  const together: (readonly Batch[])[] = [];
  const running = new Set<Batch>();
  const send: DynamoDBDocumentClient['send'] = async (command: never) => {
    const sent: unknown = command;
    if (!(sent instanceof BatchWriteCommand)) return await real.send(command);
    const requests = Object.values(sent.input.RequestItems ?? {}).flat();
    const keys = requests.flatMap(({ DeleteRequest }): Item[] =>
      DeleteRequest?.Key ? [DeleteRequest.Key] : [],
    );
    const batch = { partitions: new Set(keys.map(({ pk }) => String(pk))), kinds: new Set(keys.map(kindOf)) };
    running.add(batch);
    together.push([...running]);
    const answer = await real.send(command);
    running.delete(batch);
    return answer;
  };
  const client: DynamoDBDocumentClient = Object.create(real, { send: { value: send } });
  return { client, together };
}

describe('sweeping an account', () => {
  it('empties several partitions at once, one batch each, and messages after what they name', async () => {
    const userId = newPerson();
    await writeChats(open(setup.database().client), userId);
    const { client, together } = watch(setup.database().client);
    await sweep(open(client), userId);
    const most = Math.max(...together.map((batches) => batches.length));
    expect(most).toBeGreaterThan(1);
    expect(most).toBeLessThanOrEqual(8);
    const named: (Kind | undefined)[] = ['message part', 'search', 'event', 'event part', 'snapshot'];
    for (const batches of together) {
      const partitions = batches.flatMap((batch) => [...batch.partitions]);
      expect(new Set(partitions).size).toBe(partitions.length);
      const kinds = batches.flatMap((batch) => [...batch.kinds]);
      expect(kinds.includes('message') && kinds.some((kind) => named.includes(kind))).toBe(false);
    }
    const begun = together.map((batches) => [...(batches.at(-1)?.kinds ?? [])]);
    const firstMessages = begun.findIndex((kinds) => kinds.includes('message'));
    expect(begun.slice(0, firstMessages).flat()).toContain('message part');
    expect(begun.slice(firstMessages).flat()).not.toContain('message part');
  });

  it.each(FAULTS)('is completed by the next sweep after failing at any write: %s', async (fault: Fault) => {
    for (let number = 0; ; number += 3) {
      const userId = newPerson();
      await writeAccount(open(setup.database().client), userId);
      const faulty = setup.openFaulty();
      faulty.failWrite(number, fault);
      await sweep(open(faulty.client), userId).catch(() => undefined);
      if (faulty.writes.length <= number) return expect(number).toBeGreaterThan(6);
      const store = open(setup.database().client);
      await sweep(store, userId);
      await store.account.erase({ userId, wait: noWait, settles: 0 });
      const left = (await itemsOf(setup.database(), setup.tableName())).filter(
        (item) =>
          JSON.stringify(Object.values(item)).includes(`${userId}"`) ||
          String(item['pk']).includes(`#${userId}#`),
      );
      expect(left.map(({ pk, sk }) => `${pk} / ${sk}`)).toEqual([`USER#${userId} / PROFILE`]);
    }
  });
});
