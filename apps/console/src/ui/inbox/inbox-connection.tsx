"use client";

import { Group, Text, Tooltip } from "@mantine/core";
import { IconPlugConnected, IconPlugConnectedX } from "@tabler/icons-react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { BusyButton } from "../frame/busy-button.tsx";
import { CopyText } from "../frame/copy-text.tsx";
import panel from "../frame/panel.module.css";
import { showToast } from "../frame/toasts.ts";
import { useTRPC } from "../frame/trpc.ts";
import { useStore } from "../shell/store-context.tsx";
import classes from "./inbox.module.css";
import { texts } from "./texts.ts";

const words = texts.connection;

/** Whether the store's webhooks arrive here, and a button to connect them. */
export function InboxConnection() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { ids, may, whyNot, store } = useStore();
  const { data } = useQuery(trpc.inbox.connection.queryOptions(ids));
  const connecting = useMutation(
    trpc.inbox.connect.mutationOptions({
      onSuccess: () =>
        Promise.all([
          queries.invalidateQueries(trpc.inbox.pathFilter()),
          queries.invalidateQueries(trpc.channels.list.queryFilter(ids)),
        ]),
      onError: ({ message }) => showToast({ isError: true, title: words.none, message }),
    }),
  );
  if (!data) return <div className={`${panel.panel} ${classes.connection}`} aria-busy="true" />;
  const Icon = data.connected ? IconPlugConnected : IconPlugConnectedX;
  return (
    <section
      className={`${panel.panel} ${classes.connection}`}
      aria-label={words.title}
      data-connected={data.connected}
    >
      <Icon size={24} stroke={1.6} aria-hidden="true" className={classes.plug} />
      <div className={classes.words}>
        <Text fw={600}>{data.connected ? words.connected(store.name) : words.none}</Text>
        {data.connected && <CopyText text={data.url} what={words.address} />}
        {!data.connected && (
          <Text size="sm" c="dimmed" className={classes.break}>
            {data.otherUrl ? words.elsewhere(String(data.otherUrl)) : words.nowhere(store.name)}
          </Text>
        )}
      </div>
      {!data.connected && (
        <Group>
          <Tooltip label={whyNot} disabled={may("inbox.connect")} multiline maw={260}>
            <BusyButton
              disabled={!may("inbox.connect")}
              isBusy={connecting.isPending}
              onClick={() => connecting.mutate(ids)}
            >
              {words.connect}
            </BusyButton>
          </Tooltip>
        </Group>
      )}
    </section>
  );
}
