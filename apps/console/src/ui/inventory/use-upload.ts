"use client";

import { LARGEST_FEED } from "@highstreet/router/core/feeds/feed-size.schema.ts";
import type { StockPreview } from "@highstreet/router/core/feeds/preview.schema.ts";
import type { FeedMode } from "@highstreet/router/features/inventory/inventory.schema.ts";
import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { z } from "zod";
import type { FeedResult } from "../../server/feeds/feed-answer.ts";
import { leadToSignIn } from "../frame/lead-to-sign-in.ts";
import { useTRPC } from "../frame/trpc.ts";
import { useStore } from "../shell/store-context.tsx";
import { previewFeed } from "./preview-feed.ts";
import { type SendProblem, type SendProgress, sendFeed } from "./send-feed.ts";

export type Mode = z.infer<typeof FeedMode>;

/** The step of an upload. */
export type UploadStep =
  | { name: "choose" }
  | { name: "look"; file: File }
  | { name: "decide"; file: File; preview: StockPreview; rehearsed?: { mode: Mode; result: FeedResult } }
  | { name: "send"; file: File; isRehearsal: boolean; progress: SendProgress }
  | { name: "done"; file: File; result: FeedResult }
  | { name: "failed"; file: File; problem: SendProblem };

/** The upload of a file: choose, preview, try or apply, cancel. */
export function useUpload() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { ids } = useStore();
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
    const read = await previewFeed(`${url}/preview`, file, signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
    if (!read || signal.aborted) return;
    if ("problem" in read) fail(file, read.problem);
    else setStep({ name: "decide", file, preview: read.preview });
  };

  const send = async (file: File, preview: StockPreview, mode: Mode, isRehearsal: boolean) => {
    const signal = begin();
    const onProgress = (progress: SendProgress) => setStep({ name: "send", file, isRehearsal, progress });
    onProgress({ sent: 0, size: file.size });
    const asked = new URLSearchParams({ mode, ...(isRehearsal && { dryRun: "true" }) });
    const sent = await sendFeed(`${url}?${asked}`, file, { signal, onProgress });
    if ("problem" in sent) fail(file, sent.problem);
    else if (isRehearsal) setStep({ name: "decide", file, preview, rehearsed: { mode, result: sent.result } });
    else setStep({ name: "done", file, result: sent.result });
    // The history also has refused files.
    if (!isRehearsal) await queries.invalidateQueries(trpc.inventory.pathFilter());
  };

  return {
    step,
    choose: (file: File) => void choose(file),
    apply: (mode: Mode) => step.name === "decide" && void send(step.file, step.preview, mode, false),
    rehearse: (mode: Mode) => step.name === "decide" && void send(step.file, step.preview, mode, true),
    /** Cancels the running step and starts again. */
    reset: () => {
      begin();
      setStep({ name: "choose" });
      // Shows changes that were committed before the cancellation.
      void queries.invalidateQueries(trpc.inventory.pathFilter());
    },
  };
}
