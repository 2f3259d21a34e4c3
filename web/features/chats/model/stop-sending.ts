import type { Desk } from './desk.ts';
import { set } from './desk.ts';

/** Ends the send under way, also before its search has begun. */
export function stopSending(desk: Desk): void {
  const { sending } = desk.state.get();
  if (sending === undefined) return;
  set(desk, { sending: { ...sending, stopRequested: true } });
  desk.search.stop();
}
