"use client";

import { Button, Group, Stack, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { FeedResult } from "../../server/feeds/feed-answer.ts";
import { Notice } from "../frame/notice.tsx";
import { useTRPC } from "../frame/trpc.ts";
import { useStore } from "../shell/store-context.tsx";
import { DroppedValues } from "./dropped-values.tsx";
import { IngestCounts } from "./ingest-counts.tsx";
import { Rejections } from "./rejections.tsx";
import { texts } from "./texts.ts";

const words = texts.upload;

/** The result of the uploaded file. */
export function UploadResult({ file, result, again }: { file: File; result: FeedResult; again: () => void }) {
  const trpc = useTRPC();
  const { ids } = useStore();
  // A held file can be accepted in the meantime.
  const { data: ingest } = useQuery(
    trpc.inventory.getIngest.queryOptions({ ...ids, ingestId: result.ingest.id }, { initialData: result.ingest }),
  );
  return (
    <Stack gap="md">
      <div role="status">
        {ingest.status === "applied" && <Text fw={600}>{words.applied(file.name)}</Text>}
        {ingest.status === "unchanged" && <Text fw={600}>{words.unchanged(file.name)}</Text>}
        {ingest.status === "held" && <Notice tone="warning">{words.held(file.name)}</Notice>}
        {ingest.status === "refused" && <Notice tone="error">{words.refused(file.name, ingest.reason ?? "")}</Notice>}
      </div>
      <IngestCounts ingest={ingest} />
      <DroppedValues values={ingest.droppedValues} />
      {ingest.rejectedLines > 0 && <Rejections ingest={ingest} />}
      <Group>
        <Button variant="default" onClick={again}>
          {words.another}
        </Button>
      </Group>
    </Stack>
  );
}
