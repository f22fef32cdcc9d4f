"use client";

import type { Product } from "@highstreet/router/features/inventory/inventory.schema.ts";
import { Button, Text, Tooltip } from "@mantine/core";
import { modals } from "@mantine/modals";
import { notifications } from "@mantine/notifications";
import { useQuery } from "@tanstack/react-query";
import { useTRPC } from "../frame/trpc.ts";
import { useShop } from "../shell/shop-context.tsx";
import { texts } from "./texts.ts";
import { useEditProduct } from "./use-edit-product.ts";

/** Hides or shows the product in all stores. Asks first if stores have a setting of their own. */
export function HideInAllStores({ product, name }: { product: Product; name: string }) {
  const trpc = useTRPC();
  const { retailerId, may, whyNot } = useShop();
  const { barcode, stores } = product;
  const edits = useQuery(trpc.customizations.list.queryOptions({ retailerId, barcode, page: { size: 100 } }));
  const { edit, isPending } = useEditProduct({ barcode, name });
  const hidden = stores.some((store) => !store.hidden);
  const label = hidden ? texts.hideEverywhere : texts.showEverywhere;
  const records = edits.data && "data" in edits.data ? edits.data.data : [];
  const own = records.filter((record) => record.storeId !== null && record.hidden === !hidden).length;

  async function change(): Promise<void> {
    try {
      await edit({ hidden });
      notifications.show({ id: `hidden ${barcode}`, message: texts.shownIn(name, hidden, texts.allStores) });
    } catch {
      // `useEditProduct` reports the error.
    }
  }

  function ask(): void {
    modals.openConfirmModal({
      title: label,
      children: <Text size="sm">{texts.ownSettings(own)}</Text>,
      labels: { confirm: label, cancel: texts.cancel },
      onConfirm: () => void change(),
    });
  }

  const mayEdit = may("customizations.edit");
  return (
    <Tooltip label={whyNot} disabled={mayEdit} multiline maw={260}>
      <Button
        variant="default"
        disabled={!mayEdit || !edits.data}
        aria-busy={isPending}
        onClick={() => (own ? ask() : void change())}
      >
        {label}
      </Button>
    </Tooltip>
  );
}
