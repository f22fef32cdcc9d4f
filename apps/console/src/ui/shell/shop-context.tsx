"use client";

import { mayChangeRules } from "@highstreet/router/features/rules/rules.schema.ts";
import { createContext, type ReactNode, useContext } from "react";
import type { ProcedureName } from "../../server/console-router.ts";
import type { LoadedShop, LoadedStore } from "../../server/load-shop.ts";
import { texts } from "./texts.ts";

const ShopContext = createContext<LoadedShop | undefined>(undefined);

export function ShopProvider({ shop, children }: { shop: LoadedShop; children: ReactNode }) {
  return <ShopContext value={shop}>{children}</ShopContext>;
}

export function useShop() {
  const shop = useContext(ShopContext);
  if (!shop) throw new Error("useShop outside of a shop's pages");
  const { retailer } = shop;
  const may = (procedure: ProcedureName): boolean => shop.mayCall.includes(procedure);
  return {
    ...shop,
    retailerId: retailer.id,
    base: `/shops/${retailer.id}`,
    may,
    /** @param storeId the store of the rules; null: all stores */
    mayChangeRules: (storeId: string | null): boolean => mayChangeRules(retailer, storeId),
    mayEditAll: may("customizations.edit") && !retailer.isOfStores,
    whyNot: texts.whyNot(`${texts.roles[retailer.role]}${retailer.isOfStores ? texts.ofStores : ""}`),
  };
}

/** The e-mail address of the person; empty outside of a shop's pages. */
export const usePerson = (): string => useContext(ShopContext)?.me.email ?? "";

const StoreContext = createContext<LoadedStore | undefined>(undefined);

export function StoreProvider({ store, children }: { store: LoadedStore | undefined; children: ReactNode }) {
  return <StoreContext value={store}>{children}</StoreContext>;
}

/** The store that the list of a page is filtered by; undefined: all stores. */
export const useChosenStore = (): LoadedStore | undefined => useContext(StoreContext);

/** The time zone of the chosen store, otherwise of the shop. The pages of all shops have none. */
export function useTimeZone(): string {
  const chosen = useChosenStore();
  const shop = useContext(ShopContext);
  return chosen?.timezone ?? shop?.retailer.timezone ?? "UTC";
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
