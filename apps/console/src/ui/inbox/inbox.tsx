"use client";

import { Group, Tabs, Text, Tooltip } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { CopyText } from "../parts/copy.tsx";
import { BusyButton } from "../parts/form.tsx";
import { Hint } from "../parts/hint.tsx";
import { IconPlugConnected, IconPlugConnectedX } from "../parts/icons.tsx";
import { LoadFailed } from "../parts/notice.tsx";
import { PageHead } from "../parts/page-head.tsx";
import panel from "../parts/panel.module.css";
import { showToast } from "../parts/toasts.tsx";
import { useTRPC } from "../parts/trpc.ts";
import { StoreChip } from "../shell/choose-store.tsx";
import { useStore } from "../shell/shop-context.tsx";
import { CallList, Picture } from "./calls.tsx";
import classes from "./inbox.module.css";
import { texts } from "./texts.ts";

export function Inbox() {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const { ids, store, may } = useStore();
  const calls = useQuery(trpc.inbox.calls.queryOptions(ids));
  const emptying = useMutation(
    trpc.inbox.empty.mutationOptions({ onSuccess: () => queries.invalidateQueries(trpc.inbox.pathFilter()) }),
  );
  return (
    <>
      <PageHead help="inbox" store={<StoreChip store={store} />} title={texts.title} text={texts.text}>
        {may("inbox.empty") && (
          <BusyButton
            variant="default"
            disabled={!calls.data?.received}
            isBusy={emptying.isPending}
            onClick={() => emptying.mutate(ids)}
          >
            {texts.empty}
          </BusyButton>
        )}
      </PageHead>
      <InboxConnection />
      {calls.error && <LoadFailed message={calls.error.message} retry={() => void calls.refetch()} />}
      <Tabs defaultValue="calls" keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="calls">{texts.tabs.calls}</Tabs.Tab>
          <Tabs.Tab value="picture">{texts.tabs.picture}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="calls">{calls.data && <CallList {...calls.data} />}</Tabs.Panel>
        <Tabs.Panel value="picture">
          <Picture />
        </Tabs.Panel>
      </Tabs>
    </>
  );
}

function InboxConnection() {
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
      onError: ({ message }) => showToast({ isError: true, title: texts.connection.none, message }),
    }),
  );
  if (!data) return <div className={`${panel.panel} ${classes.connection}`} aria-busy="true" />;
  const Icon = data.connected ? IconPlugConnected : IconPlugConnectedX;
  return (
    <section
      className={`${panel.panel} ${classes.connection}`}
      aria-label={texts.connection.title}
      data-connected={data.connected}
    >
      <Icon size={24} stroke={1.6} aria-hidden="true" className={classes.plug} />
      <div className={classes.words}>
        <Text fw={600}>{data.connected ? texts.connection.connected(store.name) : texts.connection.none}</Text>
        {data.connected && <CopyText text={data.url} what={texts.connection.address} />}
        {!data.connected && (
          <Hint className={classes.break}>
            {data.otherUrl ? texts.connection.elsewhere(String(data.otherUrl)) : texts.connection.nowhere(store.name)}
          </Hint>
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
              {texts.connection.connect}
            </BusyButton>
          </Tooltip>
        </Group>
      )}
    </section>
  );
}
