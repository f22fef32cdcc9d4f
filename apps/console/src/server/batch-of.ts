import "server-only";
import { DomainError } from "@highstreet/router";
import { MOST_IN_BATCH } from "../ui/frame/most-in-batch.ts";
import { texts } from "./texts.ts";

/**
 * Counts the calls in a tRPC request.
 * @throws MalformedRequest for more than `MOST_IN_BATCH` calls
 */
export function batchOf(url: string): number {
  const { pathname, searchParams } = new URL(url);
  if (searchParams.get("batch") !== "1") return 1;
  const calls = pathname.split(/,|%2c/i).length;
  if (calls <= MOST_IN_BATCH) return calls;
  throw new DomainError("MalformedRequest", texts.largeBatch(MOST_IN_BATCH, calls));
}
