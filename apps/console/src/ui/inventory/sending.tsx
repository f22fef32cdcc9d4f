"use client";

import { Button, Group, Progress, Stack, Text } from "@mantine/core";
import { count, fileSize } from "../frame/formats.ts";
import type { SendProgress } from "./send-feed.ts";
import { texts } from "./texts.ts";

const words = texts.upload;

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
  const progressText = isSending
    ? words.sent(fileSize(progress.sent), fileSize(progress.size))
    : "lines" in progress
      ? words.read(count(progress.lines, "line"))
      : words.allSent;
  return (
    <Stack gap="xs">
      <Text fw={600}>{isRehearsal ? words.trying(file.name) : words.applying(file.name)}</Text>
      <Progress.Root size="lg">
        <Progress.Section value={percent} animated={!isSending} striped={!isSending} aria-label={words.progress} />
      </Progress.Root>
      <Group justify="space-between">
        <Text size="sm" c="dimmed">
          {progressText}
        </Text>
        <Button variant="default" size="xs" onClick={cancel} autoFocus>
          {words.cancel}
        </Button>
      </Group>
    </Stack>
  );
}
