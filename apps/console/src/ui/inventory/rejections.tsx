"use client";

import type { Ingest } from "@highstreet/router/features/inventory/inventory.schema.ts";
import { Button, Group, Skeleton, Stack, Table, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { count } from "../frame/formats.ts";
import { LoadFailed } from "../frame/load-failed.tsx";
import { useTRPC } from "../frame/trpc.ts";
import { Turn } from "../frame/turn.tsx";
import { useStore } from "../shell/store-context.tsx";
import classes from "./preview-lines.module.css";

const PAGE = 10;

/** The rejected lines of a file with their reasons, and their download. */
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
  const file = `/api/shops/${ids.retailerId}/stores/${ids.storeId}/ingests/${ingest.id}/rejections`;
  return (
    <Stack gap="sm">
      <Group justify="space-between">
        <Text fw={600}>{count(ingest.rejectedLines, "line")} left out</Text>
        <Button
          component="a"
          href={file}
          download
          variant="default"
          size="xs"
          leftSection={<IconDownload size={16} aria-hidden="true" />}
        >
          Download as CSV
        </Button>
      </Group>
      {lines.error && <LoadFailed message={lines.error.message} retry={() => void lines.refetch()} />}
      {lines.isPending && <Skeleton height={120} radius="md" />}
      {lines.data && (
        <div className={classes.frame}>
          <Table verticalSpacing={6} horizontalSpacing="sm" fz="sm" aria-busy={lines.isPlaceholderData}>
            <caption className={classes.caption}>Lines left out</caption>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">Line</Table.Th>
                <Table.Th scope="col">Problem</Table.Th>
                <Table.Th scope="col">In the file</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {lines.data.data.map(({ line, message, value }) => (
                <Table.Tr key={line}>
                  <Table.Th scope="row" className={classes.number}>
                    {line}
                  </Table.Th>
                  <Table.Td>{message}</Table.Td>
                  <Table.Td className={classes.value}>{value}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </div>
      )}
      {lines.data && <Turn page={lines.data} isOld={lines.isPlaceholderData} to={setAfter} />}
    </Stack>
  );
}
