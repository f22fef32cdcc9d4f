"use client";

import { Anchor, Box, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { LoadFailed, Notice } from "../parts/notice.tsx";
import page from "../parts/page.module.css";
import { PageHead } from "../parts/page-head.tsx";
import { texts as shared } from "../parts/texts.ts";
import { useTRPC } from "../parts/trpc.ts";
import { StoreChip } from "../shell/choose-store.tsx";
import { useStore } from "../shell/shop-context.tsx";
import { HeldFeed } from "./held-feed.tsx";
import { History } from "./history.tsx";
import { readingOf } from "./map-columns.tsx";
import { SourcePanel } from "./source-panel.tsx";
import { texts } from "./texts.ts";
import { ProductUpload, Upload } from "./upload.tsx";

export function Inventory() {
  const trpc = useTRPC();
  const { ids, store, stores, base, may, whyNot } = useStore();
  const source = useQuery(trpc.inventory.getSource.queryOptions(ids));
  const feeds = useQuery(trpc.inventory.listIngests.queryOptions({ ...ids, feeds: true, page: { size: 100 } }));
  const queries = [source, feeds];
  const failed = queries.find(({ error }) => error)?.error;
  const held = feeds.data?.data.find(({ status }) => status === "held");
  return (
    <div className={page.page}>
      <PageHead
        help="imports"
        store={<StoreChip store={store} hasAll />}
        title={texts.title}
        text={texts.text(store.name)}
      />
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
          <SourcePanel source={source.data} files={feeds.data.data} />
          <Upload
            usualMode={source.data.parameters.mode === "replace" ? "replace" : "update"}
            remembered={readingOf(source.data).columns}
          />
          {stores.total > 1 && (
            <Text size="sm">
              {texts.allStores.question}{" "}
              <Anchor component={Link} href={`${base}/imports`} inherit underline="always">
                {texts.allStores.link}
              </Anchor>
            </Text>
          )}
          <ProductUpload />
          {source.data.latestIngest !== null && <History />}
        </Stack>
      )}
    </div>
  );
}
