"use client";

import { Box, Skeleton, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { LoadFailed } from "../frame/load-failed.tsx";
import { Notice } from "../frame/notice.tsx";
import page from "../frame/page.module.css";
import { PageHead } from "../frame/page-head.tsx";
import { texts as shared } from "../frame/texts.ts";
import { useTRPC } from "../frame/trpc.ts";
import { StoreChip } from "../shell/store-chip.tsx";
import { useStore } from "../shell/store-context.tsx";
import { columnsOf } from "./columns-of.ts";
import { HeldFeed } from "./held-feed.tsx";
import { History } from "./history.tsx";
import { ProductUpload } from "./product-upload.tsx";
import { SourcePanel } from "./source-panel.tsx";
import { texts } from "./texts.ts";
import { Upload } from "./upload.tsx";

/** The source of a store's stock, and its files. */
export function Inventory() {
  const trpc = useTRPC();
  const { ids, store, may, whyNot } = useStore();
  const source = useQuery(trpc.inventory.getSource.queryOptions(ids));
  const feeds = useQuery(trpc.inventory.listIngests.queryOptions({ ...ids, feeds: true, page: { size: 100 } }));
  const queries = [source, feeds];
  const failed = queries.find(({ error }) => error)?.error;
  const held = feeds.data?.data.find(({ status }) => status === "held");
  return (
    <div className={page.page}>
      <PageHead help="imports" store={<StoreChip store={store} />} title={texts.title} text={texts.text(store.name)} />
      {!may("inventory.putStock") && (
        <Box mb="md">
          <Notice tone="info">{whyNot}</Notice>
        </Box>
      )}
      {failed && (
        <Box mb="md">
          <LoadFailed
            message={failed.message}
            retry={() => void Promise.all(queries.map(({ refetch }) => refetch()))}
          />
        </Box>
      )}
      {!failed && !(source.data && feeds.data) && (
        <Stack gap="md" role="status" aria-label={shared.loading}>
          <Skeleton height={150} radius="lg" />
          <Skeleton height={220} radius="lg" />
        </Stack>
      )}
      {source.data && feeds.data && (
        <Stack gap="md">
          {held && <HeldFeed ingest={held} />}
          <SourcePanel source={source.data} held={held} />
          <Upload
            usualMode={source.data.parameters.mode === "replace" ? "replace" : "update"}
            remembered={columnsOf(source.data)}
          />
          <ProductUpload />
          {source.data.latestIngest !== null && <History />}
        </Stack>
      )}
    </div>
  );
}
