"use client";

import type { Ingest } from "@highstreet/router/features/ingest/ingest.schema.ts";
import { isTaken } from "@highstreet/router/features/sources/source-facts.schema.ts";
import { Button, Modal, SegmentedControl, Skeleton, Stack, Title } from "@mantine/core";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useState } from "react";
import { duration, moment, quantity } from "../parts/formats.ts";
import { Hint } from "../parts/hint.tsx";
import { LoadFailed } from "../parts/notice.tsx";
import { Turn } from "../parts/paged-list.tsx";
import panel from "../parts/panel.module.css";
import classes from "../parts/record-table.module.css";
import { RecordTable } from "../parts/record-table.tsx";
import badge from "../parts/state-badge.module.css";
import { useTRPC } from "../parts/trpc.ts";
import { ingestWords } from "../server-words/server-words.ts";
import { useStore } from "../shell/shop-context.tsx";
import { IngestCounts, Rejections } from "./ingest-result.tsx";
import { texts } from "./texts.ts";
import { UndoFile } from "./undo-file.tsx";

const words = texts.history;

const PAGE = 10;

const HistoryChart = dynamic(() => import("./history-chart.tsx").then((chart) => chart.HistoryChart), {
  ssr: false,
  loading: () => <Skeleton height={240} radius="md" />,
});

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
      {ingests.data?.data.length === 0 && <Hint>{kind === "files" ? words.noFile : words.noTill}</Hint>}
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

const { counts } = texts;

const numbers = [
  [counts.lines, "numberOfLines"],
  [counts.valid, "validLines"],
  [counts.inStock, "inStockValidLines"],
  [counts.changed, "changedItems"],
  [counts.new, "newItems"],
] as const;

const written: readonly string[] = ["changedItems", "newItems"];

interface IngestTableProps {
  ingests: Ingest[];
  /** The next page still loads. */
  isOld: boolean;
  open: (ingest: Ingest) => void;
}

function IngestTable({ ingests, isOld, open }: IngestTableProps) {
  return (
    <RecordTable
      label={words.title}
      columns={[
        words.when,
        words.result,
        words.type,
        ...numbers.map(([label]) => ({ number: label })),
        { number: counts.rejected },
        { number: words.time },
      ]}
      isOld={isOld}
    >
      {ingests.map((ingest) => (
        <IngestRow key={ingest.id} ingest={ingest} open={open} />
      ))}
    </RecordTable>
  );
}

function IngestRow({ ingest, open }: { ingest: Ingest; open: (ingest: Ingest) => void }) {
  const { store } = useStore();
  const when = moment(ingest.createdAt, store.timezone);
  return (
    <tr role="row" className={classes.row}>
      <th role="rowheader" scope="row" className={classes.when}>
        <time dateTime={ingest.createdAt}>{when}</time>
      </th>
      <td role="cell" className={classes.status}>
        <span className={badge.badge} data-tone={ingest.status}>
          {words.results[ingest.status]}
        </span>
        {ingest.reason && <span className={classes.reason}>{ingestWords(ingest)}</span>}
        <UndoFile ingest={ingest} storeId={store.id} />
      </td>
      <td role="cell" data-label={words.type}>
        {words.types[ingest.mode]}
      </td>
      {numbers.map(([label, field]) => (
        <td role="cell" key={field} data-label={label} className={classes.number}>
          {isTaken(ingest.status) || !written.includes(field) ? quantity(ingest[field]) : "–"}
        </td>
      ))}
      <td role="cell" data-label={counts.rejected} className={classes.number}>
        {ingest.rejectedLines === 0 && "0"}
        {ingest.rejectedLines > 0 && (
          <Button
            variant="subtle"
            size="compact-sm"
            className={classes.rejected}
            onClick={() => open(ingest)}
            aria-label={words.showRejected(quantity(ingest.rejectedLines), when)}
          >
            {quantity(ingest.rejectedLines)}
          </Button>
        )}
      </td>
      <td role="cell" data-label={words.time} className={classes.number}>
        {duration(ingest.durationMs)}
      </td>
    </tr>
  );
}
