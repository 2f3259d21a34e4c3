import { watchLoop } from './loop-lag.ts';

/** An idle process: its event loop lag shows how the machine’s other work affects any process. */
const loop = watchLoop();
process.on('disconnect', () => process.exit(0));
process.on('message', (word) => {
  if (word === 'close') process.exit(0);
  if (word === 'begin') loop.begin();
  process.send?.(word === 'begin' ? 'begun' : loop.end());
});
process.send?.('ready');
