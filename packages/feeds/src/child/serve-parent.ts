export const tell = (report: object | "alive"): Promise<void> =>
  new Promise((resolve) => process.send?.(report, undefined, undefined, () => resolve()));

/** Serves the parent of this process: calls `follow` for each order, says that the process is alive, and ends with the parent. */
export function serveParent<Order>(follow: (order: Order) => Promise<void>): void {
  process.on("message", (order: Order) => void follow(order));
  process.on("disconnect", () => process.exit());
  // Ctrl-C reaches the whole group of processes. The parent ends first, and ends its children.
  for (const signal of ["SIGINT", "SIGTERM"] as const) process.on(signal, () => undefined);
  setInterval(() => void tell("alive"), 1_000);
}
