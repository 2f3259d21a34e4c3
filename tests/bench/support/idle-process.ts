import { watchLoop } from './loop-lag.ts';

/** Does nothing: how late its event loop is says what the machine's other work does to any process. */
const loop = watchLoop();
process.on('disconnect', () => process.exit(0));
process.on('message', (word) => {
  if (word === 'close') process.exit(0);
  if (word === 'begin') loop.begin();
  process.send?.(word === 'begin' ? 'begun' : loop.end());
});
process.send?.('ready');
