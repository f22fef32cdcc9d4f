"use client";

import { Button, Group, Progress, Stack, Text } from "@mantine/core";
import { count, fileSize } from "../frame/formats.ts";
import type { SendProgress } from "./send-feed.ts";

interface SendingProps {
  file: File;
  isRehearsal: boolean;
  progress: SendProgress;
  cancel: () => void;
}

/** The progress of an upload: first sent bytes, then read lines. */
export function Sending({ file, isRehearsal, progress, cancel }: SendingProps) {
  const isSending = "sent" in progress && progress.sent < progress.size;
  const percent = "sent" in progress ? Math.round((100 * progress.sent) / Math.max(1, progress.size)) : 100;
  const words = isSending
    ? `${fileSize(progress.sent)} of ${fileSize(progress.size)} sent`
    : "lines" in progress
      ? `${count(progress.lines, "line")} read`
      : "Sent. Reading the lines";
  return (
    <Stack gap="xs">
      <Text fw={600}>{isRehearsal ? `Trying ${file.name}` : `Applying ${file.name}`}</Text>
      <Progress.Root size="lg">
        <Progress.Section value={percent} animated={!isSending} striped={!isSending} aria-label="Upload" />
      </Progress.Root>
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {words}
        </Text>
        <Button variant="default" size="xs" onClick={cancel} autoFocus>
          Cancel
        </Button>
      </Group>
    </Stack>
  );
}
