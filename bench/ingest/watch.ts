/** Loaded before the service. Answers the message `"watch"` with the delay of the event loop since the last message. */
import { monitorEventLoopDelay } from "node:perf_hooks";

const delays = monitorEventLoopDelay({ resolution: 5 });
delays.enable();
process.on("message", (message) => {
  if (message !== "watch") return;
  const ms = (nanoseconds: number) => nanoseconds / 1e6;
  process.send?.({ watched: true, p99: ms(delays.percentile(99)), max: ms(delays.max) });
  delays.reset();
});
