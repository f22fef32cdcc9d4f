"use client";

import { MAX_FEED_BYTES } from "@highstreet/router/core/feeds/feed-size.schema.ts";
import type { StockPreview } from "@highstreet/router/core/feeds/preview.schema.ts";
import type { FeedMapping, FeedMode } from "@highstreet/router/features/sources/source.schema.ts";
import { useSessionStorage } from "@mantine/hooks";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { z } from "zod";
import type { FeedResult } from "../../server/feeds/feed-calls.ts";
import { showToast } from "../parts/toasts.tsx";
import { leadToSignIn, useTRPC } from "../parts/trpc.ts";
import { useLeaveGuard } from "../parts/use-leave-guard.ts";
import { columnsParameter } from "./map-columns.tsx";
import { isPassingError, readProblem, type SendProblem, type SendProgress, sendFeed } from "./send-feed.ts";
import { texts } from "./texts.ts";
import { type Mapping, useFiles } from "./use-files.ts";

export type Mode = z.infer<typeof FeedMode>;

/** A file that a person decides about. */
export interface DecidedFile {
  file: File;
  preview: StockPreview;
  columns: Mapping;
  /** The preview still shows earlier columns. */
  isLooking: boolean;
  rehearsed?: { mode: Mode; result: FeedResult } | undefined;
}

type UploadStep =
  | { name: "choose" }
  | { name: "look"; file: File }
  | ({ name: "decide" } & DecidedFile)
  | { name: "send"; decided: DecidedFile; isRehearsal: boolean; progress: SendProgress }
  | { name: "done"; file: File; result: FeedResult }
  /** `retry` is missing if the same file would fail again. */
  | { name: "failed"; file: File; problem: SendProblem; retry?: () => void };

export interface Choices {
  mode: Mode;
  /** Store the chosen columns for later files. */
  remember: boolean;
}

/** The upload of a file: choose, preview, try or apply, cancel. */
export function useUpload(usualMode: Mode, stored: Mapping | undefined) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { url, isProducts } = useFiles();
  const remember = useRememberColumns();
  const [step, setStep] = useState<UploadStep>({ name: "choose" });
  const [choices, setChoices] = useState<Choices>({ mode: usualMode, remember: true });
  // The name of the file that is sent now. After a reload: of the file that was not sent to its end.
  const [sending, setSending] = useSessionStorage({ key: `upload ${url}`, defaultValue: "" });
  const going = useRef<AbortController>(undefined);
  useEffect(() => () => going.current?.abort(), []);
  useLeaveGuard(step.name === "send" && !step.isRehearsal, () => going.current?.abort());

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
    setSending("");
    setChoices({ mode: usualMode, remember: true });
    if (file.size > MAX_FEED_BYTES) {
      fail(file, { code: null, message: texts.upload.tooLarge(MAX_FEED_BYTES >> 20) });
      return;
    }
    void look(file, {});
  };

  /** Shows the file. The old preview stays until the new one arrives. */
  const look = async (file: File, columns: Mapping, decided?: DecidedFile) => {
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
      ...(!isProducts && { mode }),
      ...columnsParameter(columns),
      ...(isRehearsal && { dryRun: "true" }),
    });
    if (!isRehearsal) setSending(file.name);
    const sent = await sendFeed(`${url}?${asked}`, file, { signal, onProgress });
    setSending("");
    if ("problem" in sent) fail(file, sent.problem, () => void send(decided, mode, isRehearsal));
    else if (isRehearsal) setStep({ ...decided, name: "decide", rehearsed: { mode, result: sent.result } });
    else setStep({ name: "done", file, result: sent.result });
    // A refused file also changes the history.
    if (isRehearsal) return;
    await Promise.all(
      [trpc.inventory, trpc.products, trpc.overview, trpc.history].map((part) =>
        queries.invalidateQueries(part.pathFilter()),
      ),
    );
  };

  return {
    step,
    /** The file whose upload the end of the page has cut off; empty: none. */
    cutOff: step.name === "choose" ? sending : "",
    choices,
    change: (changes: Partial<Choices>) => setChoices({ ...choices, ...changes }),
    choose,
    mapColumns: (columns: Mapping) => step.name === "decide" && void look(step.file, columns, step),
    apply: () => {
      if (step.name !== "decide" || step.isLooking) return;
      const { columns } = step;
      if (choices.remember && !isProducts && Object.keys(columns).length > 0)
        remember.mutate({ columns: { ...stored, ...columns } });
      void send(step, choices.mode, false);
    },
    reconsider: () => step.name === "decide" && setStep({ ...step, rehearsed: undefined }),
    rehearse: () => step.name === "decide" && !step.isLooking && void send(step, choices.mode, true),
    /** Cancels the running step. A cancelled dry run returns to its file, any other step to the choice of a file. */
    cancel: () => {
      begin();
      setSending("");
      setStep(step.name === "send" && step.isRehearsal ? { ...step.decided, name: "decide" } : { name: "choose" });
      // Shows changes that were committed before the cancellation.
      void queries.invalidateQueries(trpc.inventory.pathFilter());
    },
  };
}

/** Number of bytes for the first attempt. */
export const HEAD = 1 << 20;

/**
 * Previews a file from its beginning, or from the whole file if the beginning is not enough.
 * @throws DOMException if the file is no longer readable, or `signal` is aborted
 */
async function previewFeed(
  url: string,
  file: Blob,
  columns: Mapping,
  signal: AbortSignal,
): Promise<{ preview: StockPreview } | { problem: SendProblem }> {
  const read = await ask(url, file, { partial: file.size > HEAD, columns, signal });
  const needsMore = "preview" in read && read.preview.needsWholeFile;
  return needsMore ? ask(url, file, { partial: false, columns, signal }) : read;
}

async function ask(
  url: string,
  file: Blob,
  { partial, columns, signal }: { partial: boolean; columns: Mapping; signal: AbortSignal },
): ReturnType<typeof previewFeed> {
  const body = partial ? file.slice(0, HEAD) : file;
  const headers = { "content-type": "application/octet-stream" };
  try {
    const answer = await fetch(
      `${url}?${new URLSearchParams({ partial: String(partial), ...columnsParameter(columns) })}`,
      { method: "PUT", headers, body, signal },
    );
    return answer.ok ? { preview: await answer.json() } : { problem: readProblem(await answer.text()) };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { problem: readProblem("") };
  }
}

interface Reading {
  columns?: FeedMapping;
  decimalSign?: "." | ",";
}

/** Stores the columns or the decimal sign for later files, or forgets the columns. */
export function useRememberColumns() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { remembered, forgotten } = texts.columns;
  const { retailerId, store } = useFiles();
  const messageOf = ({ columns, decimalSign }: Reading) =>
    decimalSign ? texts.decimalSign.remembered : columns && Object.keys(columns).length > 0 ? remembered : forgotten;
  const options = {
    onSuccess: (_: unknown, given: Reading) => showToast({ message: messageOf(given) }),
    onError: ({ message }: { message: string }) => showToast({ isError: true, message }),
    onSettled: () => queries.invalidateQueries(trpc.inventory.pathFilter()),
  };
  const ofStore = useMutation(trpc.inventory.rememberColumns.mutationOptions(options));
  const ofAll = useMutation(trpc.inventory.rememberFileColumns.mutationOptions(options));
  return {
    isPending: ofStore.isPending || ofAll.isPending,
    mutate: (given: Reading, then?: { onSuccess: () => void }) =>
      store
        ? ofStore.mutate({ retailerId, storeId: store.id, ...given }, then)
        : ofAll.mutate({ retailerId, ...given }, then),
  };
}
