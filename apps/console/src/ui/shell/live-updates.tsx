"use client";

import { useQueryClient } from "@tanstack/react-query";
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

/** Keeps the data of the shop's pages current. Shows a message while changes cannot arrive. */
export function LiveUpdates() {
  const { retailerId } = useShop();
  const client = useTRPCClient();
  const queries = useQueryClient();
  const [isLost, setIsLost] = useState(false);
  const [isLostLong, setIsLostLong] = useState(false);

  useEffect(() => {
    const refresher = createRefresher(queries);
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
      onNotice: refresher.add,
      onJoin: refresher.addAll,
      onLost: setIsLost,
    });
    return () => {
      close();
      refresher.close();
    };
  }, [retailerId, client, queries]);

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
