"use client";

import type { ChangeNotice } from "@highstreet/router/kernel/changes.schema.ts";
import { useDocumentVisibility, useThrottledCallback } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { Notice } from "../parts/notice.tsx";
import { leadToSignIn, useTRPCClient } from "../parts/trpc.ts";
import { createRefresher } from "./create-refresher.ts";
import classes from "./shell.module.css";
import { useShop } from "./shop-context.tsx";
import { texts } from "./texts.ts";

const RETRY_MS = 1_000;
const MAX_RETRY_MS = 30_000;
/** A shorter loss, such as a restart of the console, needs no message. */
const MESSAGE_AFTER_MS = 15_000;

/** The frame shows the names of stores and the rights of the person. The server loads both. */
const isOfFrame = ({ topics }: ChangeNotice): boolean => topics.includes("stores") || topics.includes("team");
const FRAME_PAUSE_MS = 1_000;

/** Keeps the data of the pages current. Shows a message while changes cannot arrive. A hidden tab has no stream. */
export function LiveUpdates() {
  const isLost = useStream();
  const [isLostLong, setIsLostLong] = useState(false);
  useEffect(() => {
    if (!isLost) return;
    const timer = setTimeout(() => setIsLostLong(true), MESSAGE_AFTER_MS);
    return () => {
      clearTimeout(timer);
      setIsLostLong(false);
    };
  }, [isLost]);
  return (
    <div role="status" className={isLostLong ? classes.warning : undefined}>
      {isLostLong && <Notice tone="warning">{texts.notLive}</Notice>}
    </div>
  );
}

/** Follows the stream of the shop's changes, and loads what they concern. @returns whether the connection is lost */
function useStream(): boolean {
  const { retailerId } = useShop();
  const client = useTRPCClient();
  const queries = useQueryClient();
  const router = useRouter();
  const loadFrame = useThrottledCallback(() => router.refresh(), FRAME_PAUSE_MS);
  const isVisible = useDocumentVisibility() === "visible";
  const [isLost, setIsLost] = useState(false);
  const [attempt, setAttempt] = useState(0);
  const failures = useRef(0);
  const lastEventId = useRef<string>(undefined);
  const [refresher, setRefresher] = useState<ReturnType<typeof createRefresher>>();

  useEffect(() => {
    const made = createRefresher(queries);
    setRefresher(made);
    return made.close;
  }, [queries]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt is a new connection
  useEffect(() => {
    if (!isVisible || !refresher) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let hasEnded = false;
    const retry = () => {
      if (hasEnded) return;
      hasEnded = true;
      setIsLost(true);
      // Not all browsers at the same moment.
      const pause = Math.min(RETRY_MS * 2 ** failures.current++, MAX_RETRY_MS) * (0.5 + Math.random());
      timer = setTimeout(() => setAttempt((before) => before + 1), pause);
    };
    const subscription = client.events.changes.subscribe(
      { retailerId, lastEventId: lastEventId.current },
      {
        onData: ({ id, data: notice }) => {
          failures.current = 0;
          refresher.add(notice);
          // The first notice names everything, and the page has just been loaded.
          if (lastEventId.current !== undefined && isOfFrame(notice)) loadFrame();
          lastEventId.current = id;
        },
        onConnectionStateChange: ({ state }) => {
          if (!hasEnded) setIsLost(state !== "pending");
        },
        onError: (error) => {
          if (error.data?.httpStatus === 401) leadToSignIn();
          retry();
        },
        onComplete: retry,
      },
    );
    return () => {
      hasEnded = true;
      clearTimeout(timer);
      subscription.unsubscribe();
    };
  }, [isVisible, retailerId, client, refresher, loadFrame, attempt]);
  return isLost;
}
