"use client";

import { Box, Skeleton, Stack } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Listings } from "../listings/listings.tsx";
import { LoadFailed, Notice } from "../parts/notice.tsx";
import page from "../parts/page.module.css";
import { PageHead } from "../parts/page-head.tsx";
import { useTRPC } from "../parts/trpc.ts";
import { StoreChip } from "../shell/choose-store.tsx";
import { useStore } from "../shell/shop-context.tsx";
import { ChannelCard } from "./channel-card.tsx";
import { texts } from "./texts.ts";

export function Channels() {
  const trpc = useTRPC();
  const { ids, store, may, whyNot } = useStore();
  const catalogue = useQuery(trpc.channels.catalogue.queryOptions({}, { staleTime: Number.POSITIVE_INFINITY }));
  const enabled = useQuery(trpc.channels.list.queryOptions(ids));
  const obstacles = useQuery(trpc.channels.obstacles.queryOptions(ids));
  const queries = [catalogue, enabled, obstacles];
  const failed = queries.find(({ error }) => error)?.error;
  return (
    <div className={page.page}>
      <PageHead help="channels" store={<StoreChip store={store} />} title={texts.title} text={texts.text(store.name)} />
      {!may("channels.enable") && (
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
      <Stack gap="md">
        {catalogue.data && enabled.data && obstacles.data
          ? catalogue.data.map((about) => (
              <ChannelCard
                key={about.id}
                about={about}
                record={enabled.data.find(({ id }) => id === about.id)}
                obstacle={obstacles.data.find(({ channel }) => channel === about.id)}
              />
            ))
          : !failed && [1, 2, 3].map((n) => <Skeleton key={n} height={150} radius="lg" />)}
        {enabled.data?.some(({ id }) => id === "search") && <Listings />}
      </Stack>
    </div>
  );
}
