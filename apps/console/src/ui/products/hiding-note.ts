import type { ProductSummary } from "@highstreet/router/features/inventory/find-products.schema.ts";
import { texts } from "./texts.ts";

type Hidden = Pick<ProductSummary, "stores" | "hiddenIn" | "hiddenEverywhere">;

/** Whether at least one of the stores shows the product. */
export const isShown = ({ hiddenIn, stores }: Hidden): boolean => hiddenIn < stores;

/** Where a product is hidden, in words; empty if no store of the list hides it. */
export function hidingNote(product: Hidden, isInOneStore: boolean): string {
  const { hiddenIn, stores, hiddenEverywhere } = product;
  if (isShown(product) && isInOneStore) return hiddenEverywhere ? texts.hiddenExceptHere : "";
  if (isShown(product)) return hiddenIn > 0 ? texts.hiddenIn(hiddenIn, stores) : "";
  return isInOneStore && !hiddenEverywhere ? texts.hiddenHere : texts.hiddenEverywhere;
}
