/** Loaded before a service. Answers the message `"watch"` with the delay of the event loop in ms since the last message. */
import { monitorEventLoopDelay } from "node:perf_hooks";

const delays = monitorEventLoopDelay({ resolution: 5 });
delays.enable();
process.on("message", (message) => {
  if (message !== "watch") return;
  process.send?.({ watched: true, p99: delays.percentile(99) / 1e6, max: delays.max / 1e6 });
  delays.reset();
});
