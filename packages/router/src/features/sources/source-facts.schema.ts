// Without zod, for browsers.

/** Minutes from one fetch of a stock file to the next: at least, at most, and without a choice. */
export const fetchMinutes = { min: 15, max: 1_440, usual: 60 };

const others = new Set(["http-pull", "connection", "api"]);

/** Whether the shop sends the files of a provider itself. The console shows the upload key for these providers only. */
export const sendsFiles = (provider: string): boolean => !others.has(provider);

/** If not, the ingest counts what the file would have changed. */
export function isTaken(status: string): status is "applied" | "unchanged" {
  return status === "applied" || status === "unchanged";
}
