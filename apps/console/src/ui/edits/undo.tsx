"use client";

import type { Edited } from "@highstreet/router/features/customizations/customizations.schema.ts";
import type { Operation } from "@highstreet/router/features/operations/operations.schema.ts";
import { useQueryClient } from "@tanstack/react-query";
import action from "../parts/action.module.css";
import { count, quantity } from "../parts/formats.ts";
import { texts } from "../parts/texts.ts";
import { showToast } from "../parts/toasts.tsx";
import { useTRPC, useTRPCClient } from "../parts/trpc.ts";
import { problemWords } from "../server-words/server-words.ts";
import { useShop } from "../shell/shop-context.tsx";

const POLL_MS = 500;

/** Number of a product's last entries to search for the entry of an edit. */
const MAX_ENTRIES = 20;

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
      [trpc.inventory, trpc.customizations, trpc.history, trpc.rules].map((part) =>
        queries.invalidateQueries(part.pathFilter()),
      ),
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
      await new Promise((resume) => setTimeout(resume, POLL_MS));
      try {
        operation = await queries.fetchQuery(asked);
      } catch (error) {
        showRefusal(texts.operation.continues, texts.operation.noProgress(messageOf(error)));
        return undefined;
      }
    }
    await refresh();
    if (operation.status !== "failed") return operation;
    const { problem } = operation;
    throw new Error(
      problem
        ? problemWords({ code: String(problem.code), message: String(problem.detail), members: problem })
        : texts.operation.failed,
    );
  }

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

  // Of this tab. A reload finds the edit again.
  const running = `running ${retailerId}`;

  /** Follows an edit of many products, and then offers to take it back. */
  async function followEdit(started: Operation, words: EditWords): Promise<void> {
    const { done, failed } = words;
    sessionStorage.setItem(running, started.id);
    try {
      const ended = await follow(started, words.running);
      if (ended) showEdit(done(count(ended.total, "product")), () => void undoOperation(started.id));
    } catch (error) {
      showRefusal(failed, messageOf(error));
    } finally {
      sessionStorage.removeItem(running);
    }
  }

  /** Follows the edit that the end of the page has left alone. */
  async function resumeEdit(): Promise<void> {
    const operationId = sessionStorage.getItem(running);
    if (operationId === null) return;
    const { resumed, done, failed, continues, noProgress } = texts.operation;
    try {
      const started = await queries.fetchQuery(trpc.operations.get.queryOptions({ retailerId, operationId }));
      await followEdit(started, { running: resumed, done, failed });
    } catch (error) {
      showRefusal(continues, noProgress(messageOf(error)));
    }
  }

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

  async function undoEdit({ id, barcode, storeId, version }: Edited): Promise<void> {
    showProgress(texts.undo.running);
    try {
      const { data } = await client.history.list.query({
        retailerId,
        storeId: storeId ?? undefined,
        barcode,
        page: { size: MAX_ENTRIES },
      });
      const entry = data.find(({ target, after }) => target.id === id && after?.version === version);
      if (entry) return await undoOperation(entry.operationId);
      showRefusal(texts.undo.failed, texts.undo.gone);
    } catch (error) {
      showRefusal(texts.undo.failed, messageOf(error));
    }
  }

  return { followEdit, resumeEdit, undoOperation, undoEntry, undoEdit };
}

/** One message at a time: a later edit replaces the message of the one before. */
const ID = "last-edit";

const LONG_MS = 10_000;
const SHORT_MS = 3_000;

/** Shows what the last edit did, with a button that takes the edit back. */
export function showEdit(message: string, undo?: () => void): void {
  showToast({
    id: ID,
    ms: undo ? LONG_MS : SHORT_MS,
    message: (
      <div className={action.line}>
        <span>{message}</span>
        {undo && (
          <button type="button" className={action.quiet} onClick={undo}>
            {texts.undo.button}
          </button>
        )}
      </div>
    ),
  });
}

function showProgress(message: string): void {
  showToast({ id: ID, ms: null, isBusy: true, message });
}

export function showRefusal(title: string, message: string): void {
  showToast({ id: ID, ms: LONG_MS, isError: true, title, message });
}
