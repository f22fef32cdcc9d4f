"use client";

import type { Customization } from "@highstreet/router/features/customizations/customizations.schema.ts";
import type { Operation } from "@highstreet/router/features/operations/operations.schema.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useShop } from "../shell/shop-context.tsx";
import { count, quantity } from "./formats.ts";
import { texts } from "./texts.ts";
import { useTRPC, useTRPCClient } from "./trpc.ts";
import { showEdit, showProgress, showRefusal } from "./undo-toast.tsx";

const EACH_MS = 500;

/** Number of a product's last entries to search for the entry of an edit. */
const MOST_ENTRIES = 20;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

interface EditWords {
  running: string;
  /** @param products their number, in words */
  done: (products: string) => string;
  failed: string;
}

/** Takes edits back, and follows operations that the worker runs. */
export function useUndo() {
  const trpc = useTRPC();
  const client = useTRPCClient();
  const queries = useQueryClient();
  const { retailerId } = useShop();

  const refresh = () =>
    Promise.all(
      [trpc.inventory, trpc.customizations, trpc.history].map((part) => queries.invalidateQueries(part.pathFilter())),
    );

  /**
   * Shows the progress of an operation until it ends.
   * @returns undefined if the server no longer answers. The operation goes on, and a message says so
   * @throws an Error with the reason if it fails
   */
  async function follow(started: Operation, words: string): Promise<Operation | undefined> {
    let operation = started;
    const asked = trpc.operations.get.queryOptions({ retailerId, operationId: started.id }, { staleTime: 0 });
    while (operation.status === "running") {
      showProgress(texts.operation.progress(words, quantity(operation.done), count(operation.total, "product")));
      await new Promise((resume) => setTimeout(resume, EACH_MS));
      try {
        operation = await queries.fetchQuery(asked);
      } catch (error) {
        showRefusal(texts.operation.continues, texts.operation.noProgress(messageOf(error)));
        return undefined;
      }
    }
    await refresh();
    if (operation.status !== "failed") return operation;
    const detail = operation.problem?.detail;
    throw new Error(typeof detail === "string" ? detail : texts.operation.failed);
  }

  /** Takes all edits of an operation back. */
  async function undoOperation(operationId: string): Promise<void> {
    try {
      showProgress(texts.undo.running);
      const revert = await client.operations.revert.mutate({ retailerId, operationId });
      const ended = await follow(revert, texts.undo.operation);
      if (ended) showEdit(texts.undo.done(count(ended.total, "product")));
    } catch (error) {
      showRefusal(texts.undo.failed, messageOf(error));
    } finally {
      await refresh();
    }
  }

  /** Follows an edit of many products, and then offers to take it back. */
  async function followEdit(started: Operation, { running, done, failed }: EditWords): Promise<void> {
    try {
      const ended = await follow(started, running);
      if (ended) showEdit(done(count(ended.total, "product")), () => void undoOperation(started.id));
    } catch (error) {
      showRefusal(failed, messageOf(error));
    }
  }

  /** Takes one entry of the history back. */
  async function undoEntry(entryId: string): Promise<void> {
    try {
      await client.history.revert.mutate({ retailerId, entryId });
      showEdit(texts.undo.doneOne);
    } catch (error) {
      showRefusal(texts.undo.failed, messageOf(error));
    } finally {
      await refresh();
    }
  }

  /** Takes one edit of a product back. */
  async function undoEdit({ id, barcode, version }: Customization): Promise<void> {
    showProgress(texts.undo.running);
    try {
      const { data } = await client.history.list.query({ retailerId, barcode, page: { size: MOST_ENTRIES } });
      const entry = data.find(({ target, after }) => target.id === id && after?.version === version);
      if (entry) return await undoOperation(entry.operationId);
      showRefusal(texts.undo.failed, texts.undo.gone);
    } catch (error) {
      showRefusal(texts.undo.failed, messageOf(error));
    }
  }

  return { followEdit, undoOperation, undoEntry, undoEdit };
}
