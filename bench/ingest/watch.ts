/** Loaded before the service: says when it is asked (`"watch"`) how late its event loop was since the last time. */
import { monitorEventLoopDelay } from "node:perf_hooks";

const delays = monitorEventLoopDelay({ resolution: 5 });
delays.enable();
process.on("message", (message) => {
  if (message !== "watch") return;
  const ms = (nanoseconds: number) => nanoseconds / 1e6;
  process.send?.({ watched: true, p99: ms(delays.percentile(99)), max: ms(delays.max) });
  delays.reset();
});
