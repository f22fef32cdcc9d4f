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

const PartnerContext = createContext<readonly ProcedureName[] | undefined>(undefined);

/** @param mayCall the procedures of the partner's people, for the pages of all shops */
export function PartnerProvider({ mayCall, children }: { mayCall: readonly ProcedureName[]; children: ReactNode }) {
  return <PartnerContext value={mayCall}>{children}</PartnerContext>;
}

/** What the person may do in the shop of the page or, without `shop`, on a page of all shops. */
export function useAccess() {
  const shop = useContext(ShopContext);
  const ofPartner = useContext(PartnerContext);
  const mayCall = shop?.mayCall ?? ofPartner;
  if (!mayCall) throw new Error("useAccess outside of the pages of shops");
  const { role, isOfStores } = shop?.retailer ?? { role: "partner" as const, isOfStores: false };
  return {
    shop,
    may: (procedure: ProcedureName): boolean => mayCall.includes(procedure),
    whyNot: texts.whyNot(`${texts.roles[role]}${isOfStores ? texts.ofStores : ""}`),
  };
}

export function useShop() {
  const { shop, may, whyNot } = useAccess();
  if (!shop) throw new Error("useShop outside of a shop's pages");
  const { retailer } = shop;
  return {
    ...shop,
    retailerId: retailer.id,
    base: `/shops/${retailer.id}`,
    may,
    whyNot,
    /** @param storeId the store of the rules; null: all stores */
    mayChangeRules: (storeId: string | null): boolean => mayChangeRules(retailer, storeId),
    mayEditAll: may("customizations.edit") && !retailer.isOfStores,
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
