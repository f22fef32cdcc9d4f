"use client";

import { createContext, type ReactNode, useContext } from "react";
import type { LoadedStore } from "../../server/load-store.ts";
import { useShop } from "./shop-context.tsx";

const StoreContext = createContext<LoadedStore | undefined>(undefined);

export function StoreProvider({ store, children }: { store: LoadedStore | undefined; children: ReactNode }) {
  return <StoreContext value={store}>{children}</StoreContext>;
}

/** The store that the list of a page is filtered by; undefined: all stores. */
export const useChosenStore = (): LoadedStore | undefined => useContext(StoreContext);

/** The time zone of the chosen store, or of the shop. */
export function useTimeZone(): string {
  const chosen = useChosenStore();
  const { retailer } = useShop();
  return chosen?.timezone ?? retailer.timezone;
}

/** The store that the page works on, and its shop. `pathTo` is the address of another page about the same store. */
export function useStore() {
  const shop = useShop();
  const store = useContext(StoreContext);
  if (!store) throw new Error("useStore outside of a page about one store");
  const ids = { retailerId: shop.retailerId, storeId: store.id };
  const pathTo = (section: string) => `${shop.base}/${section}?store=${store.id}`;
  return { ...shop, store, ids, pathTo };
}
