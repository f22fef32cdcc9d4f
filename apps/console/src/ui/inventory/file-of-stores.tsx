"use client";

import type { StockFile } from "@highstreet/router/features/ingest/ingest.schema.ts";
import { isTaken } from "@highstreet/router/features/sources/source-facts.schema.ts";
import { Anchor, Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { count, moment, quantity } from "../parts/formats.ts";
import { Hint } from "../parts/hint.tsx";
import { LoadFailed, Notice } from "../parts/notice.tsx";
import { Panel } from "../parts/panel.tsx";
import classes from "../parts/record-table.module.css";
import { RecordTable } from "../parts/record-table.tsx";
import badge from "../parts/state-badge.module.css";
import { useTRPC } from "../parts/trpc.ts";
import { ingestWords } from "../server-words/server-words.ts";
import { useShop } from "../shell/shop-context.tsx";
import { FileRejections } from "./ingest-result.tsx";
import { texts } from "./texts.ts";
import { UndoFileOfStores } from "./undo-file.tsx";
import { namesOf, UnknownStores } from "./unknown-stores.tsx";

const words = texts.allStores;
const { counts } = texts;
const MAX_ROWS = 100;

interface PreviewOfStoresProps {
  name: string;
  file: StockFile;
  events?: number;
  apply: () => void;
  back: () => void;
  cancel: () => void;
}

/** What each store would get from a file. */
export function PreviewOfStores({ name, file, events = 0, apply, back, cancel }: PreviewOfStoresProps) {
  return (
    <Stack gap="md">
      <Text fw={600} role="status">
        {words.preview(name)}
      </Text>
      <StoresOfFile file={file} isPreview />
      {events > 0 && <Text size="sm">{texts.rehearsal.events(count(events, "update"))}</Text>}
      <Group gap="sm">
        <Button onClick={apply}>{texts.upload.apply}</Button>
        <Button variant="default" onClick={back}>
          {words.back}
        </Button>
        <Button variant="subtle" color="gray" onClick={cancel}>
          {texts.upload.cancel}
        </Button>
      </Group>
    </Stack>
  );
}

/** The latest file for all stores. Its numbers change while the worker applies it. */
export function LatestFile({ fileId }: { fileId: string }) {
  const trpc = useTRPC();
  const { retailerId, retailer } = useShop();
  const { data: file, error, refetch } = useQuery(trpc.inventory.getFile.queryOptions({ retailerId, fileId }));
  if (error) return <LoadFailed message={error.message} retry={() => void refetch()} />;
  if (!file) return <Skeleton height={220} radius="lg" />;
  const { rejectedLines, stores, storesDone, storesTotal } = file;
  const rejected = stores.reduce((sum, { ingest }) => sum + (ingest?.rejectedLines ?? 0), rejectedLines);
  return (
    <Panel
      title={words.latest}
      text={words.latestText(moment(file.createdAt, retailer.timezone), count(file.numberOfLines, "line"))}
    >
      {file.status === "running" && (
        <Text size="sm" fw={600} role="status">
          {words.applying(quantity(storesDone), count(storesTotal, "store"))}
        </Text>
      )}
      <StoresOfFile file={file} />
      <UndoFileOfStores file={file} />
      {rejected > 0 && <FileRejections key={fileId} fileId={fileId} number={rejected} />}
    </Panel>
  );
}

function StoresOfFile({ file, isPreview = false }: { file: StockFile; isPreview?: boolean }) {
  const { unknownStores: unknown, rejectedLines, storesWithoutLines: without, storesWithOwnSource: own } = file;
  const named = ({ stores, count: total }: typeof own) => {
    const names = stores.map(({ storeName }) => storeName ?? words.gone);
    return namesOf(names, total);
  };
  return (
    <Stack gap="sm">
      {unknown.lines > 0 && (
        <Notice tone="warning">
          {words.leftOut(count(unknown.lines, "line"))} <UnknownStores names={unknown.values} />
        </Notice>
      )}
      {own.count > 0 && <Notice tone="info">{words.own(named(own))}</Notice>}
      {rejectedLines > 0 && <Notice tone="warning">{words.rejected(count(rejectedLines, "line"))}</Notice>}
      <StoreTable file={file} isPreview={isPreview} />
      {file.storesTotal > MAX_ROWS && (
        <Hint>{words.more(count(MAX_ROWS, "store"), count(file.storesTotal, "store"))}</Hint>
      )}
      {without.count > 0 && <Text size="sm">{words.without(named(without))}</Text>}
    </Stack>
  );
}

function StoreTable({ file, isPreview }: { file: StockFile; isPreview: boolean }) {
  const { base } = useShop();
  const results = isPreview ? words.wouldBe : texts.history.results;
  const numbers = [
    [counts.lines, "numberOfLines"],
    [counts.valid, "validLines"],
    [counts.rejected, "rejectedLines"],
    [isPreview ? counts.wouldChange : counts.changed, "changedItems"],
    [isPreview ? counts.wouldBeNew : counts.new, "newItems"],
  ] as const;
  return (
    <RecordTable
      label={words.byStore}
      columns={[words.store, texts.history.result, ...numbers.map(([label]) => ({ number: label }))]}
    >
      {file.stores.slice(0, MAX_ROWS).map(({ storeId, storeName, ingest }) => (
        <tr role="row" key={storeId} className={classes.row}>
          <th role="rowheader" scope="row" className={classes.when}>
            {isPreview || !storeName ? (
              (storeName ?? words.gone)
            ) : (
              <Anchor component={Link} href={`${base}/imports?store=${storeId}`} size="sm" className={classes.link}>
                {storeName}
              </Anchor>
            )}
          </th>
          <td role="cell" className={classes.status}>
            {ingest ? (
              <span className={badge.badge} data-tone={ingest.status}>
                {results[ingest.status]}
              </span>
            ) : (
              words.waiting
            )}
            {ingest?.reason && <span className={classes.reason}>{ingestWords(ingest)}</span>}
          </td>
          {numbers.map(([label, field]) => {
            const isKnown = ingest && (isPreview || isTaken(ingest.status) || !/Items$/.test(field));
            return (
              <td role="cell" key={field} data-label={label} className={classes.number}>
                {isKnown ? quantity(ingest[field]) : words.unknownNumber}
              </td>
            );
          })}
        </tr>
      ))}
    </RecordTable>
  );
}
