/** Loaded into each child of start. The child ends when start ends for any reason. */
// Node passes `--import` to forked processes. The child ends its own forks.
if (process.env.HIGHSTREET_CHILD) {
  delete process.env.HIGHSTREET_CHILD;
  process.on("disconnect", () => {
    process.kill(process.pid, "SIGTERM");
    setTimeout(() => process.exit(1), 2000).unref();
  });
  // This listener alone must not keep the process alive.
  process.channel?.unref();
}
