"use client";

import { Tabs } from "@mantine/core";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { BusyButton } from "../frame/busy-button.tsx";
import { LoadFailed } from "../frame/load-failed.tsx";
import { PageHead } from "../frame/page-head.tsx";
import { useTRPC } from "../frame/trpc.ts";
import { StoreChip } from "../shell/store-chip.tsx";
import { useStore } from "../shell/store-context.tsx";
import { CallList } from "./call-list.tsx";
import { InboxConnection } from "./inbox-connection.tsx";
import { Picture } from "./picture.tsx";
import { texts } from "./texts.ts";

/** The webhook calls of the store as they arrive. */
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
