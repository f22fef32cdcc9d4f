"use client";

import { createContext, type ReactNode, useContext } from "react";
import type { LoadedShop } from "../../server/load-shop.ts";

const ShopContext = createContext<LoadedShop | undefined>(undefined);

export function ShopProvider({ shop, children }: { shop: LoadedShop; children: ReactNode }) {
  return <ShopContext value={shop}>{children}</ShopContext>;
}

/** The shop and store of the page, and the user's permissions there. */
export function useShop() {
  const shop = useContext(ShopContext);
  if (!shop) throw new Error("useShop outside of a store's pages");
  const { retailer, store } = shop;
  const base = `/shops/${retailer.id}/stores/${store.id}`;
  const may = (scope: string): boolean => retailer.scopes.includes(scope);
  const ids = { retailerId: retailer.id, storeId: store.id };
  return {
    ...shop,
    base,
    ids,
    may,
    whyNot: `Your role here (${retailer.role}) lets you look, not change. Ask an owner of the shop.`,
  };
}
