"use client";

import { whenHidden } from "@highstreet/router/features/inventory/hiding.schema.ts";
import type { Item, ItemPage } from "@highstreet/router/features/inventory/inventory.schema.ts";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import { useTRPC } from "../frame/trpc.ts";
import { useShop } from "../shell/shop-context.tsx";

/**
 * Hides and shows a product in this store or in all stores. The lists change at once. If the server refuses, they change back and a
 * message has the reason.
 */
export function useHideProduct() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { ids, store } = useShop();
  const lists = trpc.inventory.listItems.queryFilter(ids);

  const edit = useMutation(
    trpc.customizations.edit.mutationOptions({
      onMutate: async ({ barcode, storeId, body: { hidden } }) => {
        await queries.cancelQueries(lists);
        const before = queries.getQueriesData(lists);
        const asked = { hidden: hidden === true, isForAll: storeId === undefined };
        const change = (item: Item): Item => (item.barcode === barcode ? whenHidden(item, asked) : item);
        queries.setQueriesData<z.infer<typeof ItemPage>>(
          lists,
          (page) => page && { ...page, data: page.data.map(change) },
        );
        return { before };
      },
      onError: (error, { body: { hidden } }, context) => {
        for (const [key, page] of context?.before ?? []) queries.setQueryData(key, page);
        notifications.show({
          color: "red",
          title: hidden ? "The product was not hidden" : "The product is not shown",
          message: error.message,
        });
      },
      onSuccess: (_, { storeId, body: { hidden } }) => {
        const where = storeId ? store.name : "all stores";
        notifications.show({ message: hidden ? `Hidden in ${where}.` : `Shown in ${where}.`, autoClose: 2_500 });
      },
      // Reloads only after the last of several answers, because an earlier state would be incomplete.
      onSettled: () =>
        queries.isMutating({ mutationKey: trpc.customizations.edit.mutationKey() }) === 1
          ? queries.invalidateQueries(lists)
          : undefined,
    }),
  );

  return {
    hideHere: (barcode: string, hidden: boolean) => edit.mutate({ ...ids, barcode, body: { hidden } }),
    hideEverywhere: (barcode: string, hidden: boolean) =>
      edit.mutate({ retailerId: ids.retailerId, barcode, body: { hidden } }),
  };
}
