"use client";

import { Text } from "@mantine/core";
import type { FeedResult } from "../../server/feeds/feed-answer.ts";
import { count } from "../frame/formats.ts";
import { Notice } from "../frame/notice.tsx";
import { texts } from "./texts.ts";

const words = texts.rehearsal;

/** The changes that a file would make, from a dry run. */
export function Rehearsal({ ingest, events = 0 }: FeedResult) {
  const { status, changedItems, newItems, rejectedLines, reason } = ingest;
  if (status === "refused") return <Notice tone="error">{words.refused(reason ?? "")}</Notice>;
  const changes = changedItems + newItems > 0;
  return (
    <Notice tone={status === "held" ? "warning" : "info"}>
      <Text size="sm" fw={600}>
        {status === "held"
          ? words.held
          : changes
            ? words.changes(count(changedItems, "product"), count(newItems, "new"))
            : words.nothing}
      </Text>
      {status === "held" && reason}
      {status === "applied" && changes && words.events(count(events, "update"))}{" "}
      {rejectedLines > 0 && words.leftOut(count(rejectedLines, "line"))}
    </Notice>
  );
}
