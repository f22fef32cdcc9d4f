const codes = new Set([
  // Node's, of a connection that fails
  "ECONNREFUSED",
  "ECONNRESET",
  "ENOTFOUND",
  "EAI_AGAIN",
  "ETIMEDOUT",
  "EHOSTUNREACH",
  "EPIPE",
  // PostgreSQL's: too many connections, shutting down, starting up, read-only after a failover
  "53300",
  "57P01",
  "57P02",
  "57P03",
  "25006",
  // Prisma's: not reachable, timed out, connection closed, no connection free, no transaction begun in time
  "P1001",
  "P1002",
  "P1008",
  "P1017",
  "P2024",
  "P2028",
]);

/** What `pg` throws without a code. */
const messages =
  /timeout exceeded when trying to connect|Connection terminated|Client has encountered a connection error/;

/** Whether what was thrown means that the database cannot be reached just now: the same call may succeed a little later. */
export function isUnavailable(thrown: unknown): boolean {
  if (!(thrown instanceof Error)) return false;
  const code = "code" in thrown ? String(thrown.code) : "";
  if (codes.has(code) || code.startsWith("08") || messages.test(thrown.message)) return true;
  if (thrown instanceof AggregateError && thrown.errors.some(isUnavailable)) return true;
  return isUnavailable(thrown.cause);
}
