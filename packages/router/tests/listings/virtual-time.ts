import { setImmediate as turn } from "node:timers/promises";

/** A clock that advances only when code sleeps: it moves to the end of the shortest sleep. */
export function createVirtualTime(start = Date.UTC(2026, 2, 2, 9)) {
  let time = start;
  const sleepers: { until: number; wake: () => void }[] = [];
  let isWaking = false;

  async function wakeAll(): Promise<void> {
    isWaking = true;
    while (sleepers.length) {
      // Lets the woken code sleep again before the clock advances.
      await turn();
      let first = 0;
      for (let at = 1; at < sleepers.length; at++) {
        if ((sleepers[at]?.until ?? 0) < (sleepers[first]?.until ?? 0)) first = at;
      }
      const [sleeper] = sleepers.splice(first, 1);
      if (!sleeper) break;
      time = Math.max(time, sleeper.until);
      sleeper.wake();
    }
    isWaking = false;
  }

  return {
    now: () => time,
    sleep: (ms: number) =>
      new Promise<void>((wake) => {
        sleepers.push({ until: time + ms, wake });
        if (!isWaking) void wakeAll();
      }),
  };
}
