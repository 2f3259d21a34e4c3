import { monitorEventLoopDelay, performance } from 'node:perf_hooks';
import { searchIdOf } from '#shared/search-id.ts';
import { fakeProviders } from '#tests/support/fake-providers.ts';
import { memorySearchLog, memorySlots } from '#tests/support/memory-stores.ts';
import { readEvents } from '#tests/support/read-stream.ts';
import { postSearch, searchApp, searchBody, UNLIMITED } from '#tests/support/search-app.ts';

/**
 * Searches at once in one process, each with a follower on another instance, providers answering at once: how much longer many take
 * than one, as ratios of one run, and that none is lost.
 */
const COUNTS = [1, 10, 50, 200];
const ROUNDS = 5;

async function runAtOnce(count: number): Promise<{ milliseconds: number; lost: number; lag: number }> {
  const searchLog = memorySearchLog();
  const settings = { searchLog, runningSlots: memorySlots(), limits: { ...UNLIMITED, atOnce: count } };
  const here = searchApp({ ...settings, providers: fakeProviders() });
  const elsewhere = searchApp(settings);
  const loop = monitorEventLoopDelay({ resolution: 1 });
  loop.enable();
  const begun = performance.now();
  const outcomes = await Promise.all(
    Array.from({ length: count }, async (_, index) => {
      const body = { ...searchBody, messageId: `msg_${index}`, deepResearch: true };
      const response = await here.fetch(postSearch(body));
      const searchId = await searchIdOf({
        userId: 'anonymous',
        chatId: body.chatId,
        messageId: body.messageId,
      });
      const follow = new Request(`http://localhost/api/searches/${searchId}/events`);
      const [streamed, followed] = await Promise.all([
        readEvents(response),
        readEvents(await elsewhere.fetch(follow)),
      ]);
      return streamed.at(-1)?.event.type === 'done' && followed.length === streamed.length;
    }),
  );
  loop.disable();
  return {
    milliseconds: performance.now() - begun,
    lost: outcomes.filter((whole) => !whole).length,
    lag: loop.percentile(99) / 1e6,
  };
}

const median = (values: number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

await runAtOnce(10);
let one = 0;
console.info('searches   lost   median time of one = 1   event-loop delay p99 (ms)');
for (const count of COUNTS) {
  const rounds = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await runAtOnce(count));
  const time = median(rounds.map(({ milliseconds }) => milliseconds));
  one ||= time;
  const lost = rounds.reduce((sum, round) => sum + round.lost, 0);
  const lag = median(rounds.map((round) => round.lag));
  console.info(
    `${String(count).padStart(8)} ${String(lost).padStart(6)} ${(time / one).toFixed(2).padStart(24)} ${lag.toFixed(1).padStart(27)}`,
  );
}
