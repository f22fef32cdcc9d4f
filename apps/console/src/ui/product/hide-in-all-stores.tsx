"use client";

import type { Product } from "@highstreet/router/features/inventory/inventory.schema.ts";
import { Button, Tooltip } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { everywhereLabel } from "../frame/product-words.ts";
import { useTRPC } from "../frame/trpc.ts";
import { useEditProduct } from "../frame/use-edit-product.tsx";
import { useShop } from "../shell/shop-context.tsx";

/** Hides or shows the product in all stores. */
export function HideInAllStores({ product }: { product: Product }) {
  const { retailerId, may, whyNot } = useShop();
  const { hideEverywhere, isPending } = useEditProduct(product);
  const trpc = useTRPC();
  const { barcode } = product;
  // Each store's item has the edit for all stores. Single stores can differ.
  const storeId = product.stores[0]?.storeId ?? "";
  const { data: item } = useQuery(trpc.inventory.getItem.queryOptions({ retailerId, storeId, barcode }));
  const hidden = !item?.hiddenEverywhere;
  const mayEdit = may("customizations.edit");
  return (
    <Tooltip label={whyNot} disabled={mayEdit} multiline maw={260}>
      <Button
        variant="default"
        disabled={!mayEdit || !item}
        aria-busy={isPending}
        onClick={() => hideEverywhere(hidden)}
      >
        {everywhereLabel(hidden)}
      </Button>
    </Tooltip>
  );
}
