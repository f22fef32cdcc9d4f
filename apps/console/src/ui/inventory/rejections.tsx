"use client";

import type { Ingest } from "@highstreet/router/features/inventory/inventory.schema.ts";
import { Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { count } from "../frame/formats.ts";
import { LoadFailed } from "../frame/load-failed.tsx";
import { useTRPC } from "../frame/trpc.ts";
import { Turn } from "../frame/turn.tsx";
import { useStore } from "../shell/store-context.tsx";
import { RejectedLines } from "./rejected-lines.tsx";
import { texts } from "./texts.ts";

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
        <Text fw={600}>{texts.rejected.number(count(ingest.rejectedLines, "line"))}</Text>
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
      </Group>
      {lines.error && <LoadFailed message={lines.error.message} retry={() => void lines.refetch()} />}
      {lines.isPending && <Skeleton height={120} radius="md" />}
      {lines.data && <RejectedLines lines={lines.data.data} isOld={lines.isPlaceholderData} />}
      {lines.data && <Turn page={lines.data} isOld={lines.isPlaceholderData} to={setAfter} />}
    </Stack>
  );
}
