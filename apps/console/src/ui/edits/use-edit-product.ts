"use client";

import type { FindProducts, FoundProducts, ProductSummary } from "@highstreet/router/features/shelf/shelf.schema.ts";
import { useIsMutating, useMutation, useMutationState, useQueryClient } from "@tanstack/react-query";
import { openQuestion } from "../parts/dialogs.tsx";
import { texts } from "../parts/texts.ts";
import { useTRPC } from "../parts/trpc.ts";
import { useChosenStore, useShop } from "../shell/shop-context.tsx";
import { everywhereWords, notShownWords, replacedSettings } from "./product-words.ts";
import { showEdit, showRefusal, useUndo } from "./undo.tsx";

const words = texts.edit;

interface Edit {
  retailerId: string;
  barcode: string;
  storeId?: string | undefined;
  body: { hidden?: boolean | null | undefined };
}
interface EditEverywhere {
  hidden?: boolean | undefined;
  channels?: string[] | undefined;
}

/** Edits of one product run one after the other. */
const scopeOf = (retailerId: string, barcode: string): string => `product ${retailerId} ${barcode}`;

/** The row of a list after an edit that hides or shows the product. `listed` is the store of the list. */
function afterEdit(
  row: ProductSummary,
  { storeId, body: { hidden } }: Edit,
  listed: string | undefined,
): ProductSummary {
  if (typeof hidden !== "boolean" || (storeId && storeId !== listed)) return row;
  return { ...row, hiddenIn: hidden ? row.stores : 0, hiddenEverywhere: storeId ? row.hiddenEverywhere : hidden };
}

/** The rows of a list as the running edits will leave them. Other rows stay the same objects. */
export function useExpected(rows: ProductSummary[]): ProductSummary[] {
  const trpc = useTRPC();
  const { retailerId } = useShop();
  const store = useChosenStore();
  const running = useMutationState({
    filters: { status: "pending", mutationKey: trpc.customizations.edit.mutationKey() },
    select: ({ state }) => state.variables as Edit,
  }).filter((edit) => edit.retailerId === retailerId);
  if (running.length === 0) return rows;
  return rows.map((row) =>
    running
      .filter(({ barcode }) => barcode === row.barcode)
      .reduce((expected, edit) => afterEdit(expected, edit, store?.id), row),
  );
}

export function useIsEditing(barcode: string): boolean {
  const { retailerId } = useShop();
  const scope = scopeOf(retailerId, barcode);
  return useIsMutating({ predicate: ({ options }) => options.scope?.id === scope }) > 0;
}

interface EditOptions {
  barcode: string;
  title: string | null;
  /** The caller shows why an edit was not made. */
  showsErrors?: boolean;
}

/** Edits a product in one store or in all stores. Edits of one product run in the order of the clicks. */
export function useEditProduct({ barcode, title, showsErrors = false }: EditOptions) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { retailerId, stores } = useShop();
  const { undoEdit } = useUndo();
  const lists = trpc.inventory.findProducts.queryFilter({ retailerId });
  const nameOf = (own: string | null) => words.quoted(own ?? barcode);
  const name = nameOf(title);

  /** Shows a saved edit in the loaded lists. A list of all stores loads again after an edit of one store. */
  function showSaved(saved: Edit): void {
    for (const [key, page] of queries.getQueriesData<FoundProducts>(lists)) {
      const [, { input }] = key as [unknown, { input: FindProducts }];
      const data = page?.data.map((row) =>
        row.barcode === barcode ? afterEdit(row, saved, input.filter?.storeId) : row,
      );
      if (page && data) queries.setQueryData(key, { ...page, data });
    }
  }

  function refuse(hidden: boolean | null | undefined, { message }: { message: string }): void {
    if (hidden === true) showRefusal(words.notHidden(name), message);
    else showRefusal(hidden === false ? words.stillHidden(name) : words.notChanged(name), message);
  }

  const edit = useMutation(
    trpc.customizations.edit.mutationOptions({
      scope: { id: scopeOf(retailerId, barcode) },
      onError: (error, { body: { hidden } }) => {
        if (!showsErrors) refuse(hidden, error);
      },
      onSuccess: (saved, edit) => {
        showSaved(edit);
        const { storeId, body } = edit;
        const where = storeId
          ? (stores.data.find(({ id }) => id === storeId)?.name ?? words.oneStore)
          : words.allStores;
        const done = typeof body.hidden === "boolean" ? (body.hidden ? words.hidden : words.shown) : words.changed;
        const note = saved.notShownIn ? ` ${notShownWords(saved.notShownIn)}` : "";
        showEdit(words.done(nameOf(saved.title ?? title), done, where) + note, () => void undoEdit(saved));
      },
      // Reloads only after the last of several answers, because an earlier state would be incomplete.
      onSettled: (_, error) => {
        if (queries.isMutating({ mutationKey: trpc.customizations.edit.mutationKey() }) > 1) return;
        const loaded = Promise.all(
          [trpc.inventory, trpc.customizations, trpc.history].map((part) =>
            queries.invalidateQueries(part.pathFilter()),
          ),
        );
        return error ? undefined : loaded;
      },
    }),
  );

  /** Asks first if stores have a setting of their own, which the edit replaces. */
  async function ask(body: EditEverywhere): Promise<void> {
    const everywhere = () => edit.mutate({ retailerId, barcode, body });
    const asked = trpc.customizations.countOwnSettings.queryOptions(
      { retailerId, barcode, edit: body },
      { staleTime: 0 },
    );
    const { stores: own } = await queries.fetchQuery(asked);
    if (!own) return everywhere();
    const { label, doing } = everywhereWords(body);
    openQuestion({
      title: label,
      text: replacedSettings(own, name, doing),
      confirm: label,
      onConfirm: everywhere,
    });
  }
  const editEverywhere = (body: EditEverywhere): void =>
    void ask(body).catch((error: Error) => refuse(body.hidden, error));

  return {
    ...edit,
    hideIn: (storeId: string, hidden: boolean) => edit.mutate({ retailerId, storeId, barcode, body: { hidden } }),
    hideEverywhere: (hidden: boolean) => editEverywhere({ hidden }),
    editEverywhere,
  };
}
