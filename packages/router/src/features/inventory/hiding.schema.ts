import type { Item } from "./inventory.schema.ts";

type Hidden = Pick<Item, "hidden" | "hiddenEverywhere">;

/** How an item stands: `shown_here`: hidden by the edit for all stores, and shown by the one for its own. */
export type Hiding = "shown" | "hidden_here" | "hidden_everywhere" | "shown_here";

/** What the two levels of editing come to (contract §4, effective value), in one word. */
export function hidingOf({ hidden, hiddenEverywhere }: Hidden): Hiding {
  if (hiddenEverywhere) return hidden ? "hidden_everywhere" : "shown_here";
  return hidden ? "hidden_here" : "shown";
}

/**
 * What hiding or showing makes of an item, before the server has answered. `isForAll`: in all stores, which clears what
 * each of them says (contract §4).
 */
export function whenHidden<Shown extends Hidden>(item: Shown, edit: { hidden: boolean; isForAll: boolean }): Shown {
  const { hidden, isForAll } = edit;
  return { ...item, hidden, hiddenEverywhere: isForAll ? hidden : item.hiddenEverywhere };
}
