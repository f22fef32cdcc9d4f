import { type Paced, providerMs } from "./pause.ts";

/** A call to a provider may wait for its turn, and is made up to five times. */
const CLAIM_MS = 5 * 60_000;
/** Calls of the sandbox take no time. */
const SHORTEST_MS = 10_000;

/**
 * The end of a claim on work at a provider. A claim lasts longer than the slowest call, so that no call of this worker comes after
 * a call of the next worker.
 */
export function claimEnd(now: Date, providers: Paced): Date {
  return new Date(now.getTime() + providerMs(providers, CLAIM_MS, SHORTEST_MS));
}
