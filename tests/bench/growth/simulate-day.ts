/** What one kind of search takes. */
export interface SearchLoad {
  /** Share of all searches, 0 to 1. */
  share: number;
  /** How long it streams, in seconds, give or take a quarter. */
  seconds: number;
}

export interface Day {
  /** Searches begun in the busiest second. */
  busiestSecond: number;
  /** Streams open at once: the busiest moment, and how many there are half of the day. */
  streamsAtMost: number;
  streamsHalfOfTheDay: number;
  /** Share of the searches that met no warm instance, 0 to 1. */
  coldShare: number;
}

/** Share of a day's searches in each hour, of people who work in neighbouring time zones. */
const HOURS = [1, 1, 1, 1, 1, 2, 3, 5, 8, 9, 9, 8, 7, 8, 9, 8, 7, 5, 3, 2, 2, 1, 1, 1];
const TOTAL = HOURS.reduce((sum, weight) => sum + weight, 0);

/** Ten moments a second. */
const TICKS = 10;
/** Lambda keeps an idle instance for some minutes; how many is not promised. */
const IDLE = 7 * 60 * TICKS;
const DAY = 86_400 * TICKS;

/**
 * Plays a day of searches that arrive at random, more by day than by night: every stream keeps an instance of its own busy, an instance
 * that was idle for too long is gone, and the instance idle for the shortest time is taken first.
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

/** Instances of the function: busy until their stream ends, then idle until they are taken again or gone. */
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
        // Whoever was idle for longer is gone as well.
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

/** Knuth's: how many of many rare things happen when `mean` are expected. */
function poisson(mean: number, random: () => number): number {
  const limit = Math.exp(-mean);
  let count = -1;
  for (let product = 1; product > limit; product *= random()) count += 1;
  return count;
}
