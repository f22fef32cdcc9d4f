import { isDeepStrictEqual } from "node:util";
import type { ListingStore, SearchProvider } from "@highstreet/providers";
import { gtinOf } from "./gtin.ts";
import { type ListingProblem, refusalOf } from "./refusal-of.ts";
import type { Telling } from "./telling.ts";

/** Of everything that is said of an item. */
export const LANGUAGE = "en";

/** Tells the provider of an item itself. @returns why it refused; null: it did not @throws ProviderError */
export type Tell = (store: ListingStore, itemKey: string, telling: Telling) => Promise<ListingProblem | null>;

/** What stores that send at the same time have to say of the same item is told one after the other, and the same once. */
export function createTeller(search: SearchProvider): Tell {
  const last = new Map<string, { telling: Telling; result: Promise<ListingProblem | null> }>();

  function call(store: ListingStore, itemKey: string, telling: NonNullable<Telling>): Promise<void> {
    const item = { offerId: itemKey, language: LANGUAGE };
    if (telling === "forget") return search.forgetDescription(store, item);
    return search.describeItem(store, { ...item, gtin: gtinOf(itemKey), ...telling });
  }

  return async (store, itemKey, telling) => {
    if (!telling) return null;
    const key = `${store.merchantId} ${store.country} ${itemKey}`;
    const before = last.get(key);
    if (before && isDeepStrictEqual(before.telling, telling)) return before.result;
    const result = (async () => {
      await before?.result.catch(() => undefined);
      return refusalOf(call(store, itemKey, telling));
    })();
    last.set(key, { telling, result });
    return result;
  };
}
