"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter, useSearchParams } from "next/navigation";
import { useTRPC } from "../parts/trpc.ts";
import { useShop } from "../shell/shop-context.tsx";
import { useOwnStore } from "../shell/use-find.ts";

/** Whether a text can be a barcode, or a code of another kind. */
export const isCode = (text: string): boolean => /^[^\s\d]*\d\S*$/.test(text);

/** Addresses of the products in the chosen store. */
export function useProductPaths() {
  const { base } = useShop();
  const store = useSearchParams().get("store");
  const query = (params: Record<string, string>) => {
    const all = new URLSearchParams({ ...(store && { store }), ...params }).toString();
    return all && `?${all}`;
  };
  return {
    list: (params: Record<string, string>) => `${base}/products${query(params)}`,
    product: (barcode: string, params: Record<string, string> = {}) =>
      `${base}/products/${encodeURIComponent(barcode)}${query(params)}`,
  };
}

/** Opens the product with exactly this code, in any spelling. Resolves with false if the shop has none. */
export function useOpenCode(): (code: string) => Promise<boolean> {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const router = useRouter();
  const { retailerId } = useShop();
  const storeId = useOwnStore();
  const paths = useProductPaths();
  return async (code) => {
    const { data } = await queries.fetchQuery(
      trpc.inventory.findProducts.queryOptions({ retailerId, filter: { barcode: code, storeId }, pageSize: 1 }),
    );
    if (data[0]) router.push(paths.product(data[0].barcode));
    return data[0] !== undefined;
  };
}
