import { ChatStoreError } from './chat-store.ts';

/** What `call` gives; its failure under the catalogue's name. @throws ChatStoreError */
export async function naming<Value>(failure: string, call: () => Promise<Value>): Promise<Value> {
  try {
    return await call();
  } catch (cause) {
    throw new ChatStoreError(failure, { cause });
  }
}
