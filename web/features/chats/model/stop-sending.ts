import type { Desk } from './desk.ts';
import { set } from './desk.ts';

/** Ends the send under way, also before its search has begun. Nobody is to send it again by himself. */
export function stopSending(desk: Desk): void {
  const { sending } = desk.state.get();
  if (sending === undefined || sending.stopRequested) return;
  desk.remembered.forget(sending.messageId);
  set(desk, { sending: { ...sending, stopRequested: true } });
  desk.search.stop();
}
