import { startDatabase } from '#infra/local/database.ts';

/**
 * The embedded database, in a process of its own since it keeps one busy. Says with which variables a function finds it; answers 'end' with
 * the share of that process's time it worked since 'begin'.
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
// Also when whoever started it has gone.
process.on('disconnect', () => process.exit(0));
process.on('message', (word) => {
  if (word === 'close') process.exit(0);
  process.send?.(answers[String(word)]?.());
});
process.send?.({
  TABLE_NAME: await database.createTable('bench'),
  AWS_ENDPOINT_URL_DYNAMODB: database.endpoint,
});
