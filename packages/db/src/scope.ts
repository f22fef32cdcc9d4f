/** A store, or without one a retailer as a whole. */
interface ShopScope {
  readonly retailerId: string;
  readonly storeId?: string | null | undefined;
  /** Separate data of the retailer, such as its products, with its own queue. */
  readonly part?: string;
}

/** The scope of a transaction. `"no shop"`: rows of a partner or of the system, outside of any retailer. */
export type TransactionScope = ShopScope | "no shop";

/**
 * Name of the queue in which changes of a store wait for each other; without a store, of retailer-wide changes. Ids are UUIDs in
 * any case: different spellings are the same queue.
 */
export function storeQueueKey(retailerId: string, storeId?: string | null): string {
  return `${retailerId} ${storeId ?? ""}`.toLowerCase();
}
