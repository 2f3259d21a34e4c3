import { CHAT_ERRORS } from '#shared/errors.ts';
import { ChatStoreError } from '../stores/chat-store.ts';
import type { Desk } from './desk.ts';
import { set } from './desk.ts';

/** Runs a store operation; its failure becomes the conversation's error rather than the caller's. */
export async function attempt(desk: Desk, operation: () => Promise<void>): Promise<void> {
  try {
    await operation();
  } catch (error) {
    const message = error instanceof ChatStoreError ? error.message : CHAT_ERRORS['chat-error'];
    set(desk, { error: { code: 'chat-error', message } });
  }
}

/** As {@link attempt}, and the conversation is loading meanwhile. */
export async function attemptLoad(desk: Desk, operation: () => Promise<void>): Promise<void> {
  const count = (by: number) => desk.state.update((state) => ({ ...state, loads: state.loads + by }));
  count(1);
  await attempt(desk, operation);
  count(-1);
}
