"use client";

import { createContext, type ReactNode, useContext } from "react";
import type { ProcedureName } from "../../server/console-router.ts";
import type { LoadedShop } from "../../server/load-shop.ts";
import { texts } from "./texts.ts";

const ShopContext = createContext<LoadedShop | undefined>(undefined);

export function ShopProvider({ shop, children }: { shop: LoadedShop; children: ReactNode }) {
  return <ShopContext value={shop}>{children}</ShopContext>;
}

/** The shop of the page, and the user's permissions there. */
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
    whyNot: texts.whyNot(texts.roles[retailer.role]),
  };
}
