"use client";

import { Text } from "@mantine/core";
import type { FeedResult } from "../../server/feeds/feed-answer.ts";
import { count } from "../frame/formats.ts";
import { Notice } from "../frame/notice.tsx";

/** The changes that a file would make, from a dry run. */
export function Rehearsal({ ingest, events = 0 }: FeedResult) {
  const { status, changedItems, newItems, rejectedLines, reason } = ingest;
  if (status === "refused") return <Notice tone="error">This file could not be used. {reason}</Notice>;
  const changes = changedItems + newItems > 0;
  return (
    <Notice tone={status === "held" ? "warning" : "info"}>
      <Text size="sm" fw={600}>
        {status === "held"
          ? "This file would be held: you would have to accept it."
          : changes
            ? `It would change ${count(changedItems, "product")} and add ${count(newItems, "new one")}.`
            : "It would change nothing."}
      </Text>
      {status === "held" && reason}
      {status === "applied" && changes && `${count(events, "update")} would be sent to receivers. `}
      {rejectedLines > 0 && `${count(rejectedLines, "line")} would be left out.`}
    </Notice>
  );
}
