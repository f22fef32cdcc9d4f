"use client";

import { Box, Button, Skeleton, Stack, Tabs } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import type { Snippet } from "../../server/read-docs.ts";
import { CopyBlock } from "../parts/copy.tsx";
import { IconWebhook } from "../parts/icons.tsx";
import { LoadFailed, Notice } from "../parts/notice.tsx";
import page from "../parts/page.module.css";
import { PageHead } from "../parts/page-head.tsx";
import { Blank, Panel } from "../parts/panel.tsx";
import { texts as shared } from "../parts/texts.ts";
import { useTRPC } from "../parts/trpc.ts";
import { StoreChip } from "../shell/choose-store.tsx";
import { useStore } from "../shell/shop-context.tsx";
import { Deliveries } from "./deliveries.tsx";
import { Endpoint } from "./endpoint.tsx";
import { Health } from "./health.tsx";
import { texts } from "./texts.ts";

export function Webhooks({ snippets }: { snippets: Snippet[] }) {
  const trpc = useTRPC();
  const { ids, store, may, whyNot } = useStore();
  const channels = useQuery(trpc.channels.list.queryOptions(ids));
  const record = channels.data?.find(({ id }) => id === "webhooks");
  return (
    <div className={page.page}>
      <PageHead help="webhooks" store={<StoreChip store={store} />} title={texts.title} text={texts.text(store.name)} />
      {!may("webhooks.rotateSecret") && (
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

function NoWebhooks() {
  const { pathTo, may } = useStore();
  return (
    <Blank icon={<IconWebhook size={28} stroke={1.6} />} title={texts.none} text={texts.noneText}>
      {may("webhooks.rotateSecret") && (
        <Button component={Link} href={`${pathTo("channels")}&open=webhooks`}>
          {texts.setUp}
        </Button>
      )}
    </Blank>
  );
}

function Snippets({ snippets }: { snippets: Snippet[] }) {
  return (
    <Panel title={texts.snippets.title} text={texts.snippets.text}>
      <Tabs defaultValue={snippets[0]?.language} keepMounted={false}>
        <Tabs.List mb="sm">
          {snippets.map(({ language }) => (
            <Tabs.Tab key={language} value={language}>
              {language}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {snippets.map(({ language, file, text }) => (
          <Tabs.Panel key={language} value={language}>
            <CopyBlock text={text} label={texts.snippets.copy(file)} isCode />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Panel>
  );
}
