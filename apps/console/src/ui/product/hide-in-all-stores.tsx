"use client";

import type { Product } from "@highstreet/router/features/inventory/inventory.schema.ts";
import { Button, Tooltip } from "@mantine/core";
import { everywhereLabel } from "../frame/product-words.ts";
import { useEditProduct } from "../frame/use-edit-product.tsx";
import { useShop } from "../shell/shop-context.tsx";

/** Hides or shows the product in all stores. */
export function HideInAllStores({ product }: { product: Product }) {
  const { may, whyNot } = useShop();
  const { hideEverywhere, isPending } = useEditProduct(product);
  const hidden = product.stores.some((store) => !store.hidden);
  const mayEdit = may("customizations.edit");
  return (
    <Tooltip label={whyNot} disabled={mayEdit} multiline maw={260}>
      <Button variant="default" disabled={!mayEdit} aria-busy={isPending} onClick={() => hideEverywhere(hidden)}>
        {everywhereLabel(hidden)}
      </Button>
    </Tooltip>
  );
}
