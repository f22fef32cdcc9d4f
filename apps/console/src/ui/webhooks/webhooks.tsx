"use client";

import { Box, Skeleton, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { Snippet } from "../../server/webhooks/read-snippets.ts";
import { LoadFailed } from "../frame/load-failed.tsx";
import { Notice } from "../frame/notice.tsx";
import page from "../frame/page.module.css";
import { PageHead } from "../frame/page-head.tsx";
import { texts as shared } from "../frame/texts.ts";
import { useTRPC } from "../frame/trpc.ts";
import { StoreChip } from "../shell/store-chip.tsx";
import { useStore } from "../shell/store-context.tsx";
import { Deliveries } from "./deliveries.tsx";
import { Endpoint } from "./endpoint.tsx";
import { Health } from "./health.tsx";
import { NoWebhooks } from "./no-webhooks.tsx";
import { Snippets } from "./snippets.tsx";
import { texts } from "./texts.ts";

/** The webhooks page of a store: endpoint, charts and deliveries. */
export function Webhooks({ snippets }: { snippets: Snippet[] }) {
  const trpc = useTRPC();
  const { ids, store, may, whyNot } = useStore();
  const channels = useQuery(trpc.channels.list.queryOptions(ids));
  const record = channels.data?.find(({ id }) => id === "webhooks");
  return (
    <div className={page.page}>
      <PageHead help="webhooks" store={<StoreChip store={store} />} title={texts.title} text={texts.text(store.name)} />
      {!may("channels.enable") && (
        <Box mb="md">
          <Notice tone="info">{whyNot}</Notice>
        </Box>
      )}
      {channels.error && <LoadFailed message={channels.error.message} retry={() => void channels.refetch()} />}
      {channels.isPending && (
        <Stack gap="md" role="status" aria-label={shared.loading}>
          <Skeleton height={190} radius="lg" />
          <Skeleton height={320} radius="lg" />
        </Stack>
      )}
      {channels.data && (
        <Stack gap="md">
          {record ? <Endpoint record={record} /> : <NoWebhooks />}
          {record && <Health />}
          <Deliveries isOff={!record} />
          <Snippets snippets={snippets} />
        </Stack>
      )}
    </div>
  );
}
