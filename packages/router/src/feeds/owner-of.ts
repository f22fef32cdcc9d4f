import type { Actor } from "../context.ts";

/** In whose name a feed takes room: the caller's partner, or where none is known the retailer. */
export function ownerOf(actor: Actor | null, retailerId = ""): string {
  return (actor && "partnerId" in actor && actor.partnerId) || retailerId.toLowerCase();
}
