"use client";

import { LARGEST_FEED } from "@highstreet/router/core/feeds/feed-size.schema.ts";
import type { StockPreview } from "@highstreet/router/core/feeds/preview.schema.ts";
import type { FeedMapping, FeedMode } from "@highstreet/router/features/inventory/inventory.schema.ts";
import { isPassingError } from "@highstreet/router/kernel/passing-error.schema.ts";
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
import { texts } from "./texts.ts";
import { useRememberColumns } from "./use-remember-columns.ts";

export type Mode = z.infer<typeof FeedMode>;

/** A file that a person decides about. */
export interface DecidedFile {
  file: File;
  preview: StockPreview;
  /** The columns that a person chose for this file. */
  columns: FeedMapping;
  /** The preview still shows earlier columns. */
  isLooking: boolean;
  rehearsed?: { mode: Mode; result: FeedResult };
}

/** The step of an upload. */
export type UploadStep =
  | { name: "choose" }
  | { name: "look"; file: File }
  | ({ name: "decide" } & DecidedFile)
  | { name: "send"; decided: DecidedFile; isRehearsal: boolean; progress: SendProgress }
  | { name: "done"; file: File; result: FeedResult }
  /** `retry` is missing if the same file would fail again. */
  | { name: "failed"; file: File; problem: SendProblem; retry?: () => void };

/** How the file is used. */
export interface Choices {
  mode: Mode;
  /** Store the chosen columns for later files of the store. */
  remember: boolean;
}

/**
 * The upload of a file: choose, preview, try or apply, cancel.
 * @param usualMode the preselected mode
 * @param stored the columns that are remembered for the store
 */
export function useUpload(usualMode: Mode, stored: FeedMapping | undefined) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { ids } = useStore();
  const remember = useRememberColumns();
  const [step, setStep] = useState<UploadStep>({ name: "choose" });
  const [choices, setChoices] = useState<Choices>({ mode: usualMode, remember: true });
  const going = useRef<AbortController>(undefined);
  useEffect(() => () => going.current?.abort(), []);
  const url = `/api/shops/${ids.retailerId}/stores/${ids.storeId}/stock`;

  /** Cancels the running step. Only one step runs at a time. */
  const begin = (): AbortSignal => {
    going.current?.abort();
    going.current = new AbortController();
    return going.current.signal;
  };
  const fail = (file: File, problem: SendProblem, retry?: () => void) => {
    if (problem.code === "Unauthorized") leadToSignIn();
    setStep({ name: "failed", file, problem, ...(retry && isPassingError(problem.code) && { retry }) });
  };

  const choose = (file: File) => {
    begin();
    setChoices({ mode: usualMode, remember: true });
    if (file.size > LARGEST_FEED) {
      fail(file, { code: null, message: texts.upload.tooLarge(LARGEST_FEED >> 20) });
      return;
    }
    void look(file, {});
  };

  /** Shows the file. The old preview stays until the new one arrives. */
  const look = async (file: File, columns: FeedMapping, decided?: DecidedFile) => {
    const signal = begin();
    setStep(decided ? { ...decided, name: "decide", columns, isLooking: true } : { name: "look", file });
    const read = await previewFeed(`${url}/preview`, file, columns, signal).catch((error: unknown) => {
      if (!signal.aborted) throw error;
    });
    if (!read || signal.aborted) return;
    if ("problem" in read) fail(file, read.problem, () => void look(file, columns, decided));
    else setStep({ name: "decide", file, preview: read.preview, columns, isLooking: false });
  };

  const send = async (decided: DecidedFile, mode: Mode, isRehearsal: boolean) => {
    const { file, columns } = decided;
    const signal = begin();
    const onProgress = (progress: SendProgress) => setStep({ name: "send", decided, isRehearsal, progress });
    onProgress({ sent: 0, size: file.size });
    const asked = new URLSearchParams({
      mode,
      ...columnsParameter(columns),
      ...(isRehearsal && { dryRun: "true" }),
    });
    const sent = await sendFeed(`${url}?${asked}`, file, { signal, onProgress });
    if ("problem" in sent) fail(file, sent.problem, () => void send(decided, mode, isRehearsal));
    else if (isRehearsal) setStep({ ...decided, name: "decide", rehearsed: { mode, result: sent.result } });
    else setStep({ name: "done", file, result: sent.result });
    // A refused file also changes the history.
    if (isRehearsal) return;
    await Promise.all([trpc.inventory, trpc.overview].map((part) => queries.invalidateQueries(part.pathFilter())));
  };

  return {
    step,
    choices,
    change: (changes: Partial<Choices>) => setChoices({ ...choices, ...changes }),
    choose,
    mapColumns: (columns: FeedMapping) => step.name === "decide" && void look(step.file, columns, step),
    apply: () => {
      if (step.name !== "decide" || step.isLooking) return;
      const { columns } = step;
      if (choices.remember && Object.keys(columns).length > 0)
        remember.mutate({ ...ids, columns: { ...stored, ...columns } });
      void send(step, choices.mode, false);
    },
    rehearse: () => step.name === "decide" && !step.isLooking && void send(step, choices.mode, true),
    /** Cancels the running step. A cancelled dry run returns to its file, any other step to the choice of a file. */
    cancel: () => {
      begin();
      setStep(step.name === "send" && step.isRehearsal ? { ...step.decided, name: "decide" } : { name: "choose" });
      // Shows changes that were committed before the cancellation.
      void queries.invalidateQueries(trpc.inventory.pathFilter());
    },
  };
}
