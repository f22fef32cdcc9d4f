"use client";

import type { FoundProducts, ProductSummary } from "@highstreet/router/features/inventory/find-products.schema.ts";
import { Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { notifications } from "@mantine/notifications";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "../frame/trpc.ts";
import { showEdit } from "../frame/undo-toast.tsx";
import { useUndo } from "../frame/use-undo.ts";
import { useShop } from "../shell/shop-context.tsx";
import { useChosenStore } from "../shell/store-context.tsx";
import { texts } from "./texts.ts";

const MOST_COUNTED = 100;

/** The row after an edit that hides or shows the product, before the server answers. */
function whenHidden(row: ProductSummary, { hidden, isForAll }: { hidden: boolean; isForAll: boolean }): ProductSummary {
  return { ...row, hiddenIn: hidden ? row.stores : 0, hiddenEverywhere: isForAll ? hidden : row.hiddenEverywhere };
}

/**
 * Hides and shows a product in the chosen store or in all stores. The lists change at once. If the call fails, the product changes
 * back and a message has the reason. Edits of one product run in the order of the clicks.
 */
export function useHideProduct({ barcode, title }: Pick<ProductSummary, "barcode" | "title">) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { retailerId } = useShop();
  const store = useChosenStore();
  const { undoEdit } = useUndo();
  const lists = trpc.inventory.findProducts.queryFilter({ retailerId });
  const name = `“${title ?? barcode}”`;

  /** Changes the product in all loaded lists. @returns the product as it was */
  function changeRow(change: (row: ProductSummary) => ProductSummary): ProductSummary | undefined {
    let before: ProductSummary | undefined;
    queries.setQueriesData<FoundProducts>(lists, (page) => {
      const data = page?.data.map((row) => {
        if (row.barcode !== barcode) return row;
        before = row;
        return change(row);
      });
      return page && data && { ...page, data };
    });
    return before;
  }

  const notChanged = (hidden: boolean, error: { message: string }) =>
    notifications.show({
      color: "red",
      title: hidden ? `${name} was not hidden` : `${name} is not shown`,
      message: error.message,
    });

  const edit = useMutation(
    trpc.customizations.edit.mutationOptions({
      scope: { id: `product ${retailerId} ${barcode}` },
      onMutate: async ({ storeId, body: { hidden } }) => {
        await queries.cancelQueries(lists);
        return { before: changeRow((row) => whenHidden(row, { hidden: hidden === true, isForAll: !storeId })) };
      },
      onError: (error, { body: { hidden } }, context) => {
        const before = context?.before;
        if (before)
          changeRow((row) => ({ ...row, hiddenIn: before.hiddenIn, hiddenEverywhere: before.hiddenEverywhere }));
        notChanged(hidden === true, error);
      },
      onSuccess: (saved, { storeId, body: { hidden } }) => {
        const where = storeId ? (store?.name ?? "") : "all stores";
        const message = `${name} is ${hidden ? "hidden" : "shown"} in ${where}.`;
        showEdit(message, () => void undoEdit(saved));
      },
      // Reloads only after the last of several answers, because an earlier state would be incomplete.
      onSettled: () =>
        queries.isMutating({ mutationKey: trpc.customizations.edit.mutationKey() }) === 1
          ? queries.invalidateQueries(lists)
          : undefined,
    }),
  );

  const everywhere = (hidden: boolean) => edit.mutate({ retailerId, barcode, body: { hidden } });

  /** Asks first if stores have a setting of their own, which this edit replaces. */
  async function ask(hidden: boolean): Promise<void> {
    const query = { retailerId, barcode, hidden: !hidden, page: { size: MOST_COUNTED } };
    const found = await queries.fetchQuery(trpc.customizations.list.queryOptions(query, { staleTime: 0 }));
    const own = "data" in found ? found.data.filter(({ storeId }) => storeId !== null).length : 0;
    if (!own) return everywhere(hidden);
    const label = hidden ? texts.hideEverywhere : texts.showEverywhere;
    const count = own === MOST_COUNTED ? `At least ${own}` : own;
    modals.openConfirmModal({
      title: label,
      children: (
        <Text size="sm">
          {own === 1 ? "1 store has a setting" : `${count} stores have settings`} of its own for {name}.{" "}
          {hidden ? "Hiding" : "Showing"} in all stores replaces {own === 1 ? "this setting" : "these settings"}.
        </Text>
      ),
      labels: { confirm: label, cancel: "Cancel" },
      onConfirm: () => everywhere(hidden),
    });
  }

  return {
    hideHere: (hidden: boolean) => store && edit.mutate({ retailerId, storeId: store.id, barcode, body: { hidden } }),
    hideEverywhere: { ask: (hidden: boolean) => void ask(hidden).catch((error: Error) => notChanged(hidden, error)) },
  };
}
