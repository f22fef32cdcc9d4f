/**
 * The clock of a process: the machine's, or `HIGHSTREET_CLOCK_AHEAD` seconds ahead of it, to rehearse what another hour brings
 * (a shop's midnight). All processes on a database need the same.
 * @throws Error with one line where it is no number
 */
export function openClock(env: Record<string, string | undefined>): () => Date {
  const given = env.HIGHSTREET_CLOCK_AHEAD || "0";
  const aheadMs = Number(given) * 1_000;
  if (!Number.isSafeInteger(aheadMs)) {
    throw new Error(`HIGHSTREET_CLOCK_AHEAD is “${given}”: it must be whole seconds.`);
  }
  return () => new Date(Date.now() + aheadMs);
}
