"use client";

import type { Ingest, RejectionCounts } from "@highstreet/router/features/ingest/ingest.schema.ts";
import { isTaken } from "@highstreet/router/features/sources/source-facts.schema.ts";
import { Button, Group, Skeleton, Stack, Table, Text } from "@mantine/core";
import { keepPreviousData, type UseQueryResult, useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { Counts } from "../parts/facts.tsx";
import { count, quantity } from "../parts/formats.ts";
import { IconDownload } from "../parts/icons.tsx";
import { LoadFailed } from "../parts/notice.tsx";
import { Turn } from "../parts/paged-list.tsx";
import { useTRPC } from "../parts/trpc.ts";
import { rejectionWords } from "../server-words/server-words.ts";
import { useShop, useStore } from "../shell/shop-context.tsx";
import classes from "./preview-lines.module.css";
import reasonClasses from "./rejection-reasons.module.css";
import { texts } from "./texts.ts";

const words = texts.counts;

export function IngestCounts({ ingest }: { ingest: Ingest }) {
  const counts = [
    [words.lines, ingest.numberOfLines],
    [words.valid, ingest.validLines],
    [words.inStock, ingest.inStockValidLines],
    [isTaken(ingest.status) ? words.changed : words.wouldChange, ingest.changedItems],
    [isTaken(ingest.status) ? words.new : words.wouldBeNew, ingest.newItems],
    [words.rejected, ingest.rejectedLines],
  ] as const;
  return <Counts label={words.label} counts={counts.map(([name, number]) => [name, quantity(number)])} />;
}

const PAGE = 10;

export function Rejections({ ingest }: { ingest: Ingest }) {
  const trpc = useTRPC();
  const { ids } = useStore();
  const [after, setAfter] = useState<string>();
  const input = { ...ids, ingestId: ingest.id, page: { size: PAGE, after } };
  const lines = useQuery(
    trpc.inventory.listRejections.queryOptions(input, {
      placeholderData: keepPreviousData,
      staleTime: Number.POSITIVE_INFINITY,
    }),
  );
  const reasons = useQuery(
    trpc.inventory.countRejections.queryOptions(
      { ...ids, ingestId: ingest.id },
      { staleTime: Number.POSITIVE_INFINITY },
    ),
  );
  const file = `/api/shops/${ids.retailerId}/stores/${ids.storeId}/ingests/${ingest.id}/rejections`;
  return (
    <RejectedPages number={ingest.rejectedLines} reasons={reasons.data} lines={lines} turn={setAfter}>
      <Button
        component="a"
        href={file}
        download
        variant="default"
        size="xs"
        leftSection={<IconDownload size={16} aria-hidden="true" />}
      >
        {texts.rejected.download}
      </Button>
    </RejectedPages>
  );
}

/** The rejected lines of a file for all stores. */
export function FileRejections({ fileId, number }: { fileId: string; number: number }) {
  const trpc = useTRPC();
  const { retailerId } = useShop();
  const [after, setAfter] = useState<string>();
  const input = { retailerId, fileId, page: { size: PAGE, after } };
  const lines = useQuery(trpc.inventory.listFileRejections.queryOptions(input, { placeholderData: keepPreviousData }));
  const { data } = useQuery(trpc.inventory.countFileRejections.queryOptions({ retailerId, fileId }));
  return <RejectedPages number={number} reasons={data} lines={lines} turn={setAfter} />;
}

/** The rejected lines of a file of names and pictures. */
export function ProductRejections({ ingest: { id: ingestId, rejectedLines } }: { ingest: Ingest }) {
  const trpc = useTRPC();
  const { retailerId } = useShop();
  const [after, setAfter] = useState<string>();
  const ids = { retailerId, ingestId };
  const page = { size: PAGE, after };
  const lines = useQuery(
    trpc.products.listRejections.queryOptions({ ...ids, page }, { placeholderData: keepPreviousData }),
  );
  const { data } = useQuery(trpc.products.countRejections.queryOptions(ids));
  return <RejectedPages number={rejectedLines} reasons={data} lines={lines} turn={setAfter} />;
}

type RejectedLine = RejectedLinesProps["lines"][number];

/** How many lines each reason has, with what to do. */
function Reasons({ reasons }: { reasons: RejectionCounts }) {
  const most = reasons[0]?.lines ?? 1;
  return (
    <ul className={reasonClasses.reasons} aria-label={texts.rejected.reasons}>
      {reasons.map(({ code, message, lines }) => (
        <li key={code}>
          <b>{quantity(lines)}</b> {rejectionWords({ code, message })}
          <span className={reasonClasses.bar} aria-hidden="true" style={{ inlineSize: `${(lines / most) * 100}%` }} />
        </li>
      ))}
    </ul>
  );
}

interface RejectedPagesProps {
  number: number;
  reasons?: RejectionCounts | undefined;
  lines: UseQueryResult<{ data: RejectedLine[]; next: string | null; prev: string | null }, { message: string }>;
  turn: (cursor: string) => void;
  children?: ReactNode;
}

function RejectedPages({ number, reasons, lines, turn, children }: RejectedPagesProps) {
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text fw={600}>{texts.rejected.number(count(number, "line"))}</Text>
        {children}
      </Group>
      {reasons && <Reasons reasons={reasons} />}
      {lines.error && <LoadFailed message={lines.error.message} retry={() => void lines.refetch()} />}
      {lines.isPending && <Skeleton height={120} radius="md" />}
      {lines.data && <RejectedLines lines={lines.data.data} isOld={lines.isPlaceholderData} />}
      {lines.data && <Turn page={lines.data} isOld={lines.isPlaceholderData} to={turn} />}
    </Stack>
  );
}

interface RejectedLinesProps {
  lines: { line: number; code: string; message: string; value: string | null }[];
  isOld?: boolean;
}

export function RejectedLines({ lines, isOld }: RejectedLinesProps) {
  return (
    <div className={classes.frame}>
      <Table verticalSpacing={6} horizontalSpacing="sm" fz="sm" aria-busy={isOld}>
        <caption className={classes.caption}>{texts.rejected.title}</caption>
        <Table.Thead>
          <Table.Tr>
            <Table.Th scope="col">{texts.rejected.line}</Table.Th>
            <Table.Th scope="col">{texts.rejected.problem}</Table.Th>
            <Table.Th scope="col">{texts.rejected.value}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {lines.map(({ line, code, message, value }) => (
            <Table.Tr key={line}>
              <Table.Th scope="row" className={classes.number}>
                {line}
              </Table.Th>
              <Table.Td>{rejectionWords({ code, message })}</Table.Td>
              <Table.Td className={classes.value}>{value}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}
