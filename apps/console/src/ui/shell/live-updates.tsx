"use client";

import type { ChangeNotice } from "@highstreet/router/kernel/changes.schema.ts";
import { useThrottledCallback } from "@mantine/hooks";
import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { leadToSignIn } from "../frame/lead-to-sign-in.ts";
import { Notice } from "../frame/notice.tsx";
import { useTRPCClient } from "../frame/trpc.ts";
import { createRefresher } from "./create-refresher.ts";
import { shareStream } from "./share-stream.ts";
import classes from "./shell.module.css";
import { useShop } from "./shop-context.tsx";
import { texts } from "./texts.ts";

/** A shorter loss, such as a restart of the console, needs no message. */
const LONG_MS = 15_000;

/** The frame shows the names of stores and the rights of the person. The server loads both. */
const isOfFrame = ({ topics }: ChangeNotice): boolean => topics.includes("stores") || topics.includes("team");
const FRAME_PAUSE_MS = 1_000;

/** Keeps the data of the shop's pages current. Shows a message while changes cannot arrive. */
export function LiveUpdates() {
  const { retailerId } = useShop();
  const client = useTRPCClient();
  const queries = useQueryClient();
  const router = useRouter();
  const loadFrame = useThrottledCallback(() => router.refresh(), FRAME_PAUSE_MS);
  const [isLost, setIsLost] = useState(false);
  const [isLostLong, setIsLostLong] = useState(false);

  useEffect(() => {
    const refresher = createRefresher(queries);
    // The first notice names everything, and the page has just been loaded.
    let isFirst = true;
    const onNotice = (notice: ChangeNotice): void => {
      refresher.add(notice);
      if (!isFirst && isOfFrame(notice)) loadFrame();
      isFirst = false;
    };
    const close = shareStream({
      name: `highstreet changes ${retailerId}`,
      connect: (lastEventId, handlers) =>
        client.events.changes.subscribe(
          { retailerId, lastEventId },
          {
            ...handlers,
            onError: (error) => {
              if (error.data?.httpStatus === 401) leadToSignIn();
              handlers.onError();
            },
          },
        ),
      onNotice,
      onJoin: refresher.addAll,
      onLost: setIsLost,
    });
    return () => {
      close();
      refresher.close();
    };
  }, [retailerId, client, queries, loadFrame]);

  useEffect(() => {
    if (!isLost) return;
    const timer = setTimeout(() => setIsLostLong(true), LONG_MS);
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
