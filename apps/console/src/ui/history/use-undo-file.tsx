"use client";

import type { FeedUndo } from "@highstreet/router/features/ingest/ingest.schema.ts";
import { useQueryClient } from "@tanstack/react-query";
import { openQuestion } from "../parts/dialogs.tsx";
import { count } from "../parts/formats.ts";
import { showToast } from "../parts/toasts.tsx";
import { useTRPC, useTRPCClient } from "../parts/trpc.ts";
import { useShop } from "../shell/shop-context.tsx";
import { texts } from "./texts.ts";

const words = texts.undoFile;

/** A file of stock of one store or, with `storeId` null, of product data; or a file of stock of all stores. */
type Undoable = { storeId: string | null; ingestId: string } | { fileId: string };

/** Counts what the undo of a file would change, asks, and undoes it. */
export function useUndoFile() {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queries = useQueryClient();
  const { retailerId, may } = useShop();
  const mayUndo = (file: Undoable) => {
    if ("fileId" in file) return may("inventory.undoFile");
    return may(file.storeId === null ? "products.undoIngest" : "inventory.undoIngest");
  };
  const call = (file: Undoable, onlyCount?: true): Promise<FeedUndo> => {
    if ("fileId" in file) return client.inventory.undoFile.mutate({ ...file, retailerId, onlyCount });
    const { storeId, ingestId } = file;
    return storeId === null
      ? client.products.undoIngest.mutate({ retailerId, ingestId, onlyCount })
      : client.inventory.undoIngest.mutate({ retailerId, storeId, ingestId, onlyCount });
  };
  const fail = (error: unknown) =>
    showToast({ isError: true, title: words.failed, message: error instanceof Error ? error.message : String(error) });

  async function undo(file: Undoable): Promise<void> {
    try {
      const { restoredItems } = await call(file);
      showToast({ message: words.done(count(restoredItems, "product")) });
    } catch (error) {
      fail(error);
    }
    await queries.invalidateQueries();
  }

  /** `trpc.history` and the lists of files are read again afterwards. */
  async function ask(file: Undoable): Promise<void> {
    try {
      const { restoredItems, keptItems } = await call(file, true);
      const kept = keptItems ? ` ${words.kept(count(keptItems, "product"))}` : "";
      const text = "storeId" in file && file.storeId === null ? words.products : words.stock;
      openQuestion({
        title: words.title,
        text: `${text(count(restoredItems, "product"))}${kept}`,
        confirm: words.confirm,
        onConfirm: () => void undo(file),
      });
    } catch (error) {
      fail(error);
      await queries.invalidateQueries(trpc.history.pathFilter());
    }
  }
  return { mayUndo, ask };
}
