import { createHistogram, monitorEventLoopDelay } from 'node:perf_hooks';

/** In milliseconds; also the lag measured for an event loop that is never late. */
const RESOLUTION = 2;

/**
 * Measures the lag of this process’s event loop between `begin` and `end`, in milliseconds. `own` is the part caused by the loop’s own
 * work: its processor time from one sample to the next. The rest is waiting for a core that another process uses.
 */
export function watchLoop() {
  const loop = monitorEventLoopDelay({ resolution: RESOLUTION });
  const own = createHistogram();
  let timer: NodeJS.Timeout | undefined;
  let atBeginning = process.threadCpuUsage();
  const begin = () => {
    loop.reset();
    loop.enable();
    own.reset();
    let before = process.threadCpuUsage();
    atBeginning = before;
    timer = setInterval(() => {
      const { user, system } = process.threadCpuUsage(before);
      before = process.threadCpuUsage();
      own.record(Math.max(1, user + system));
    }, RESOLUTION);
  };
  return {
    begin,
    end() {
      loop.disable();
      clearInterval(timer);
      const { user, system } = process.threadCpuUsage(atBeginning);
      return {
        p50: loop.percentile(50) / 1e6,
        p99: loop.percentile(99) / 1e6,
        longest: loop.max / 1e6,
        own: { p99: own.percentile(99) / 1e3, longest: own.max / 1e3, total: (user + system) / 1e3 },
      };
    },
  };
}
