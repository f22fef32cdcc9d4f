/** Whether the stock of the store is that of the file. If not, the ingest counts what the file would have changed. */
export function isTaken(status: string): status is "applied" | "unchanged" {
  return status === "applied" || status === "unchanged";
}
