import { once } from "node:events";

/** Loaded into each child of start. The child ends when start ends for any reason. */
// Node passes `--import` to forked processes. The child ends its own forks.
const preload = process.env.HIGHSTREET_CHILD;
if (preload) {
  delete process.env.HIGHSTREET_CHILD;
  process.on("disconnect", () => {
    process.kill(process.pid, "SIGTERM");
    setTimeout(() => process.exit(1), 2000).unref();
  });
  if (preload !== "1") {
    const told = once(process, "message");
    await import(preload);
    await told;
  }
  // This listener alone must not keep the process alive.
  process.channel?.unref();
}
