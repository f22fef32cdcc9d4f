"use client";

import type { FoundProducts, ProductSummary } from "@highstreet/router/features/inventory/find-products.schema.ts";
import { Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useShop } from "../shell/shop-context.tsx";
import { everywhereLabel, MOST_COUNTED, replacedSettings } from "./product-words.ts";
import { useTRPC } from "./trpc.ts";
import { showEdit, showRefusal } from "./undo-toast.tsx";
import { useUndo } from "./use-undo.ts";

/** The row after an edit that hides or shows the product, before the server answers. */
function whenHidden(row: ProductSummary, hidden: boolean, isForAll: boolean): ProductSummary {
  return { ...row, hiddenIn: hidden ? row.stores : 0, hiddenEverywhere: isForAll ? hidden : row.hiddenEverywhere };
}

interface EditOptions {
  barcode: string;
  title: string | null;
  /** The caller shows why an edit was not made. */
  showsErrors?: boolean;
}

/**
 * Edits a product in one store or in all stores. The lists change at once. If the call fails, the product changes back and a message
 * has the reason. Edits of one product run in the order of the clicks. The message of an edit can take the edit back.
 */
export function useEditProduct({ barcode, title, showsErrors = false }: EditOptions) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { retailerId, stores } = useShop();
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

  function refuse(hidden: boolean | null | undefined, { message }: { message: string }): void {
    if (hidden === true) showRefusal(`${name} was not hidden`, message);
    else showRefusal(hidden === false ? `${name} is not shown` : `${name} was not changed`, message);
  }

  const edit = useMutation(
    trpc.customizations.edit.mutationOptions({
      scope: { id: `product ${retailerId} ${barcode}` },
      onMutate: async ({ storeId, body: { hidden } }) => {
        if (typeof hidden !== "boolean") return {};
        await queries.cancelQueries(lists);
        return { before: changeRow((row) => whenHidden(row, hidden, !storeId)) };
      },
      onError: (error, { body: { hidden } }, context) => {
        const before = context?.before;
        if (before)
          changeRow((row) => ({ ...row, hiddenIn: before.hiddenIn, hiddenEverywhere: before.hiddenEverywhere }));
        if (!showsErrors) refuse(hidden, error);
      },
      onSuccess: (saved, { storeId, body: { hidden } }) => {
        const where = storeId ? (stores.data.find(({ id }) => id === storeId)?.name ?? "one store") : "all stores";
        const done = typeof hidden === "boolean" ? (hidden ? "hidden" : "shown") : "changed";
        showEdit(`${name} is ${done} in ${where}.`, () => void undoEdit(saved));
      },
      // Reloads only after the last of several answers, because an earlier state would be incomplete.
      onSettled: () => {
        if (queries.isMutating({ mutationKey: trpc.customizations.edit.mutationKey() }) > 1) return;
        return Promise.all(
          [trpc.inventory, trpc.customizations, trpc.history].map((part) =>
            queries.invalidateQueries(part.pathFilter()),
          ),
        );
      },
    }),
  );

  /** Hides or shows the product in all stores. Asks first if stores have a setting of their own, which this edit replaces. */
  async function ask(hidden: boolean): Promise<void> {
    const everywhere = () => edit.mutate({ retailerId, barcode, body: { hidden } });
    const query = { retailerId, barcode, hidden: !hidden, page: { size: MOST_COUNTED } };
    const found = await queries.fetchQuery(trpc.customizations.list.queryOptions(query, { staleTime: 0 }));
    const own = "data" in found ? found.data.filter(({ storeId }) => storeId !== null).length : 0;
    if (!own) return everywhere();
    const label = everywhereLabel(hidden);
    modals.openConfirmModal({
      title: label,
      children: <Text size="sm">{replacedSettings(own, name, `${hidden ? "Hiding" : "Showing"} in all stores`)}</Text>,
      labels: { confirm: label, cancel: "Cancel" },
      onConfirm: everywhere,
    });
  }

  return {
    ...edit,
    hideIn: (storeId: string, hidden: boolean) => edit.mutate({ retailerId, storeId, barcode, body: { hidden } }),
    hideEverywhere: (hidden: boolean) => void ask(hidden).catch((error: Error) => refuse(hidden, error)),
  };
}
