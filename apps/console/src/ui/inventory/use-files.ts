"use client";

import { createContext, useContext } from "react";
import { useChosenStore, useShop } from "../shell/shop-context.tsx";
import { texts } from "./texts.ts";

/** The columns of fields that a person chose. */
export type Mapping = Partial<Record<keyof typeof texts.fields, string | string[]>>;

/** Set around the upload of product data, which counts for all stores. */
export const ProductFiles = createContext(false);

/** Whose files a page takes: stock of the chosen store or, without one, of all stores; or product data. */
export function useFiles() {
  const shop = useShop();
  const chosen = useChosenStore();
  const isProducts = useContext(ProductFiles);
  const { retailerId, retailer, may } = shop;
  const store = isProducts ? undefined : chosen;
  const folder = store ? `${retailerId}/stores/${store.id}` : retailerId;
  const { title, text } = texts.allStores;
  const ofAll = isProducts ? texts.products : { title, text };
  return {
    ...shop,
    isProducts,
    store,
    timeZone: store?.timezone ?? retailer.timezone,
    url: isProducts ? `/api/shops/${retailerId}/product-data` : `/api/shops/${folder}/stock`,
    mayUpload: may(isProducts ? "products.putFeed" : store ? "inventory.putStock" : "inventory.putFile"),
    mayConnect: may(store ? "inventory.connect" : "inventory.connectFiles"),
    words: { ...texts.upload, ...(!store && ofAll) },
  };
}
