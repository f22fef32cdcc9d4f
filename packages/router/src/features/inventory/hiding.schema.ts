import type { Item } from "./inventory.schema.ts";

type Hidden = Pick<Item, "hidden" | "hiddenEverywhere">;

/** The state of an item in a store. `shown_here`: hidden by the edit for all stores, and shown by the edit for this store. */
export type Hiding = "shown" | "hidden_here" | "hidden_everywhere" | "shown_here";

/** The result of the edit for all stores and the edit for one store. */
export function hidingOf({ hidden, hiddenEverywhere }: Hidden): Hiding {
  if (hiddenEverywhere) return hidden ? "hidden_everywhere" : "shown_here";
  return hidden ? "hidden_here" : "shown";
}

/**
 * The expected item after an edit that hides or shows it, before the server answers. `isForAll`: in all stores. Such an edit clears
 * the edits of single stores.
 */
export function whenHidden<Shown extends Hidden>(item: Shown, edit: { hidden: boolean; isForAll: boolean }): Shown {
  const { hidden, isForAll } = edit;
  return { ...item, hidden, hiddenEverywhere: isForAll ? hidden : item.hiddenEverywhere };
}
