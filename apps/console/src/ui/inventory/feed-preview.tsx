"use client";

import type { StockPreview } from "@highstreet/router/core/feeds/preview.schema.ts";
import { Button, Group, Stack, Text } from "@mantine/core";
import { useState } from "react";
import type { FeedResult } from "../../server/feeds/feed-answer.ts";
import { count, fileSize } from "../frame/formats.ts";
import { Notice } from "../frame/notice.tsx";
import { FeedColumns } from "./feed-columns.tsx";
import { ModeChoice } from "./mode-choice.tsx";
import { PreviewLines } from "./preview-lines.tsx";
import { Rehearsal } from "./rehearsal.tsx";
import type { Mode } from "./use-upload.ts";

interface FeedPreviewProps {
  file: File;
  preview: StockPreview;
  rehearsed?: { mode: Mode; result: FeedResult };
  usualMode: Mode;
  apply: (mode: Mode) => void;
  rehearse: (mode: Mode) => void;
  cancel: () => void;
}

const formats: Record<StockPreview["format"], string> = {
  csv: "CSV",
  json: "JSON",
  ndjson: "JSON, one product per line",
  xlsx: "Excel (XLSX)",
};
const delimiters: Record<string, string> = { ",": "commas", ";": "semicolons", "\t": "tabs", "|": "bars" };

/** The recognised format in words: CSV divided by commas, UTF-8 · 0.4 MB */
function describe({ format, delimiter, encoding }: StockPreview, size: number): string {
  const divided = delimiter === null ? "" : ` divided by ${delimiters[delimiter] ?? delimiter}`;
  return `${formats[format]}${divided}${encoding === null ? "" : `, ${encoding.toUpperCase()}`} · ${fileSize(size)}`;
}

/** The preview of a file before anything changes, and its actions. */
export function FeedPreview({ file, preview, rehearsed, usualMode, apply, rehearse, cancel }: FeedPreviewProps) {
  const [mode, setMode] = useState(usualMode);
  const isUsable = preview.missing.length === 0;
  return (
    <Stack gap="md">
      <div>
        <Text fw={600}>{file.name}</Text>
        <Text size="sm" c="dimmed">
          {describe(preview, file.size)}
        </Text>
      </div>
      <FeedColumns preview={preview} />
      {isUsable && (
        <>
          <Summary preview={preview} />
          <PreviewLines preview={preview} />
          <ModeChoice mode={mode} setMode={setMode} />
          {rehearsed?.mode === mode && <Rehearsal {...rehearsed.result} />}
        </>
      )}
      <Group gap="sm">
        {isUsable && (
          <>
            <Button onClick={() => apply(mode)}>Apply this file</Button>
            <Button variant="default" onClick={() => rehearse(mode)}>
              See what would change
            </Button>
          </>
        )}
        <Button variant={isUsable ? "subtle" : "default"} color={isUsable ? "gray" : undefined} onClick={cancel}>
          {isUsable ? "Cancel" : "Choose another file"}
        </Button>
      </Group>
    </Stack>
  );
}

function Summary({ preview: { linesRead, problems } }: { preview: StockPreview }) {
  if (linesRead === 0) return <Notice tone="warning">There are no lines below the headings.</Notice>;
  if (problems === 0) return <Text size="sm">No problems in the {count(linesRead, "line")} looked at.</Text>;
  return (
    <Notice tone="warning">
      {problems.toLocaleString("en-GB")} of the {count(linesRead, "line")} looked at cannot be taken. The others can be
      applied; these are left out, and listed afterwards.
    </Notice>
  );
}
