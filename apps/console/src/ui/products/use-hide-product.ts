"use client";

import { whenHidden } from "@highstreet/router/features/inventory/hiding.schema.ts";
import type { Item, ItemPage } from "@highstreet/router/features/inventory/inventory.schema.ts";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import type { z } from "zod";
import { useTRPC } from "../frame/trpc.ts";
import { useStore } from "../shell/store-context.tsx";

type Page = z.infer<typeof ItemPage>;

/**
 * Hides and shows a product in this store or in all stores. The lists change at once. If the call fails, the product changes back and
 * a message has the reason. Edits of one product run in the order of the clicks.
 */
export function useHideProduct({ barcode, title }: Pick<Item, "barcode" | "title">) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { ids, store } = useStore();
  const lists = trpc.inventory.listItems.queryFilter(ids);
  const name = `“${title ?? barcode}”`;

  /** Changes the product in all loaded lists. @returns the product as it was */
  function changeItem(change: (item: Item) => Item): Item | undefined {
    let before: Item | undefined;
    queries.setQueriesData<Page>(lists, (page) => {
      const data = page?.data.map((item) => {
        if (item.barcode !== barcode) return item;
        before = item;
        return change(item);
      });
      return page && data && { ...page, data };
    });
    return before;
  }

  const edit = useMutation(
    trpc.customizations.edit.mutationOptions({
      scope: { id: `product ${ids.retailerId} ${barcode}` },
      onMutate: async ({ storeId, body: { hidden } }) => {
        await queries.cancelQueries(lists);
        const asked = { hidden: hidden === true, isForAll: storeId === undefined };
        return { before: changeItem((item) => whenHidden(item, asked)) };
      },
      onError: (error, { body: { hidden } }, context) => {
        const before = context?.before;
        if (before)
          changeItem((item) => ({ ...item, hidden: before.hidden, hiddenEverywhere: before.hiddenEverywhere }));
        notifications.show({
          color: "red",
          title: hidden ? `${name} was not hidden` : `${name} is not shown`,
          message: error.message,
        });
      },
      onSuccess: (_, { storeId, body: { hidden } }) => {
        const where = storeId ? store.name : "all stores";
        const message = `${name} is ${hidden ? "hidden" : "shown"} in ${where}.`;
        // One message for each product, so that many edits do not queue up messages for minutes.
        notifications.hide(`hidden ${barcode}`);
        notifications.show({ id: `hidden ${barcode}`, message, autoClose: 2_500 });
      },
      // Reloads only after the last of several answers, because an earlier state would be incomplete.
      onSettled: () =>
        queries.isMutating({ mutationKey: trpc.customizations.edit.mutationKey() }) === 1
          ? queries.invalidateQueries(lists)
          : undefined,
    }),
  );

  return {
    hideHere: (hidden: boolean) => edit.mutate({ ...ids, barcode, body: { hidden } }),
    hideEverywhere: (hidden: boolean) => edit.mutate({ retailerId: ids.retailerId, barcode, body: { hidden } }),
  };
}
