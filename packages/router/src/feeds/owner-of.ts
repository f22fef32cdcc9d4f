import type { Actor } from "../kernel/context.ts";

/** The owner of a feed's space: the caller's partner or, without a known partner, the retailer. */
export function ownerOf(actor: Actor | null, retailerId = ""): string {
  return (actor && "partnerId" in actor && actor.partnerId) || retailerId.toLowerCase();
}
