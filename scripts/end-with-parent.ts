/** Loaded into each process that start makes: it ends when start is gone, however that came. */
// Node hands `--import` on to the processes that this one forks; they are its own to end.
if (process.env.HIGHSTREET_CHILD) {
  delete process.env.HIGHSTREET_CHILD;
  process.on("disconnect", () => {
    process.kill(process.pid, "SIGTERM");
    setTimeout(() => process.exit(1), 2000).unref();
  });
  // The listener alone would keep the process alive.
  process.channel?.unref();
}
