import { callForPartner, type Providers } from "@highstreet/providers";
import { LRUCache } from "lru-cache";
import type { Context } from "../../kernel/context.ts";

const partners = new LRUCache<string, string>({ max: 10_000 });

/** Assigns the provider calls in `work` to the retailer's partner. Every provider call for a retailer uses this function. */
export async function forRetailer<Result>(
  { db }: Pick<Context, "db">,
  retailerId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  let partnerId = partners.get(retailerId);
  if (partnerId === undefined) {
    const row = await db.prisma.retailer.findUnique({ where: { id: retailerId }, select: { partnerId: true } });
    if (!row) return work();
    partnerId = row.partnerId;
    partners.set(retailerId, partnerId);
  }
  return callForPartner(partnerId, work);
}

export type Paced = Pick<Providers, "speed">;

/**
 * Converts a time of real life into a time of the provider. Only this function and the sandbox know that the sandbox is faster.
 * @param shortestMs the minimum, so that a fast sandbox is not called all the time
 */
export function providerMs({ speed }: Paced, realMs: number, shortestMs = 0): number {
  return Math.max(shortestMs, realMs / speed);
}

export function backoffMs(failures: number, firstMs: number, longestMs: number): number {
  return Math.min(longestMs, firstMs * 2 ** Math.min(failures - 1, 20));
}

/** Longer than the slowest call to a provider, which waits for its turn and is sent up to five times. */
const CLAIM_MS = 5 * 60_000;
/** Minimum length of a claim in the sandbox. The faster clock of the sandbox would shorten the claim too much. */
const SHORTEST_MS = 10_000;

/** The end of a worker's claim on provider work. The claim lasts longer than the slowest call, so that another worker cannot overlap. */
export function claimEnd(now: Date, providers: Paced): Date {
  return new Date(now.getTime() + providerMs(providers, CLAIM_MS, SHORTEST_MS));
}

const RUN_MS = 60_000;

export const runEnd = (now: Date): Date => new Date(now.getTime() + RUN_MS);

const LASTING_FROM = 3;

export const isLasting = (failures: number): boolean => failures >= LASTING_FROM;
