import { startDatabase } from '#infra/local/database.ts';

/**
 * The embedded database in its own process, because it keeps one core busy. Its first message holds the variables by which a function
 * finds it; it answers 'end' with its CPU share since 'begin'.
 */
const database = await startDatabase({ hasPort: true });
let before = { time: process.hrtime.bigint(), usage: process.cpuUsage() };
const answers: Record<string, () => unknown> = {
  begin: () => {
    before = { time: process.hrtime.bigint(), usage: process.cpuUsage() };
    return 'begun';
  },
  end: () => {
    const { user, system } = process.cpuUsage(before.usage);
    return ((user + system) * 1_000) / Number(process.hrtime.bigint() - before.time);
  },
};
// Also exits when the parent process dies.
process.on('disconnect', () => process.exit(0));
process.on('message', (word) => {
  if (word === 'close') process.exit(0);
  process.send?.(answers[String(word)]?.());
});
process.send?.({
  TABLE_NAME: await database.createTable('bench'),
  AWS_ENDPOINT_URL_DYNAMODB: database.endpoint,
});
