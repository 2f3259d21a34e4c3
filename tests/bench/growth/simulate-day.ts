/** The load of one kind of search. */
export interface SearchLoad {
  /** Share of all searches, 0 to 1. */
  share: number;
  /** Streaming time in seconds, varied by up to a quarter. */
  seconds: number;
}

export interface Day {
  /** Searches started in the busiest second. */
  busiestSecond: number;
  /** Concurrent streams: the peak and the median over the day. */
  streamsAtMost: number;
  streamsHalfOfTheDay: number;
  /** Share of searches that hit a cold start, 0 to 1. */
  coldShare: number;
}

/** Share of a day’s searches in each hour, for users in neighbouring time zones. */
const HOURS = [1, 1, 1, 1, 1, 2, 3, 5, 8, 9, 9, 8, 7, 8, 9, 8, 7, 5, 3, 2, 2, 1, 1, 1];
const TOTAL = HOURS.reduce((sum, weight) => sum + weight, 0);

/** Simulation steps per second. */
const TICKS = 10;
/** Lambda keeps idle instances for some minutes; the exact time is not documented. */
const IDLE = 7 * 60 * TICKS;
const DAY = 86_400 * TICKS;

/**
 * Simulates a day of searches that arrive at random, more by day than by night. Each stream occupies its own instance; an instance
 * that is idle for too long disappears, and the most recently used idle instance is taken first.
 */
export function simulateDay(searches: number, loads: readonly SearchLoad[], random: () => number): Day {
  const instances = createInstances();
  const streams: number[] = [];
  let begun = 0;
  let busiestSecond = 0;
  let second = 0;
  for (let tick = 0; tick < DAY; tick += 1) {
    instances.release(tick);
    const weight = HOURS[Math.floor(tick / (3_600 * TICKS))] ?? 0;
    const arrivals = poisson((searches * weight) / TOTAL / (3_600 * TICKS), random);
    for (let count = 0; count < arrivals; count += 1) instances.take(tick, secondsOf(loads, random));
    begun += arrivals;
    second = tick % TICKS === 0 ? arrivals : second + arrivals;
    busiestSecond = Math.max(busiestSecond, second);
    streams.push(instances.busy());
  }
  streams.sort((a, b) => a - b);
  return {
    busiestSecond,
    streamsAtMost: streams.at(-1) ?? 0,
    streamsHalfOfTheDay: streams[Math.floor(streams.length / 2)] ?? 0,
    coldShare: begun === 0 ? 1 : instances.started() / begun,
  };
}

/** Function instances: busy until their stream ends, then idle until reused or removed. */
function createInstances() {
  const ending = new Map<number, number>();
  const idleSince: number[] = [];
  let busy = 0;
  let started = 0;
  return {
    busy: () => busy,
    started: () => started,
    release(tick: number) {
      const ended = ending.get(tick) ?? 0;
      ending.delete(tick);
      busy -= ended;
      for (let count = 0; count < ended; count += 1) idleSince.push(tick);
    },
    take(tick: number, seconds: number) {
      const since = idleSince.pop();
      if (since === undefined || tick - since > IDLE) {
        started += 1;
        // All others have been idle even longer.
        idleSince.length = 0;
      }
      const end = tick + Math.ceil(seconds * TICKS);
      ending.set(end, (ending.get(end) ?? 0) + 1);
      busy += 1;
    },
  };
}

function secondsOf(loads: readonly SearchLoad[], random: () => number): number {
  let drawn = random();
  for (const { share, seconds } of loads) {
    drawn -= share;
    if (drawn < 0) return seconds * (0.75 + random() / 2);
  }
  return loads.at(-1)?.seconds ?? 0;
}

/** Knuth’s algorithm for a Poisson-distributed number with this mean. */
function poisson(mean: number, random: () => number): number {
  const limit = Math.exp(-mean);
  let count = -1;
  for (let product = 1; product > limit; product *= random()) count += 1;
  return count;
}
