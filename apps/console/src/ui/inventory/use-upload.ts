"use client";

import { LARGEST_FEED } from "@highstreet/router/core/feeds/feed-size.schema.ts";
import type { StockPreview } from "@highstreet/router/core/feeds/preview.schema.ts";
import type { FeedMapping, FeedMode } from "@highstreet/router/features/inventory/inventory.schema.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { z } from "zod";
import type { FeedResult } from "../../server/feeds/feed-answer.ts";
import { leadToSignIn } from "../frame/lead-to-sign-in.ts";
import { useTRPC } from "../frame/trpc.ts";
import { useStore } from "../shell/store-context.tsx";
import { columnsParameter } from "./columns-of.ts";
import { previewFeed } from "./preview-feed.ts";
import { type SendProblem, type SendProgress, sendFeed } from "./send-feed.ts";
import { useRememberColumns } from "./use-remember-columns.ts";

export type Mode = z.infer<typeof FeedMode>;

/** The step of an upload. */
export type UploadStep =
  | { name: "choose" }
  | { name: "look"; file: File }
  | {
      name: "decide";
      file: File;
      preview: StockPreview;
      /** The columns that a person chose for this file. */
      columns: FeedMapping;
      rehearsed?: { mode: Mode; result: FeedResult };
    }
  | { name: "send"; file: File; isRehearsal: boolean; progress: SendProgress }
  | { name: "done"; file: File; result: FeedResult }
  | { name: "failed"; file: File; problem: SendProblem };

/** The upload of a file: choose, preview, try or apply, cancel. */
export function useUpload() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { ids } = useStore();
  const remember = useRememberColumns();
  const [step, setStep] = useState<UploadStep>({ name: "choose" });
  const going = useRef<AbortController>(undefined);
  useEffect(() => () => going.current?.abort(), []);
  const url = `/api/shops/${ids.retailerId}/stores/${ids.storeId}/stock`;

  /** Cancels the running step. Only one step runs at a time. */
  const begin = (): AbortSignal => {
    going.current?.abort();
    going.current = new AbortController();
    return going.current.signal;
  };
  const fail = (file: File, problem: SendProblem) => {
    if (problem.code === "Unauthorized") leadToSignIn();
    setStep({ name: "failed", file, problem });
  };

  const choose = async (file: File) => {
    const signal = begin();
    if (file.size > LARGEST_FEED) {
      fail(file, { code: null, message: `The file is larger than the limit of ${LARGEST_FEED >> 20} MiB.` });
      return;
    }
    setStep({ name: "look", file });
    await look(file, {}, signal);
  };

  const look = async (file: File, columns: FeedMapping, signal: AbortSignal) => {
    const read = await previewFeed(`${url}/preview`, file, columns, signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
    if (!read || signal.aborted) return;
    if ("problem" in read) fail(file, read.problem);
    else setStep({ name: "decide", file, preview: read.preview, columns });
  };

  const send = async (decided: Extract<UploadStep, { name: "decide" }>, mode: Mode, isRehearsal: boolean) => {
    const { file, preview, columns } = decided;
    const signal = begin();
    const onProgress = (progress: SendProgress) => setStep({ name: "send", file, isRehearsal, progress });
    onProgress({ sent: 0, size: file.size });
    const asked = new URLSearchParams({
      mode,
      ...columnsParameter(columns),
      ...(isRehearsal && { dryRun: "true" }),
    });
    const sent = await sendFeed(`${url}?${asked}`, file, { signal, onProgress });
    if ("problem" in sent) fail(file, sent.problem);
    else if (isRehearsal) setStep({ name: "decide", file, preview, columns, rehearsed: { mode, result: sent.result } });
    else setStep({ name: "done", file, result: sent.result });
    // A refused file also changes the history.
    if (isRehearsal) return;
    await Promise.all([trpc.inventory, trpc.overview].map((part) => queries.invalidateQueries(part.pathFilter())));
  };

  return {
    step,
    choose: (file: File) => void choose(file),
    /** Shows the file with other columns. The old preview stays until the new one arrives. */
    mapColumns: (columns: FeedMapping) => step.name === "decide" && void look(step.file, columns, begin()),
    /** @param remembered the columns to store for later files of the store */
    apply: (mode: Mode, remembered?: FeedMapping) => {
      if (step.name !== "decide") return;
      if (remembered) remember.mutate({ ...ids, columns: remembered });
      void send(step, mode, false);
    },
    rehearse: (mode: Mode) => step.name === "decide" && void send(step, mode, true),
    /** Cancels the running step and returns to the choice of a file. */
    reset: () => {
      begin();
      setStep({ name: "choose" });
      // Shows changes that were committed before the cancellation.
      void queries.invalidateQueries(trpc.inventory.pathFilter());
    },
  };
}
