"use client";

import type { Ingest } from "@highstreet/router/features/inventory/inventory.schema.ts";
import { Modal, SegmentedControl, Skeleton, Stack, Text, Title } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { moment } from "../frame/formats.ts";
import { LoadFailed } from "../frame/load-failed.tsx";
import panel from "../frame/panel.module.css";
import { useTRPC } from "../frame/trpc.ts";
import { Turn } from "../frame/turn.tsx";
import { useStore } from "../shell/store-context.tsx";
import { IngestCounts } from "./ingest-counts.tsx";
import { IngestTable } from "./ingest-table.tsx";
import { Rejections } from "./rejections.tsx";
import { texts } from "./texts.ts";

const words = texts.history;

const PAGE = 10;

const HistoryChart = dynamic(() => import("./history-chart.tsx").then((chart) => chart.HistoryChart), {
  ssr: false,
  loading: () => <Skeleton height={240} radius="md" />,
});

/** The history of files. */
export function History() {
  const trpc = useTRPC();
  const { ids, store } = useStore();
  const [kind, setKind] = useState<"files" | "tills">("files");
  const [after, setAfter] = useState<string>();
  const [opened, setOpened] = useState<Ingest>();
  const input = { ...ids, feeds: kind === "files", page: { size: PAGE, after } };
  const ingests = useQuery(trpc.inventory.listIngests.queryOptions(input, { placeholderData: keepPreviousData }));
  const levels = useQuery(trpc.inventory.stockLevels.queryOptions(ids));
  return (
    <section className={`${panel.panel} ${panel.part}`} aria-labelledby="history-title">
      <Title order={2} size="h4" id="history-title">
        {words.title}
      </Title>
      {levels.data && levels.data.length > 1 && <HistoryChart levels={levels.data} />}
      <SegmentedControl
        aria-label={words.kind}
        value={kind}
        onChange={(value) => {
          setKind(value === "tills" ? "tills" : "files");
          setAfter(undefined);
        }}
        data={[
          { value: "files", label: words.files },
          { value: "tills", label: words.tills },
        ]}
        style={{ alignSelf: "start" }}
      />
      {ingests.error && <LoadFailed message={ingests.error.message} retry={() => void ingests.refetch()} />}
      {ingests.isPending && <Skeleton height={160} radius="md" />}
      {ingests.data?.data.length === 0 && (
        <Text size="sm" c="dimmed">
          {kind === "files" ? words.noFile : words.noTill}
        </Text>
      )}
      {ingests.data && ingests.data.data.length > 0 && (
        <IngestTable ingests={ingests.data.data} isOld={ingests.isPlaceholderData} open={setOpened} />
      )}
      {ingests.data && <Turn page={ingests.data} isOld={ingests.isPlaceholderData} to={setAfter} />}
      <Modal
        opened={opened !== undefined}
        onClose={() => setOpened(undefined)}
        title={opened && words.leftOut(moment(opened.createdAt, store.timezone))}
        size="xl"
      >
        {opened && (
          <Stack gap="lg">
            <IngestCounts ingest={opened} />
            <Rejections ingest={opened} />
          </Stack>
        )}
      </Modal>
    </section>
  );
}
