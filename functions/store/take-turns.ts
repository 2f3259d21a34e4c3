import { setImmediate as nextTurn } from 'node:timers/promises';

/** Lets so many through in one turn of the event loop; the others wait for the next ones, in their order. */
export function takeTurns(atOnce: number): () => Promise<void> {
  let left = atOnce;
  let turn: Promise<void> | undefined;
  const open = () => {
    turn = undefined;
    left = atOnce;
  };
  return async () => {
    for (;;) {
      turn ??= nextTurn().then(open);
      if (left > 0) break;
      await turn;
    }
    left -= 1;
  };
}
