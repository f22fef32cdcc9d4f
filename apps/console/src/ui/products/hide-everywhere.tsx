"use client";

import type { Item } from "@highstreet/router/features/inventory/inventory.schema.ts";
import { Button, Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { notifications } from "@mantine/notifications";
import { useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "../frame/trpc.ts";
import { useStore } from "../shell/store-context.tsx";

interface Props {
  item: Item;
  name: string;
  isDisabled: boolean;
  hide: (hidden: boolean) => void;
}

/** Hides or shows a product in all stores. Asks first if stores have a setting of their own, which this edit replaces. */
export function HideEverywhere({ item, name, isDisabled, hide }: Props) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { ids } = useStore();
  const hidden = !item.hiddenEverywhere;
  const label = hidden ? "Hide in all stores" : "Show in all stores";

  async function ask(): Promise<void> {
    const query = { retailerId: ids.retailerId, barcode: item.barcode, hidden: !hidden, page: { size: 100 } };
    const found = await queries.fetchQuery(trpc.customizations.list.queryOptions(query, { staleTime: 0 }));
    const own = "data" in found ? found.data.filter(({ storeId }) => storeId !== null).length : 0;
    if (!own) return hide(hidden);
    const stores = own === 1 ? "1 store has a setting" : `${own === 100 ? "At least 100" : own} stores have settings`;
    modals.openConfirmModal({
      title: label,
      children: (
        <Text size="sm">
          {stores} of its own for “{name}”. {hidden ? "Hiding" : "Showing"} in all stores replaces{" "}
          {own === 1 ? "this setting" : "these settings"}.
        </Text>
      ),
      labels: { confirm: label, cancel: "Cancel" },
      onConfirm: () => hide(hidden),
    });
  }

  return (
    <Button
      variant="default"
      size="compact-sm"
      aria-label={`${label}: ${name}`}
      disabled={isDisabled}
      onClick={() => {
        ask().catch((error: Error) => {
          const title = `“${name}” was not ${hidden ? "hidden" : "shown"}`;
          notifications.show({ color: "red", title, message: error.message });
        });
      }}
    >
      {label}
    </Button>
  );
}
